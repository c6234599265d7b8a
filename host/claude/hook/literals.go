package hook

import (
	"slices"
	"strings"
)

// Letters and digits in a row that make a value random: names have words
// between their dashes.
const (
	randomRunMin = 20
	bearerRunMin = 10
)

// harmless are values that say what kind of value belongs there.
var harmless = []string{
	"any", "array", "bool", "boolean", "bytes", "char", "date", "default", "disabled", "email", "empty", "enabled",
	"example", "expired", "false", "field", "float", "forgotten", "hidden", "incorrect", "input", "int", "integer",
	"invalid", "json", "label", "missing", "never", "nil", "none", "null", "number", "object", "optional", "required",
	"self", "str", "string", "tbd", "text", "todo", "true", "undefined", "unknown", "uuid", "varchar", "void", "wrong",
}

// traits count what a value is made of.
type traits struct {
	uppers, lowers, digits, dots, dashes, others int
	run                                          int // longest row of letters and digits
}

func traitsOf(word string) (t traits) {
	run := 0
	for i := range len(word) {
		class := classes[word[i]]
		run++
		switch {
		case class&digitByte != 0:
			t.digits++
		case class&letterByte != 0 && class&keyByte != 0:
			t.uppers++
		case class&letterByte != 0:
			t.lowers++
		default:
			run = 0
			switch word[i] {
			case '.':
				t.dots++
			case '-', '_':
				t.dashes++
			default:
				t.others++
			}
		}
		t.run = max(t.run, run)
	}
	return t
}

func looksRandom(word string, runMin int) bool {
	t := traitsOf(word)
	return t.run >= runMin && t.digits >= 2 && t.uppers+t.lowers >= 2
}

// looksChosen tells "Tr0ub4dor&3" from words.
func looksChosen(word string) bool {
	t := traitsOf(word)
	mixed := t.uppers > 0 && t.lowers > 0 && len(word) >= 8
	special := t.others > 0 && len(word) >= 6
	return t.digits > 0 && (mixed || special) && !placeholder(word)
}

// secretLiteral judges a value in quotes.
func secretLiteral(word string, strength int) bool {
	if strength == weakName {
		return looksRandom(word, randomRunMin)
	}
	if len(word) < 3 {
		return false
	}
	t := traitsOf(word)
	label := t.uppers > 0 && t.digits+t.others == 0 && classes[word[0]]&keyByte != 0 && strings.ToLower(word[1:]) == word[1:]
	return !label && !strings.ContainsAny(word, " \t") && !looksLikeCode(word, t)
}

// secretTight judges "abc" in password=abc; next is the byte after it.
func secretTight(word string, next byte) bool {
	t := traitsOf(word)
	if len(word) < 3 || looksLikeCode(word, t) {
		return false
	}
	argument := strings.IndexByte(",)]}", next) >= 0
	return t.digits+t.others > 0 || !argument
}

// secretLoose judges "abc" in "password: abc"; next is the byte after it. Only
// after a colon may it be letters alone: "password = value" is code.
func secretLoose(word string, next byte, colon bool) bool {
	t := traitsOf(word)
	if len(word) < 4 || looksLikeCode(word, t) {
		return false
	}
	switch {
	case t.uppers+t.lowers == 0:
		return len(word) >= 6 // "8-16" is a length
	case t.digits+t.others > 0:
		return true
	}
	lineEnd := next == 0 || next == '\n' || next == '\r'
	return colon && lineEnd && t.lowers == len(word) && nameStrength(word, 0, len(word)) == plainName
}

// looksLikeCode reports that a value stands for another, or is a path or URL.
func looksLikeCode(word string, t traits) bool {
	chain := t.dots > 0 && t.others == 0 && t.digits*4 <= len(word) && startsWithLetters(word) // process.env.TOKEN
	return chain || placeholder(word) || strings.IndexByte("/~.", word[0]) >= 0 || strings.Contains(word, "://")
}

// startsWithLetters reports whether all parts between dots do.
func startsWithLetters(word string) bool {
	for part := range strings.SplitSeq(word, ".") {
		if part == "" || classes[part[0]]&digitByte != 0 {
			return false
		}
	}
	return true
}

// stands are parts of values that something else is to be put in place of.
var stands = []string{"${", "{{", "#{", "$(", "...", "…", "your_", "your-", "xxxx"}

func placeholder(word string) bool {
	word = strings.TrimLeft(word, "'\"")
	if word == "" || strings.IndexByte("$%<{[", word[0]) >= 0 || strings.Trim(word, word[:1]) == "" {
		return true
	}
	folded := strings.ToLower(word)
	for _, part := range stands {
		if strings.Contains(folded, part) {
			return true
		}
	}
	return slices.Contains(harmless, folded)
}
