package config

import (
	"bytes"
	"sort"
	"strconv"
	"strings"
)

// placedBytesMax is the size of a file whose errors are placed exactly, by a
// parse for each halving of its lines.
const placedBytesMax = 16 << 10

// syntaxError returns what the parser says, and where. The parser's own line is
// often that where the broken block begins; the error is in the first line from
// there on up to which the text fails alike.
func syntaxError(path string, data []byte, err error) *FileError {
	line, problem := splitError(err)
	failure := &FileError{Path: path, Line: line, Problem: problem}
	lines := bytes.SplitAfter(data, []byte("\n"))
	if len(data) > placedBytesMax {
		return failure
	}
	first := min(max(line, 1), len(lines))
	failure.Line = first + sort.Search(len(lines)-first, func(more int) bool {
		_, err := decode(bytes.Join(lines[:first+more], nil))
		if err == nil {
			return false
		}
		_, alike := splitError(err)
		return alike == problem
	})
	return failure
}

// splitError takes "line 3: problem" apart; some errors have no line.
func splitError(err error) (line int, problem string) {
	problem = err.Error()
	if rest, found := strings.CutPrefix(problem, "line "); found {
		if number, text, found := strings.Cut(rest, ": "); found {
			if line, err := strconv.Atoi(number); err == nil {
				return line, text
			}
		}
	}
	return 0, problem
}
