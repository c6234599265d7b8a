package ruleimport

import (
	"bytes"
	"fmt"

	"github.com/ed-irl/impressionism/host/diag"
	"github.com/ed-irl/impressionism/host/internal/jsonnode"
)

// parse reads one JSON value. Comments and trailing commas, which editors allow in such
// files, are read as blanks. An error names line and column.
func parse(data []byte) (*jsonnode.Node, error) {
	data = blanked(bytes.TrimPrefix(data, []byte("\ufeff")))
	root, err := jsonnode.Parse(data)
	if err != nil {
		line, column := diag.Position(data, err.At)
		return nil, fmt.Errorf("line %d, column %d: %w", line, column, err)
	}
	return root, nil
}

// blanked returns the text with blanks in place of comments and of commas before a
// closing bracket. Every other byte keeps its place.
func blanked(data []byte) []byte {
	out := bytes.Clone(data)
	comma := -1
	for at := 0; at < len(out); at++ {
		switch c := out[at]; {
		case c == '"':
			at, comma = endOfText(out, at), -1
		case c == '/' && at+1 < len(out) && (out[at+1] == '/' || out[at+1] == '*'):
			at = blankComment(out, at)
		case c == ',':
			comma = at
		case c == '}' || c == ']':
			if comma >= 0 {
				out[comma] = ' '
			}
			comma = -1
		case c != ' ' && c != '\t' && c != '\r' && c != '\n':
			comma = -1
		}
	}
	return out
}

// endOfText returns where the text that begins at a quotation mark ends.
func endOfText(data []byte, at int) int {
	for at++; at < len(data) && data[at] != '"' && data[at] != '\n'; at++ {
		if data[at] == '\\' {
			at++
		}
	}
	return at
}

// blankComment blanks the comment that begins at a byte, but for its line breaks, and
// returns its last byte.
func blankComment(data []byte, at int) int {
	end := len(data)
	if data[at+1] == '/' {
		if length := bytes.IndexByte(data[at:], '\n'); length >= 0 {
			end = at + length
		}
	} else if length := bytes.Index(data[at+2:], []byte("*/")); length >= 0 {
		end = at + 2 + length + 2
	}
	for ; at < end; at++ {
		if data[at] != '\n' {
			data[at] = ' '
		}
	}
	return end - 1
}
