package redact

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

// Longer words are known as random without looking at their letters.
const scrambledBytesMin, scrambledBytesMax = 8, 40

// scrambled tells "q8Rw3LpZx7Vn" from names with a number: no word is in it.
func scrambled(word string) bool {
	if len(word) < scrambledBytesMin || len(word) > scrambledBytesMax {
		return false
	}
	t := traitsOf(strings.TrimRight(word, "="))
	if t.uppers < 2 || t.lowers < 2 || t.digits < 2 || t.dots+t.dashes > 0 || placeholder(word) {
		return false
	}
	run, longest := 0, 0
	for i := range len(word) {
		if run++; i > 0 && classes[word[i]]&(letterByte|keyByte) != classes[word[i-1]]&(letterByte|keyByte) {
			run = 1
		}
		longest = max(longest, run)
	}
	return 4*longest <= len(word)
}

// Digits of a code that somebody types.
const codeDigitsMin, codeDigitsMax = 4, 10

func isCode(word string) bool {
	return len(word) >= codeDigitsMin && len(word) <= codeDigitsMax && traitsOf(word).digits == len(word)
}

// looksJoined tells "tiger-42-moon" from words with a number; only where a sentence
// says that it is a password.
func looksJoined(word string) bool {
	t := traitsOf(word)
	return t.dashes > 0 && classes[word[0]]&letterByte != 0 && t.digits >= 2 && t.uppers+t.lowers >= 6 && t.dots+t.others == 0 && !technical(word) && !placeholder(word)
}

// looksChosen tells "Tr0ub4dor&3" from words.
func looksChosen(word string) bool {
	t := traitsOf(word)
	mixed := t.uppers > 0 && t.lowers > 0 && len(word) >= 8
	special := t.others > 0 && len(word) >= 6
	return t.digits > 0 && (mixed || special) && !placeholder(word) && !technical(word)
}

// looksMade tells "hunter215", which somebody made up, from words.
func looksMade(word string) bool {
	t := traitsOf(word)
	return len(word) >= 7 && t.digits >= 2 && t.uppers+t.lowers >= 3 && t.dots+t.dashes == 0 && !technical(word) && !placeholder(word)
}

// looksSigned tells the signature of a URL, which may have percent signs in it.
func looksSigned(word string) bool {
	t := traitsOf(word)
	return len(word) >= 20 && t.digits >= 1 && t.uppers >= 2 && t.lowers >= 2 && !placeholder(word)
}

// algorithms are what names of methods and formats begin with before their number.
var algorithms = []string{
	"aes", "argon", "base", "bcrypt", "blake", "char", "chacha", "crc", "curve", "ecdsa", "ed", "es", "float", "hmac", "hs", "http", "int",
	"ipv", "iso", "log", "md", "node", "nvarchar", "oauth", "pbkdf", "ps", "python", "ripemd", "rs", "rsa", "scrypt", "secp", "sha", "tls", "uint",
	"utf", "v", "varchar", "version", "win", "x",
}

// units follow the number of a length or a time.
var units = []string{"bit", "bits", "byte", "bytes", "char", "chars", "character", "characters", "day", "days", "digit", "digits", "hour", "hours", "kb", "letters", "mb", "min", "minutes", "ms", "px", "seconds", "th", "times", "zeichen"}

// technical reports whether a word with digits is a method, a version or a length.
func technical(word string) bool {
	folded := strings.ToLower(word)
	digits := strings.IndexAny(folded, "0123456789")
	if digits < 0 {
		return false
	}
	stem := strings.TrimRight(folded[:digits], "-_")
	rest := strings.TrimLeft(folded[digits:], "0123456789-")
	return slices.Contains(algorithms, stem) || stem == "" && slices.Contains(units, rest)
}

