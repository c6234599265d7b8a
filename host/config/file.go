package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Limits of a file. The parser's time grows with the square of lines and marks;
// within these it stays under 100 ms on a slow machine.
const (
	fileBytesMax    = 256 << 10
	fileLinesMax    = 4096
	fileMarksMax    = 16 << 10 // bytes that YAML gives a meaning to
	fileBracketsMax = 1024
	lineDashesMax   = 16 // lists within lists on one line
	depthMax        = 16
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
	if len(data) > fileBytesMax {
		return fmt.Sprintf("is larger than %d KiB", fileBytesMax>>10)
	}
	if bytes.Count(data, []byte("\n"))+bytes.Count(data, []byte("\r")) > 2*fileLinesMax {
		return fmt.Sprintf("has more than %d lines", fileLinesMax)
	}
	marks, brackets := 0, 0
	for _, b := range data {
		if strings.IndexByte("[]{},:&*!?-|>", b) >= 0 {
			marks++
		}
		if b == '[' || b == '{' {
			brackets++
		}
	}
	if marks > fileMarksMax || brackets > fileBracketsMax {
		return "has too much in it for a configuration"
	}
	for line := range bytes.Lines(data) {
		line = bytes.TrimLeft(line, " \t")
		if bytes.Count(line, []byte("- "))+bytes.Count(line, []byte("? ")) > lineDashesMax && line[0] != '#' {
			return fmt.Sprintf("has more than %d lists within each other", lineDashesMax)
		}
	}
	return ""
}
