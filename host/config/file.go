package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Limits of a file. The parser's time grows with the text, but also with depth
// times comments: lists within lists on one line are the short way to depth.
const (
	fileBytesMax  = 64 << 10
	lineDashesMax = 16
	depthMax      = 16
)

// readLimited gives a file's bytes; none where it is absent. What is no regular
// file is not opened: a pipe would block.
func readLimited(path string) ([]byte, *FileError) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, unreadable(path, err)
	case !info.Mode().IsRegular():
		return nil, &FileError{Path: path, Problem: "is not a regular file"}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer file.Close() //nolint:errcheck // only read
	data, err := io.ReadAll(io.LimitReader(file, fileBytesMax+1))
	if err != nil {
		return nil, unreadable(path, err)
	}
	return data, nil
}

func unreadable(path string, err error) *FileError {
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		err = cause.Err
	}
	return &FileError{Path: path, Problem: "cannot be read: " + err.Error()}
}

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
