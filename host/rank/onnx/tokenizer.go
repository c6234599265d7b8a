package onnx

import (
	"fmt"
	"path/filepath"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/rank/onnx/sentencepiece"
)

// encoder makes ids of a text, with those that mark its start and end: a tokenizer or
// pieces.
type encoder interface {
	encode(prefix, text string) []int64
}

func loadEncoder(dir string, manifest Manifest) (encoder, error) {
	path := filepath.Join(dir, manifest.Vocabulary())
	if manifest.Architecture == ArchitectureUSE {
		return loadPieces(path, manifest.TokensMax)
	}
	return loadTokenizer(path, manifest.TokensMax)
}

// pieces is a tokenizer with a SentencePiece vocabulary.
type pieces struct {
	model     *sentencepiece.Model
	tokensMax int
}

func loadPieces(path string, tokensMax int) (*pieces, error) {
	data, err := foreign.Read(path, sentencepiece.FileBytesMax)
	if err != nil {
		return nil, err
	}
	model, err := sentencepiece.Read(data)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return &pieces{model, tokensMax}, nil
}

// encode returns the ids of prefix and text between <s> and </s>, at most tokensMax in all.
func (p *pieces) encode(prefix, text string) []int64 {
	text = prefix + text[:min(len(text), TextBytesMax)]
	ids := p.model.Append([]int64{p.model.Begin()}, text, p.tokensMax-2)
	return append(ids, p.model.End())
}

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
