package surroundings

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/internal/scripts"
)

// namedBytesMax is how much of a prompt is searched for names: people name what
// they want at the beginning.
const namedBytesMax = 4 << 10

// Named returns those of the ids that a prompt names as such, in the order of ids.
// Any name counts after a slash or beside one of the words for their kinds ("the emails
// skill", "skill called secrets management"). A name of three words counts as it
// is written ("ruff-recursive-fix", not inside a path); one of two words may be
// the usual spelling of its subject ("co-marketing", "scikit-learn") and must be
// quoted as code, begin the prompt or follow a word like "use" or "run". A
// plugin's prefix may be missing; where it is written there is no doubt.
func Named(prompt string, ids, words []string) []string {
	text := strings.ToLower(cut.Bytes(prompt, namedBytesMax))
	marked := slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
	var named []string
	for _, id := range ids {
		full := strings.ToLower(id)
		name := full[strings.LastIndexByte(full, ':')+1:]
		if name == "" {
			continue
		}
		if full != name && stands(text, full) || written(text, name) || marked && (beside(text, name, words) || beside(text, plain(name), words)) {
			named = append(named, id)
		}
	}
	return named
}

// stands reports that a name stands in a text by itself.
func stands(text, name string) bool {
	for at := range places(text, name) {
		if opens(text[:at], name) && closes(name, text[at+len(name):]) {
			return true
		}
	}
	return false
}

// written reports that a name stands in a text by itself and is meant as a name.
func written(text, name string) bool {
	words := 1 + strings.Count(name, "-") + strings.Count(name, "_")
	for at := range places(text, name) {
		before, after := text[:at], text[at+len(name):]
		if slashed, ok := strings.CutSuffix(before, "/"); ok && calls(slashed) && closes(name, after) {
			return true
		}
		if words > 1 && opens(before, name) && closes(name, after) && (words > 2 || called(before, after)) {
			return true
		}
	}
	return false
}

// calls reports that a slash behind a text can begin a name. Behind letters that are written
// without blanks it divides two words, but behind one alone: 用/deploy.
func calls(before string) bool {
	r, size := utf8.DecodeLastRuneInString(before)
	if scripts.Unspaced(r) {
		return opens(before[:len(before)-size], string(r))
	}
	return opens(before, "/")
}

// called reports that what stands between two texts is to be used.
func called(before, after string) bool {
	if strings.TrimSpace(before) == "" || strings.HasSuffix(before, "`") && strings.HasPrefix(after, "`") {
		return true
	}
	fields := strings.Fields(before)
	last := len(fields) - 1
	if last > 0 && (fields[last] == "the" || fields[last] == "our" || fields[last] == "my") {
		last--
	}
	switch fields[last] {
	case "use", "using", "run", "apply", "invoke", "load", "try", "with", "via", "take", "call":
		return true
	}
	return false
}

// beside reports that a name stands next to one of the words.
func beside(text, name string, words []string) bool {
	for at := range places(text, name) {
		before, after := text[:at], text[at+len(name):]
		if opens(before, name) && closes(name, after) && (follows(after, words) || precedes(before, words)) {
			return true
		}
	}
	return false
}

// quotes may stand around a name.
const quotes = "`'\"*“”‘’「」"

// follows reports that a text goes on with one of the words.
func follows(after string, words []string) bool {
	after = strings.TrimLeft(after, quotes+" ")
	for _, word := range words {
		rest, found := strings.CutPrefix(after, word)
		if found && closes(word, rest) {
			return true
		}
	}
	return false
}

// precedes reports that a text ends with one of the words, perhaps with "called" or
// "named" behind it.
func precedes(before string, words []string) bool {
	before = strings.TrimRight(before, quotes+" :：")
	for _, word := range []string{"called", "named"} {
		if rest, found := strings.CutSuffix(before, " "+word); found {
			before = strings.TrimRight(rest, " ")
		}
	}
	for _, word := range words {
		rest, found := strings.CutSuffix(before, word)
		if found && opens(rest, word) {
			return true
		}
	}
	return false
}

// places returns where a name occurs in a text.
func places(text, name string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for from := 0; ; {
			at := strings.Index(text[from:], name)
			if at < 0 || !yield(from+at) {
				return
			}
			from += at + len(name)
		}
	}
}

// opens reports that a word can begin after a text, closes that one can end
// before it: neither is inside a longer name or a path.
func opens(before, word string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(word)
	return before == "" || !joins(r, first) && r != '.'
}

func closes(word, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(word)
	r, size := utf8.DecodeRuneInString(after)
	if r == '.' && size < len(after) {
		r, _ = utf8.DecodeRuneInString(after[size:])
		return !joins(r, last)
	}
	return after == "" || !joins(r, last)
}

// joins reports that a character belongs to the word whose end it stands beside. Letters that
// are written without blanks belong to each other only.
func joins(r, end rune) bool {
	if scripts.Unspaced(r) {
		return scripts.Unspaced(end)
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune("-_/\\@#$", r)
}

// plain returns a name as people say it.
func plain(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "-", " "), "_", " ")
}
