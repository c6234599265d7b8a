package wiring

import (
	"strings"

	"github.com/ed-irl/impressionism/host/levenshtein"
)

// split returns the words of the first simple command of a shell's line, quotes
// taken off; it ends at an operator. It is no shell: what it cannot read it
// leaves as it stands.
func split(line string) []string {
	var words []string
	var word strings.Builder
	quote, inside := byte(0), false
	end := func() {
		if inside {
			words = append(words, word.String())
		}
		word.Reset()
		inside = false
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, inside = c, true
		case c == '\\' && quote != '\'' && i+1 < len(line):
			i++
			word.WriteByte(line[i])
			inside = true
		case quote == 0 && (c == ' ' || c == '\t'):
			end()
		case quote == 0 && (c == ';' || c == '|' || c == '&' || c == '\n' || c == '<' || c == '>'):
			end()
			return words
		default:
			word.WriteByte(c)
			inside = true
		}
	}
	end()
	return words
}

// rootQuotes reports whether the plugin's root stands outside of quotes, and
// whether it stands in single ones.
func rootQuotes(line string) (unquoted, literal bool) {
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == '\\' && quote != '\'':
			i++
		case c == '$' && strings.HasPrefix(strings.TrimPrefix(line[i+1:], "{"), rootVariable):
			unquoted = unquoted || quote == 0 && !isAssigned(line[:i])
			literal = literal || quote == '\''
		}
	}
	return unquoted, literal
}

// isAssigned tells NAME=$ROOT, where a shell splits nothing.
func isAssigned(before string) bool {
	last := before[strings.LastIndexAny(before, " \t;&|\n")+1:]
	return isAssignment(last) && strings.HasSuffix(last, "=")
}

// didYouMean returns " (did you mean X?)" for the name that a word was probably meant to
// be, or "".
func didYouMean(word string, names []string) string {
	if meant := levenshtein.Nearest(word, names); meant != "" {
		return " (did you mean " + meant + "?)"
	}
	return ""
}
