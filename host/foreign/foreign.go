// Package foreign opens what somebody else may have put there: the files of a
// project, of a plugin, of the client, of a rules folder. Opening or reading one
// neither waits nor ends in more bytes than the reader asked for. It knows no format.
// See RATIONALE.md, "Why does one package open other people's files?".
package foreign

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// ErrNotRegular means that a path leads to a folder, a pipe, a socket or a device
// where a file was asked for.
var ErrNotRegular = errors.New("it is no regular file")

// ErrTooLarge means that a file has more bytes than its reader takes, or a folder
// more entries.
var ErrTooLarge = errors.New("it is too large")

// Open opens a regular file, or a link to one, for reading. It looks before it
// opens, since opening a device may already do something, and opens without
// waiting, since a pipe may have taken the file's place in between. Errors are
// *fs.PathError.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: ErrNotRegular}
	}
	return opened(os.OpenFile(path, os.O_RDONLY|noWait, 0))
}

// opened hands on a file just opened without waiting, if it is a regular one.
func opened(file *os.File, err error) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: file.Name(), Err: ErrNotRegular}
	}
	if err != nil {
		_ = file.Close() // only read
		return nil, err
	}
	return file, nil
}

// Read returns the content of a regular file, or of a link to one, that has at
// most bytesMax bytes; ErrTooLarge where it has more.
func Read(path string, bytesMax int64) ([]byte, error) {
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return All(file, path, bytesMax)
}

// ReadIn is Read for a file of a file system; one made by Dir never waits.
func ReadIn(files fs.FS, name string, bytesMax int64) ([]byte, error) {
	info, err := fs.Stat(files, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: ErrNotRegular}
	}
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return All(file, name, bytesMax)
}

// All returns what is left of an opened file, at most bytesMax bytes; ErrTooLarge
// where there is more. The size that the file system reports is not believed:
// those of /proc are zero, and a file may grow. path is for errors.
func All(file fs.File, path string, bytesMax int64) ([]byte, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > bytesMax {
		return nil, tooLarge(path, bytesMax, "bytes")
	}
	var data bytes.Buffer
	data.Grow(int(info.Size()) + bytes.MinRead) // one allocation where the size is true
	if _, err := data.ReadFrom(io.LimitReader(file, bytesMax+1)); err != nil {
		return nil, err
	}
	if int64(data.Len()) > bytesMax {
		return nil, tooLarge(path, bytesMax, "bytes")
	}
	return data.Bytes(), nil
}

// ReadDir returns the entries of a folder by name, of at most entriesMax; with
// ErrTooLarge as many as that, where it has more.
func ReadDir(path string, entriesMax int) ([]fs.DirEntry, error) {
	folder, err := os.OpenFile(path, os.O_RDONLY|noWait|onlyFolder, 0)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	entries, err := folder.ReadDir(entriesMax + 1)
	if errors.Is(err, io.EOF) {
		err = nil // an empty folder
	}
	if len(entries) > entriesMax {
		entries, err = entries[:entriesMax], tooLarge(path, int64(entriesMax), "entries")
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// Matches returns the paths of what lies in a folder and has a name that a pattern of
// path.Match fits, by name. Other than for filepath.Glob, no sign in the folder's own path is
// one of the pattern's. A folder that cannot be listed has none.
func Matches(folder, pattern string) []string {
	entries, _ := os.ReadDir(folder)
	var paths []string
	for _, entry := range entries {
		if fits, _ := path.Match(pattern, entry.Name()); fits {
			paths = append(paths, filepath.Join(folder, entry.Name()))
		}
	}
	return paths
}

func tooLarge(path string, limit int64, unit string) error {
	return &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("%w: more than %d %s", ErrTooLarge, limit, unit)}
}

// Reason is what is wrong with a file, without its path, for messages that name
// the path themselves.
func Reason(err error) string {
	if inner, ok := errors.AsType[*fs.PathError](err); ok {
		return inner.Err.Error()
	}
	return err.Error()
}
