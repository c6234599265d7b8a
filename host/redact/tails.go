package redact

import (
	"slices"
	"strings"
)

// withTail returns a value without quotes with the words behind it that are still of it:
// password=hello World77. at is where the value starts, found or not. Words are of the
// password up to the last that nobody writes in a sentence.
func withTail(text string, name span, joint, strength, at int, value span, found bool) (span, bool) {
	if strength != strongName || joint != wordJoint && joint < looseJoint {
		return value, found
	}
	line := text[at:min(len(text), at+bareBytesMax)]
	if end := strings.IndexAny(line, "\n\r\"'`<>|"); end >= 0 {
		line = line[:end]
	}
	if end, ok := inConnectionString(text, name, line, joint); ok {
		return span{at, at + end}, found || secretPhrase(line[:end], false)
	}
	first := strings.IndexByte(line, ' ')
	if first <= 0 || found && value.to != at+first {
		return value, found
	}
	start := nameStart(text, name.from)
	tail, words := tailEnd(line[first:])
	switch {
	case tail == 0:
	case found && (words == 1 || joint != tightJoint || !isUpper(text[start:name.to])):
		return span{at, at + first + tail}, true
	case found || !isPlainWord(line[:first]) || !endsSentence(line[first+tail:]):
	case joint == wordJoint && words == 1, joint != wordJoint && isLineStart(text, start):
		return span{at, at + first + tail}, true
	}
	return value, found
}

// inConnectionString reports whether the value is in a list like "Server=db;Password=a
// b;Encrypt=True", and returns its length.
func inConnectionString(text string, name span, line string, joint int) (length int, ok bool) {
	length = strings.IndexByte(line, ';')
	if joint != tightJoint || length < 0 {
		return 0, false
	}
	key, _, isField := strings.Cut(line[length+1:], "=")
	before := strings.TrimRight(text[max(0, name.from-flagBytesMax):name.from], " ")
	return length, strings.HasSuffix(before, ";") && strings.IndexByte(line[:length], ' ') > 0 || isField && !isUpper(text[name.from:name.to]) && strings.Trim(strings.Map(nameRune, key), "x ") == "" && key != ""
}

// tailEnd returns the end of the last made word of a line's rest, and as the how manieth
// word the first of them comes. A word of sentences, commands or assignments ends the
// search.
func tailEnd(rest string) (end, words int) {
	at, count := 0, 0
	for at < len(rest) {
		from := at + len(rest[at:]) - len(strings.TrimLeft(rest[at:], " \t"))
		at = from
		for at < len(rest) && rest[at] > ' ' {
			at++
		}
		word := rest[from:at]
		bare := strings.TrimRight(word, ".,;:?)")
		if bare == "" || bare[0] == '-' || bare[0] == '#' || strings.ContainsAny(bare, "=/|$&") || !isOfPassword(bare) {
			return end, words
		}
		count++
		if looksMade(bare) || looksChosen(bare) || madeOf(bare) && (len(bare) >= 5 || len(bare) == 4 && looksMixed(bare)) {
			if end = from + len(bare); words == 0 {
				words = count
			}
		}
		if bare != word {
			return end, words
		}
	}
	return end, words
}

// isOfPassword reports whether a word may be one of several in a password.
func isOfPassword(word string) bool {
	return !slices.Contains(proseWords, strings.ToLower(word)) && !(len(word) > 2 && placeholder(word)) && nameStrength(word, 0, len(word)) == plainName
}

// isPlainWord reports whether a word is letters that may begin a password of several.
func isPlainWord(word string) bool {
	return strings.Trim(word, asciiLetters+"0123456789") == "" && word != "" && isOfPassword(word)
}

// endsSentence reports whether nothing comes behind a word but what ends a sentence, or a
// comment.
func endsSentence(rest string) bool {
	return strings.Trim(rest, ".,;:?!) \t") == "" || strings.HasPrefix(strings.TrimLeft(rest, " \t"), "#")
}
