package onnx

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Limits of a vocabulary file. BERT's has 30,522 pieces in 226 KiB; multilingual
// ones have 120,000.
const (
	vocabularyBytesMax = 8 << 20
	piecesMax          = 1 << 19
)

// vocabulary finds the id of a piece: its line number in the file. A piece that
// continues a word starts with "##". It is a hash table over the text of the
// file, as filling a map takes a cold process three times as long.
type vocabulary struct {
	text              string
	ends              []uint32 // of each line in text, the line feed included
	slots             []uint32 // id + 1, or 0; open addressing
	pieceBytesMax     int
	cls, sep, unknown int64
}

// FNV-1a, which a longer piece continues from a shorter one.
const (
	hashStart = 2166136261
	hashPrime = 16777619
)

var hashContinued = hashText(hashStart, "##")

func hashText(hash uint32, text string) uint32 {
	for i := range len(text) {
		hash = (hash ^ uint32(text[i])) * hashPrime
	}
	return hash
}

func loadTokenizer(path string, tokensMax int) (*tokenizer, error) {
	data, err := foreign.Read(path, vocabularyBytesMax)
	if err != nil {
		return nil, err
	}
	words, err := readVocabulary(string(data))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return &tokenizer{vocabulary: words, tokensMax: tokensMax}, nil
}

func readVocabulary(text string) (*vocabulary, error) {
	if len(text) > vocabularyBytesMax {
		return nil, fmt.Errorf("%d bytes, at most %d", len(text), vocabularyBytesMax)
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	lines := strings.Count(text, "\n")
	if lines > piecesMax {
		return nil, fmt.Errorf("%d pieces, at most %d", lines, piecesMax)
	}
	size := 64
	for size < 2*lines {
		size *= 2
	}
	v := &vocabulary{text: text, ends: make([]uint32, 0, lines), slots: make([]uint32, size)}
	v.fill()
	for name, id := range map[string]*int64{"[CLS]": &v.cls, "[SEP]": &v.sep, "[UNK]": &v.unknown} {
		found, ok := v.find(hashText(hashStart, name), "", name)
		if !ok {
			return nil, fmt.Errorf("the piece %s is missing", name)
		}
		*id = found
	}
	return v, nil
}

func (v *vocabulary) fill() {
	mask := uint32(len(v.slots) - 1)
	hash, start := uint32(hashStart), 0
	for i := range len(v.text) {
		if c := v.text[i]; c != '\n' {
			hash = (hash ^ uint32(c)) * hashPrime
			continue
		}
		v.ends = append(v.ends, uint32(i+1))
		slot := mix(hash) & mask
		for v.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		v.slots[slot] = uint32(len(v.ends))
		v.pieceBytesMax = max(v.pieceBytesMax, i-start)
		hash, start = hashStart, i+1
	}
}

func mix(hash uint32) uint32 { return hash ^ hash>>15 }

// find returns the id of the piece that is mark and text together.
func (v *vocabulary) find(hash uint32, mark, text string) (int64, bool) {
	mask := uint32(len(v.slots) - 1)
	for slot := mix(hash) & mask; v.slots[slot] != 0; slot = (slot + 1) & mask {
		id := v.slots[slot] - 1
		start := uint32(0)
		if id > 0 {
			start = v.ends[id-1]
		}
		line := v.text[start : v.ends[id]-1]
		if len(line) == len(mark)+len(text) && line[:len(mark)] == mark && line[len(mark):] == text {
			return int64(id), true
		}
	}
	return 0, false
}

// longest returns the longest piece that text starts with, and its size in bytes
// of text; 0 where there is none.
func (v *vocabulary) longest(text string, continued bool) (id int64, size int) {
	hash, mark := uint32(hashStart), ""
	if continued {
		hash, mark = hashContinued, "##"
	}
	for i := range min(len(text), v.pieceBytesMax) {
		hash = (hash ^ uint32(text[i])) * hashPrime
		if found, ok := v.find(hash, mark, text[:i+1]); ok {
			id, size = found, i+1
		}
	}
	return id, size
}
