package main

import "strings"

// Texts are measured in bytes, and spaces, letters and digits are ASCII's, as in
// Lua; only lower case is Unicode's, as host/ruleset/lua has it.
const (
	textMax     = 2000 // bytes of the prompt that are looked at
	keywordsMax = 8    // keywords of an item that are looked at
	shortMax    = 80
	fewWords    = 8 // of a prompt that more likely follows up than opens a topic
)

func head(prompt string) string { return prompt[:min(len(prompt), textMax)] }

func short(text string) string {
	if len(text) <= shortMax {
		return text
	}
	return "…"
}

func isBlank(text string) bool {
	for i := range len(text) {
		if !isSpace(text[i]) {
			return false
		}
	}
	return true
}

func followsUp(prompt string) bool { return words(head(prompt)) <= fewWords }

func words(text string) int {
	count, inside := 0, false
	for i := range len(text) {
		space := isSpace(text[i])
		if !space && !inside {
			count++
		}
		inside = !space
	}
	return count
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// keywordIn gives the first keyword that stands in a lower-case text as a word of
// its own.
func keywordIn(text string, keywords []string) (string, bool) {
	for _, keyword := range keywords[:min(len(keywords), keywordsMax)] {
		word := strings.ToLower(keyword)
		if !isBlank(word) && standsIn(text, word) {
			return keyword, true
		}
	}
	return "", false
}

// standsIn looks for the word between two bytes that belong to no word.
func standsIn(text, word string) bool {
	for from := 1; from < len(text); from++ {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		from += at
		after := from + len(word)
		if after < len(text) && !inWord(text[from-1]) && !inWord(text[after]) {
			return true
		}
	}
	return false
}

func inWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
