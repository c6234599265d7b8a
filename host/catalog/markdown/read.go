package markdown

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/tree"
	"github.com/ed-irl/impressionism/host/foreign"
)

// FileBytesMax bounds one file: of 20,000 real ones, 9 KB on average, one is larger.
const FileBytesMax = 1 << 20

// readsMax bounds how often a file that changes under the reader is read again.
const readsMax = 3

// ErrChanged means that a file changed each time it was read; the next event
// finds it at rest.
var ErrChanged = errors.New("it changed while it was read")

// Read returns the content of an entry's file and its SHA-256 in hex. Links are
// resolved again and may not lead out of the entry's root. An error is about
// now (fs.ErrNotExist, ErrChanged); a rejection is about the file.
func Read(entry catalog.Entry) ([]byte, string, *catalog.Rejection, error) {
	path, rejection, err := resolve(entry)
	if rejection != nil || err != nil {
		return nil, "", rejection, err
	}
	for range readsMax {
		data, settled, err := readOnce(path)
		if err != nil {
			return nil, "", nil, fmt.Errorf("read %s: %w", entry.Path, err)
		}
		if len(data) > FileBytesMax {
			return nil, "", &catalog.Rejection{
				Path: entry.Path, Code: "too-large",
				Reason: fmt.Sprintf("it is larger than %d bytes; move parts of it to other files", FileBytesMax),
			}, nil
		}
		if settled {
			sum := sha256.Sum256(data)
			return data, hex.EncodeToString(sum[:]), nil, nil
		}
	}
	return nil, "", nil, fmt.Errorf("read %s: %w", entry.Path, ErrChanged)
}

func resolve(entry catalog.Entry) (string, *catalog.Rejection, error) {
	path, err := filepath.EvalSymlinks(entry.Path)
	if err != nil {
		return "", nil, fmt.Errorf("read %s: %w", entry.Path, err)
	}
	root, err := filepath.EvalSymlinks(entry.Root)
	if err != nil {
		return "", nil, fmt.Errorf("read %s: resolve its root: %w", entry.Path, err)
	}
	if !tree.Inside(path, root) {
		return "", &catalog.Rejection{
			Path: entry.Path, Code: "outside-root",
			Reason: fmt.Sprintf("it leads to %s, outside %s", path, entry.Root),
		}, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", nil, fmt.Errorf("read %s: %w", entry.Path, err)
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait for its writer
		return "", &catalog.Rejection{Path: entry.Path, Code: "not-a-file", Reason: "it is no regular file"}, nil
	}
	return path, nil, nil
}

// readOnce reads up to one byte over the limit and reports whether the file had
// the same size and time before and after.
func readOnce(path string) (data []byte, settled bool, err error) {
	file, err := foreign.Open(path)
	if err != nil {
		return nil, false, err
	}
	defer file.Close()
	before, err := file.Stat()
	if err != nil {
		return nil, false, err
	}
	if data, err = io.ReadAll(io.LimitReader(file, FileBytesMax+1)); err != nil {
		return nil, false, err
	}
	after, err := os.Stat(path)
	if err != nil {
		return nil, false, err
	}
	return data, sameFile(before, after), nil
}

func sameFile(before, after fs.FileInfo) bool {
	return os.SameFile(before, after) && before.Size() == after.Size() && before.ModTime().Equal(after.ModTime())
}
