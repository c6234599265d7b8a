package rank

import (
	"strings"
	"unicode"
)

// Limits of an item's texts for the encoder: about what its window holds, and
// what was measured.
const (
	chunksMax     = 4
	chunkCharsMax = 480
)

// Passages gives the texts of an item for the encoder: the head "human name:
// description", and up to four chunks "human name: part of the body" whose
// part has at most 480 characters, from the first 1,500 of the body without
// code fences and Markdown signs. An empty body has no chunks.
func Passages(name, description, body string) (head string, chunks []string) {
	human := humanName(name)
	for _, part := range pack(plainLines(firstChars(body, bodyCharsMax))) {
		chunks = append(chunks, human+": "+part)
	}
	return human + ": " + description, chunks
}

// humanName makes words of a name in kebab or snake case or a path.
func humanName(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == '/' }), " ")
}

// plainLines gives the lines of a Markdown text that say something, without
// code fences and signs.
func plainLines(markdown string) []string {
	var lines []string
	for line := range strings.SplitSeq(markdown, "\n") {
		if isFence(line) {
			continue
		}
		if line = plain(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// plain drops Markdown's signs from a line and joins its words by one space.
func plain(line string) string {
	line = strings.Map(func(r rune) rune {
		if strings.ContainsRune("#*`>|_", r) {
			return ' '
		}
		return r
	}, line)
	return strings.Join(strings.FieldsFunc(line, unicode.IsSpace), " ")
}

// pack joins lines by spaces into at most four chunks of at most 480
// characters; a longer line is cut.
func pack(lines []string) []string {
	var chunks []string
	chunk := ""
	for _, line := range lines {
		line = firstChars(line, chunkCharsMax)
		if chunk != "" && len(chunk)+1+len(line) > chunkCharsMax {
			chunks = append(chunks, chunk)
			chunk = ""
		}
		chunk = strings.TrimPrefix(chunk+" "+line, " ")
	}
	if chunk != "" {
		chunks = append(chunks, chunk)
	}
	return chunks[:min(len(chunks), chunksMax)]
}
