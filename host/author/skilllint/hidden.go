package skilllint

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/catalog"
)

// hidden looks for characters that no reader sees and a model reads. Joiners
// between letters of the scripts that need them and inside emoji are letters'
// business.
func (s *subject) hidden() {
	var found invisible
	line := 1
	text := strings.TrimPrefix(lineFeeds(s.Data), "\uFEFF")
	before := rune(0)
	for at, r := range text {
		if r == '\n' {
			line++
		}
		if isInvisible(r) && !isJoining(r, before, text[at:]) {
			found.add(r, line)
			r = 0 // nothing joins on to what is out of place
		}
		before = r
	}
	if found.count == 0 {
		return
	}
	if found.controls == found.count {
		s.addAs(Note, "hidden-text", found.line, fmt.Sprintf("It holds %s (%s): the text was once read in another encoding than it was written in.",
			plural(found.count, "control character", "control characters"), strings.Join(found.names, ", ")), "Put the right characters in their place.")
		return
	}
	reason := fmt.Sprintf("It holds %s that no reader sees (%s)", plural(found.count, "character", "characters"), strings.Join(found.names, ", "))
	if found.message.Len() > 0 {
		reason += "; they spell " + quote(found.message.String())
	}
	s.add("hidden-text", found.line, reason+".", "Remove them: type the line again, or paste it as plain text.")
}

type invisible struct {
	count    int
	controls int // of them those beyond ASCII that a wrong encoding leaves
	line     int // of the first
	names    []string
	message  strings.Builder // what tag characters spell
}

// flagBytesMax is how long the tags of a region's flag are at most: seven of four
// bytes.
const flagBytesMax = 28

// namesMax bounds how many kinds of characters one reason names.
const namesMax = 4

func (f *invisible) add(r rune, line int) {
	if f.count++; f.count == 1 {
		f.line = line
	}
	if r >= 0x80 && r <= 0x9F {
		f.controls++
	}
	if r > 0xE0020 && r < 0xE007F {
		f.message.WriteRune(r - 0xE0000)
	} else if r == 0xE0020 {
		f.message.WriteByte(' ')
	}
	name := fmt.Sprintf("%U", r)
	if !strings.Contains(strings.Join(f.names, " "), name) && len(f.names) < namesMax {
		f.names = append(f.names, name)
	}
}

func isInvisible(r rune) bool {
	switch {
	case r == '\n' || r == '\t' || r == '\f' || r == '\v': // a page break hides nothing
		return false
	case r == '\u200B', r == '\u200C', r == '\u200D', r >= '\u2060' && r <= '\u2064', r == '\u180E', r == '\u3164', r == '\u115F', r == '\u1160':
		return true
	case r >= 0xE0100 && r <= 0xE01EF: // variation selectors beyond those of emoji
		return true
	}
	return catalog.Unsafe(r) && !isDirection(r)
}

// isDirection are the plain marks of direction, which texts in Arabic and Hebrew
// need; overrides are not among them.
func isDirection(r rune) bool { return r == '\u200E' || r == '\u200F' || r == '\u061C' }

// isJoining reports that an invisible character does what it is for.
func isJoining(r, before rune, rest string) bool {
	_, size := utf8.DecodeRuneInString(rest)
	after, _ := utf8.DecodeRuneInString(rest[size:])
	switch {
	case r == '\u200C' || r == '\u200D': // between letters of a script that joins, or emoji
		return joins(before) && joins(after)
	case r == '\u200B': // between words of scripts without spaces
		return unicode.In(before, unicode.Thai, unicode.Khmer, unicode.Lao, unicode.Myanmar)
	case r >= 0xE0020 && r <= 0xE007F: // flags of regions: a black flag and its tags, of which the last ends it
		return before == '\U0001F3F4' || before >= 0xE0020 && before < 0xE007F && strings.ContainsRune(rest[:min(len(rest), flagBytesMax)], '\U000E007F')
	case r >= 0xE0100 && r <= 0xE01EF: // variants of an ideograph
		return unicode.Is(unicode.Han, before)
	}
	return false
}

func joins(r rune) bool {
	return r > 0x2000 && unicode.In(r, unicode.So, unicode.Sk, unicode.Mn, unicode.Me) || r == '\uFE0F' || r >= 0x1F3FB && r <= 0x1F3FF ||
		r > 0x05FF && unicode.IsLetter(r) && r < 0x1E00 || unicode.In(r, unicode.Mn)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
