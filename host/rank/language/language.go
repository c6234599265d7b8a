// Package language analyses text of any language: its words, their stems, which of them
// say nothing about a subject, and whether a text is in another language than English. It
// knows the common words of seven languages besides English, and no weights, query or
// document.
package language

import "unicode/utf8"

// Weights of evidence for and against a prompt being in another language than
// English. A pair of ideographs or syllables counts one, as two of them make a
// word.
const (
	ownWordEvidence    = 2 // a common word of another language only, or a word of another script
	sharedWordEvidence = 1 // one that is also English, a name or a piece of code
	markedWordEvidence = 1 // a Latin word with a letter outside ASCII
	englishEvidence    = 2 // a common English word
)

// What is needed of it: foreignMin keeps one name with an accent from deciding,
// foreignShare (one in so many words) keeps a quotation from it.
const (
	foreignMin   = 2
	foreignShare = 5
)

// Foreign reports whether a prompt is mostly in another language than English, by
// its scripts and its most common words; names and code are of no language. The
// vector of an English encoder says little about such a prompt: on 91 prompts of plain
// coding, vectors raised false alarms and words raised none.
func Foreign(text string) bool {
	words := scan(text)
	foreign, english := words.marked*markedWordEvidence, 0
	for i, part := range words.parts {
		if words.divided(part) {
			continue
		}
		word := words.at(part)
		switch {
		case word[0] >= utf8.RuneSelf:
			foreign += ownWordEvidence
			if words.joined(i) {
				foreign -= ownWordEvidence / 2
			}
		case german(word) || spanish(word) || french(word):
			foreign += ownWordEvidence
		case stopWord(word):
			if !borrowed(word) {
				english += englishEvidence
			}
		case ambiguous(word):
			foreign += sharedWordEvidence
		}
	}
	return foreign >= foreignMin && foreign > english && foreign*foreignShare >= len(words.parts)
}

// borrowed reports English stop words that are as common in German, Spanish or
// French.
func borrowed(word string) bool {
	switch word {
	case "a", "an", "any", "as", "do", "has", "i", "in", "me", "no", "on", "or", "so", "us", "use", "was", "will", "also":
		return true
	}
	return false
}

// ContentWords counts the words of a text in another language than English that are more
// than grammar and chatter; of ideographs and syllables about two make a word.
func ContentWords(text string) int {
	words := scan(text)
	n, pairs := 0, pairCount{}
	for i, part := range words.parts {
		word := words.at(part)
		r, _ := utf8.DecodeRuneInString(word)
		switch {
		case han(r) || hangul(r):
			pairs.add(word, words.joined(i))
		case !common(word, r):
			n++
		}
	}
	return n + pairs.words
}

// common reports a word of grammar or chatter that starts with r.
func common(word string, r rune) bool {
	if foreignStop(word) {
		return true
	}
	if r >= utf8.RuneSelf {
		return kana(r) == hiragana || kana(r) == anyKana
	}
	return Chatter(stem(word)) || neutral(word)
}

// foreignStop reports words that tell nothing about the subject of a text in
// another language than English: those of grammar and chatter that the seven
// languages share with nothing else.
func foreignStop(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	switch {
	case stopWord(word):
		return true
	case r < utf8.RuneSelf:
		return len(word) == 1 || german(word) || spanish(word) || french(word) || ambiguous(word)
	case kana(r) == katakana:
		return katakanaChatter(word)
	}
	return russianChatter(word) || looseJamo(r)
}

// looseJamo reports the letters of Korean laughter and nods: ㅋㅋ, ㅇㅇ.
func looseJamo(r rune) bool { return '\u3131' <= r && r <= '\u318e' }

// Grammar reports a word, as a text spells it, that tells nothing about the text's subject:
// of grammar or chatter, in any of the seven languages or in English.
func Grammar(word string) bool {
	parts := scan(word)
	if len(parts.parts) == 0 {
		return true
	}
	pairs := pairCount{}
	for i, part := range parts.parts {
		one := parts.at(part)
		r, _ := utf8.DecodeRuneInString(one)
		switch {
		case han(r) || hangul(r):
			pairs.add(one, parts.joined(i))
		case !common(one, r):
			return false
		}
	}
	return pairs.words == 0
}
