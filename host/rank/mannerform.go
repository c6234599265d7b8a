package rank

import (
	"strings"

	"github.com/ed-irl/impressionism/host/internal/ascii"
)

// Marks of a prompt's form beside its words. None can be a word: those are
// letters or one sign.
const (
	markFirst, markSecond = "^", "^^" // before the word that it begins with, and the next
	markCamel             = "<camel>" // a lower-case letter and a capital: useZoomLevel
	markSnake             = "<snake>" // wip_names
	markPath              = "<path>"  // services/graphql
	markFile              = "<file>"  // call.js
	markLines             = "<lines>" // more than one
	markCapitals          = "<caps>"  // three or more in a row
	markName              = "<name>"  // a capitalised word that begins no sentence
	markSentences         = "<ends "  // how many sentences end, and ">"
	sentencesMax          = 5
	marksMax              = 10 // of one text
)

// mannerForm returns how a text is built, given its Manner words: what it begins
// with, whether it holds identifiers, paths, files, lines, names, and how many
// sentences. Only ASCII is looked at.
func mannerForm(text string, words []string) []string {
	var marks []string
	if len(words) > 0 {
		marks = append(marks, markFirst+words[0])
	}
	if len(words) > 1 {
		marks = append(marks, markSecond+words[1])
	}
	found, ends := formOf(text)
	for _, mark := range []struct {
		name  string
		there bool
	}{
		{markCamel, found.camel},
		{markSnake, found.snake},
		{markPath, found.path},
		{markFile, found.file},
		{markLines, strings.Contains(strings.TrimSpace(text), "\n")},
		{markCapitals, found.capitals},
		{markName, found.name},
	} {
		if mark.there {
			marks = append(marks, mark.name)
		}
	}
	return append(marks, markSentences+string(rune('0'+min(ends, sentencesMax)))+">")
}

type form struct{ camel, snake, path, file, capitals, name bool }

// formOf looks at each character with its neighbours, and counts what ends a
// sentence.
func formOf(text string) (found form, ends int) {
	at := func(i int) byte {
		if i < 0 || i >= len(text) {
			return ' '
		}
		return text[i]
	}
	for i := range len(text) {
		before, after := at(i-1), at(i+1)
		switch c := text[i]; {
		case ascii.IsUpper(c):
			found.camel = found.camel || ascii.IsLower(before)
			found.capitals = found.capitals || ascii.IsUpper(before) && ascii.IsUpper(after)
			found.name = found.name || before == ' ' && ascii.IsLower(after) && (ascii.IsLower(at(i-2)) || at(i-2) == ',')
		case c == '_':
			found.snake = found.snake || wordByte(before) && wordByte(after)
		case c == '/':
			found.path = found.path || wordByte(before) && wordByte(after)
		case c == '.' || c == '?' || c == '!':
			found.file = found.file || c == '.' && wordByte(before) && wordByte(after)
			if after == ' ' || after == '\n' {
				ends++
			}
		}
	}
	return found, ends
}

func wordByte(c byte) bool { return ascii.IsAlphanumeric(c) || c == '_' }
