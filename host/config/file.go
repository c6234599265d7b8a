package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Limits of a file of settings. The parser's time grows with the text, but also with depth
// times comments: lists within lists on one line are the short way to depth.
const (
	FileBytesMax  = 64 << 10
	lineDashesMax = 16
	depthMax      = 16
)

// readLimited returns a file's bytes; none where it is absent.
func readLimited(path string) ([]byte, *FileError) {
	data, err := foreign.Read(path, FileBytesMax)
	switch {
	case err == nil:
		return data, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, foreign.ErrNotRegular):
		return nil, &FileError{Path: path, Problem: "is not a regular file"}
	case errors.Is(err, foreign.ErrTooLarge):
		return nil, &FileError{Path: path, Problem: tooLarge}
	}
	return nil, &FileError{Path: path, Problem: "cannot be read: " + foreign.Reason(err)}
}

var tooLarge = fmt.Sprintf("is larger than %d KiB", FileBytesMax>>10)

// checkShape refuses what the parser would take long for.
func checkShape(data []byte) string {
	for line := range bytes.Lines(data) {
		line = bytes.TrimLeft(line, " \t")
		dashes := 0
		for _, mark := range []string{"- ", "-\t", "? ", "?\t"} {
			dashes += bytes.Count(line, []byte(mark))
		}
		if dashes > lineDashesMax && line[0] != '#' {
			return fmt.Sprintf("has more than %d lists within each other", lineDashesMax)
		}
	}
	return ""
}
