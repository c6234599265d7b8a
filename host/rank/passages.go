package rank

import (
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/cut"
)

// Limits of an item's texts for the encoder, in characters: about what its
// window holds, and what was measured. A last chunk shorter than chunkCharsMin
// says too little to be compared.
const (
	chunksMax     = 4
	chunkCharsMax = 480
	chunkCharsMin = 60
)

// Passages returns the texts of an item for the encoder: the head "human name:
// description", and up to four chunks "human name: part of the body" whose
// part has about 480 characters, from the first 1,500 of the body without
// fenced code and Markdown's signs. A body that says nothing has no chunks.
func Passages(name, description, body string) (head string, chunks []string) {
	human := humanName(name)
	for _, part := range pack(plainLines(cut.Runes(body, bodyCharsMax))) {
		chunks = append(chunks, human+": "+part)
	}
	return human + ": " + description, chunks
}

// humanName makes words of a name in kebab or snake case or of a path.
func humanName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '/' {
			return ' '
		}
		return r
	}, name)
}

// pack joins lines by spaces into chunks; one longer than a chunk is cut. The
// joining spaces do not count, so that a chunk may exceed the limit by one.
func pack(lines []string) []string {
	var chunks []string
	chunk, chars := "", 0
	for _, line := range lines {
		for _, piece := range divide(line, chunkCharsMax) {
			count := utf8.RuneCountInString(piece)
			if chunk != "" && chars+count > chunkCharsMax {
				chunks = append(chunks, chunk)
				chunk = ""
			}
			chunk = strings.TrimSpace(chunk + " " + piece)
			chars = utf8.RuneCountInString(chunk)
		}
	}
	if chunk != "" && (chars >= chunkCharsMin || len(chunks) == 0) {
		chunks = append(chunks, chunk)
	}
	return chunks[:min(len(chunks), chunksMax)]
}

// divide cuts a text into pieces of at most so many characters.
func divide(text string, charsMax int) []string {
	var pieces []string
	for {
		piece := cut.Runes(text, charsMax)
		pieces = append(pieces, piece)
		if text = text[len(piece):]; text == "" {
			return pieces
		}
	}
}
