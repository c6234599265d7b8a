package config

import (
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
		return nil, &FileError{Path: path, Problem: "is not a regular file" + nothing}
	case errors.Is(err, foreign.ErrTooLarge):
		return nil, &FileError{Path: path, Problem: tooLarge + nothing}
	}
	return nil, &FileError{Path: path, Problem: "cannot be read: " + foreign.Reason(err) + nothing}
}

const nothing = "; nothing of it counts"

var tooLarge = fmt.Sprintf("is larger than %d KiB", FileBytesMax>>10)