// proseWords are words that a message or a description has and a passphrase has not.
var proseWords = []string{
	"a", "an", "and", "any", "are", "as", "at", "be", "by", "can", "cannot", "change", "check", "choose", "create", "das", "de", "der", "die",
	"do", "does", "el", "enter", "for", "forgot", "from", "generate", "get", "has", "have", "if", "in", "is", "ist", "it", "la", "le", "les", "must", "no", "not", "of", "on", "or", "our", "please", "should",
	"pick", "read", "reset", "see", "set", "siehe", "su", "that", "the", "their", "this", "to", "tu", "un", "una", "use", "used", "user", "users", "using", "votre", "was", "we", "will",
	"via", "voir", "with", "you", "your",
}

// secretPhrase judges a value in quotes that has blanks. Where a line of its own
// sets it, any words may be one that do not make a sentence; elsewhere messages to
// users are what is likelier.
func secretPhrase(text string, line bool) bool {
	words := strings.Fields(text)
	if placeholder(text) {
		return false
	}
	if line && strings.ToLower(text) == text && !slices.ContainsFunc(words, func(word string) bool { return nameStrength(word, 0, len(word)) == strongName }) {
		return true
	}
	made, plain := 0, 0
	for _, word := range words {
		word = strings.Trim(word, `.,:;()?"'`)
		folded := strings.ToLower(word)
		switch {
		case word == "":
		case len(word) > 2 && placeholder(word) || slices.Contains(proseWords, folded) || nameStrength(word, 0, len(word)) == strongName:
			return false
		case len(word) >= 5 && madeOf(word), len(word) == 4 && madeOf(word) && (line || looksMixed(word)):
			made++
		case folded == word && len(word) >= 3 && traitsOf(word).lowers == len(word):
			plain++
		}
	}
	if line {
		return made > 0 || strings.IndexByte(".:?!", text[len(text)-1]) < 0
	}
	return made > 0 || plain == len(words) && plain >= 4
}

// madeOf reports whether a word mixes digits with letters or signs.
func madeOf(word string) bool {
	t := traitsOf(word)
	return t.digits > 0 && t.others+t.uppers+t.lowers > 0 && t.dots+t.dashes == 0 && !technical(word)
}

// looksMixed reports whether a word has letters of both cases.
func looksMixed(word string) bool {
	t := traitsOf(word)
	return t.uppers > 0 && t.lowers > 0
}

// secretLiteral judges a value in quotes.
func secretLiteral(word string, strength int) bool {
	if isWeak(strength) {
		return looksRandom(word, randomRunMin) || strength == weakName && scrambled(word)
	}
	if strength == codeName {
		return isCode(word)
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
	if len(word) < 3 || looksLikeCode(word, t) || isSecretName(word) {
		return false
	}
	argument := strings.IndexByte(",)]}", next) >= 0
	return t.digits+t.others > 0 || !argument
}

// isSecretName reports whether a value is the name of one: password=password.
func isSecretName(word string) bool {
	if nameStrength(word, 0, len(word)) != strongName {
		return false
	}
	return strings.ContainsAny(word, "_-") || slices.ContainsFunc(secretNames[:], func(name secretName) bool { return strings.EqualFold(word, name.ending) })
}

// secretLoose judges "abc" in "password: abc"; next is the byte after it. Only
// after a colon may it be letters alone: "password = value" is code.
func secretLoose(word string, next byte, colon bool) bool {
	t := traitsOf(word)
	if len(word) < 4 || looksLikeCode(word, t) || word[0] == '!' && t.lowers+t.uppers == len(word)-1 {
		return false // code, or a tag: !vault
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

// standParts are parts of values that something else is to be put in place of.
var standParts = []string{"${", "{{", "#{", "$(", "...", "…", "your_", "your-", "xxxx"}

// placeholderBegins are first bytes of what stands for another value.
const placeholderBegins = "$%<{["

func placeholder(word string) bool {
	word = strings.TrimLeft(word, "'\"")
	if word == "" || strings.IndexByte(placeholderBegins, word[0]) >= 0 || strings.Trim(word, word[:1]) == "" {
		return true
	}
	folded := strings.ToLower(word)
	for _, part := range standParts {
		if strings.Contains(folded, part) {
			return true
		}
	}
	return slices.Contains(harmless, folded)
}
