package suggest

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// idUnitsMax bounds an id: longer ones are prose.
const idUnitsMax = 128

// quoteID gives an id as it stands in a line: bare if it is a plain word, else
// in quotes, always exact. One that has quotes, tags or invisible characters,
// or is longer than any name, cannot be told.
func quoteID(id string) (string, bool) {
	plain := true
	for _, r := range id {
		switch {
		case r == utf8.RuneError, r != ' ' && invisible(r), strings.ContainsRune("\"\\<>`{}", r):
			return "", false
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("-_.:/", r):
			plain = false
		}
	}
	if id == "" || strings.TrimSpace(id) != id || units(id) > idUnitsMax {
		return "", false
	}
	if plain {
		return id, true
	}
	return `"` + id + `"`, true
}

// quoteText gives a stranger's text as quoted data of at most unitsMax units
// between the quotes; "" where nothing is left of it.
func quoteText(text string, unitsMax int) string {
	text = strings.NewReplacer(`"`, "'", "<", "‹").Replace(clean(text))
	if text = shorten(text, unitsMax); text == "" {
		return ""
	}
	return `"` + text + `"`
}

// clean leaves one line of visible characters, spaces folded.
func clean(text string) string {
	var out strings.Builder
	space := false
	for _, r := range text {
		if unicode.IsSpace(r) || r == '\u2028' || r == '\u2029' {
			space = true
			continue
		}
		if r == utf8.RuneError || invisible(r) {
			continue
		}
		if space && out.Len() > 0 {
			out.WriteByte(' ')
		}
		space = false
		out.WriteRune(r)
	}
	return out.String()
}

// invisible reports characters that can hide or reorder text: control, format
// (zero width, bidirectional, tags), private, and selectors beyond those that
// emoji use. Spaces other than ' ' count as well.
func invisible(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r <= ' ' || r == 0x7F
	case 0xE0000 <= r && r <= 0xE0FFF:
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Z) || r == '\u2800' || r == '\u3164' || r == '\u115F' || r == '\u1160' || r == '\uFFA0'
}

// shorten cuts to at most unitsMax units with an ellipsis, after a word where
// one ends in the last third, else at a character.
func shorten(text string, unitsMax int) string {
	if units(text) <= unitsMax {
		return text
	}
	if unitsMax < 1 {
		return ""
	}
	end, used, wordEnd := 0, 0, 0
	for at, r := range text {
		width := units(string(r))
		if used+width > unitsMax-1 {
			break
		}
		if r == ' ' {
			wordEnd = at
		}
		used += width
		end = at + utf8.RuneLen(r)
	}
	if text[end] == ' ' {
		wordEnd = end
	}
	if wordEnd*3 >= end*2 {
		end = wordEnd
	}
	return strings.TrimRight(text[:end], " ,;:-") + "…"
}

// units counts UTF-16 code units; an invalid byte counts as the one character
// that it becomes.
func units(text string) int {
	count := 0
	for _, r := range text {
		count++
		if r > 0xFFFF {
			count++
		}
	}
	return count
}
