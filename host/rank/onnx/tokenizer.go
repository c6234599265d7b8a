package onnx

import "unicode/utf8"

// wordCharsMax is the reference's: a longer word becomes one unknown token.
const wordCharsMax = 100

// tokenizer is that of lower-casing BERT: a text becomes words, and a word
// pieces of the vocabulary. Names of special tokens in a text, such as "[SEP]",
// are ordinary text. It is safe for concurrent use.
type tokenizer struct {
	vocabulary *vocabulary
	tokensMax  int
}

// encode returns the ids of prefix and text between [CLS] and [SEP], at most
// tokensMax in all.
func (t *tokenizer) encode(prefix, text string) []int64 {
	text = prefix + text[:min(len(text), TextBytesMax)]
	last := t.tokensMax - 1
	ids := make([]int64, 1, min(t.tokensMax, 2+len(text)))
	ids[0] = t.vocabulary.cls
	for word := range words(text) {
		ids = t.vocabulary.appendPieces(ids, word)
		if len(ids) >= last {
			ids = ids[:last]
			break
		}
	}
	return append(ids, t.vocabulary.sep)
}

// appendPieces appends the ids of one word: the longest piece that fits, again
// and again, or one unknown token if nothing fits somewhere.
func (v *vocabulary) appendPieces(ids []int64, word string) []int64 {
	if len(word) > wordCharsMax && utf8.RuneCountInString(word) > wordCharsMax {
		return append(ids, v.unknown)
	}
	before := len(ids)
	for rest := word; rest != ""; {
		id, size := v.longest(rest, len(rest) < len(word))
		if size == 0 {
			return append(ids[:before], v.unknown)
		}
		ids = append(ids, id)
		rest = rest[size:]
	}
	return ids
}
