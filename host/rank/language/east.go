package language

import (
	"strings"
	"unicode/utf8"
)

// easternStop reports words of grammar in Chinese, Japanese and Korean.
func easternStop(word string) bool {
	switch r, size := utf8.DecodeRuneInString(word); {
	case han(r):
		return allIn(word, grammarHan)
	case hangul(r):
		return allIn(word, grammarHangul)
	case kana(r) == hiragana:
		return size == len(word) || hiraganaStop(word)
	}
	return false
}

func allIn(word, characters string) bool {
	for _, r := range word {
		if !strings.ContainsRune(characters, r) {
			return false
		}
	}
	return true
}

// pairCount counts the words of a run of overlapping pairs: about two
// characters make one.
type pairCount struct {
	words  int
	spoken bool // for the last character of the pair before
}

// add takes the next pair, or the only character of a run; joined: it overlaps
// the pair before. Neither chatter counts, nor a pair that begins with grammar
// or with a character that a pair before has spoken for.
func (c *pairCount) add(pair string, joined bool) {
	first, size := utf8.DecodeRuneInString(pair)
	switch {
	case chatterPair(pair):
		c.spoken = true
	case joined && c.spoken:
		c.spoken = false
	case grammarFirst(pair, first, joined), size == len(pair) && strings.ContainsRune(chatterKanji, first):
		c.spoken = false
	default:
		c.words++
		c.spoken = true
	}
}

// grammarFirst reports a pair that begins with grammar. In Korean that stands at
// the end of a word, so that a word may begin with the same syllable.
func grammarFirst(pair string, first rune, joined bool) bool {
	if hangul(first) {
		return strings.ContainsRune(grammarHangul, first) && (joined || allIn(pair, grammarHangul))
	}
	return strings.ContainsRune(grammarHan, first)
}

func chatterPair(pair string) bool {
	if r, size := utf8.DecodeRuneInString(pair); size == len(pair) {
		return false
	} else if hangul(r) {
		return strings.Contains(chatterKorean, pair)
	}
	return strings.Contains(chatterChinese+chatterJapanese, pair)
}
