package hook

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// secretBytesMax is how far beyond a cut a secret is looked for, so that none
// survives as its own first half.
const secretBytesMax = 8 << 10

// redactedPrefix redacts a text of which only the beginning is kept.
func redactedPrefix(text string, bytesMax int) string {
	return cut(Redact(cut(text, bytesMax+secretBytesMax)), bytesMax)
}

// cut shortens to at most bytesMax bytes, at a character.
func cut(text string, bytesMax int) string {
	if len(text) <= bytesMax {
		return text
	}
	for bytesMax > 0 && !utf8.RuneStart(text[bytesMax]) {
		bytesMax--
	}
	return text[:bytesMax]
}

// cutUnits shortens to at most unitsMax UTF-16 code units, at a character: the
// client counts in these.
func cutUnits(text string, unitsMax int) string {
	if len(text) <= unitsMax { // no character has more units than bytes
		return text
	}
	units := 0
	for at, r := range text {
		if r > 0xFFFF {
			units++
		}
		if units++; units > unitsMax {
			return text[:at]
		}
	}
	return text
}

// CommandName gives the id in "/name args", or "" where a prompt is no command.
// A path ("/usr/bin is missing") is none.
func CommandName(prompt string) string {
	word, ok := strings.CutPrefix(strings.TrimSpace(prompt), "/")
	if !ok {
		return ""
	}
	if end := strings.IndexFunc(word, unicode.IsSpace); end >= 0 {
		word = word[:end]
	}
	if len(word) > NameBytesMax || strings.Contains(word, "/") {
		return ""
	}
	return word
}

// RedactedPrefix redacts a text of which at most bytesMax bytes are kept.
func RedactedPrefix(text string, bytesMax int) string { return redactedPrefix(text, bytesMax) }
