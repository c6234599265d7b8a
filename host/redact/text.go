package redact

import (
	"strings"
	"unicode/utf8"
)

// PromptBytesMax is how much of a prompt is kept, in bytes: as much as a ruleset gets.
const PromptBytesMax = 64 << 10

// promptTailBytes is how much of a long prompt's end is kept: people ask below what
// they paste.
const promptTailBytes = 16 << 10

// Prompt redacts a user's prompt. Of one that is longer than PromptBytesMax it returns
// the beginning and the end, a line end between them; nobody looks at the rest.
func Prompt(text string) string {
	var kept []string
	for _, part := range promptParts(text) {
		kept = append(kept, redactPart(text, part.from, part.to))
	}
	return strings.Join(kept, "\n")
}

// promptParts are the parts of a prompt that are kept.
func promptParts(text string) []span {
	if len(text) <= PromptBytesMax {
		return []span{{0, len(text)}}
	}
	return []span{
		{0, runeStart(text, PromptBytesMax-promptTailBytes-1)},
		{runeStart(text, len(text)-promptTailBytes), len(text)},
	}
}

// Prefix redacts a text of which at most bytesMax bytes are kept, cut at a character.
func Prefix(text string, bytesMax int) string {
	return cut(redactPart(text, 0, runeStart(text, bytesMax)), bytesMax)
}

// runeStart returns the start of the character that the byte at a place belongs to.
func runeStart(text string, at int) int {
	if at >= len(text) {
		return len(text)
	}
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// cut shortens to at most bytesMax bytes, at a character.
func cut(text string, bytesMax int) string {
	return text[:runeStart(text, bytesMax)]
}
