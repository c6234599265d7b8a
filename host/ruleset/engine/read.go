package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
)

// FilesMax is how many files a ruleset's folder may have.
const FilesMax = 256

// Limits of a ruleset's folder.
const (
	depthMax  = 8
	bytesMax  = 17 << 20 // a 16 MiB module and what lies beside it
	sourceMax = 256 << 10
)

// read returns the files of a ruleset by their path inside its folder.
func (p place) read(where spot) (map[string][]byte, error) {
	reader := &folderReader{files: p.files, root: where.path, found: map[string][]byte{}}
	if !where.folder {
		reader.root = path.Dir(where.path)
		return reader.found, reader.file(where.path)
	}
	return reader.found, reader.folder(where.path, depthMax)
}

type folderReader struct {
	files fs.FS
	root  string
	found map[string][]byte
	bytes int
}

// folder reads all files below; names that begin with a dot are left out. The folder may
// be a link, nothing in it may.
func (r *folderReader) folder(name string, depth int) error {
	if depth == 0 {
		return fmt.Errorf("its folders are more than %d deep", depthMax)
	}
	entries, err := fs.ReadDir(r.files, name)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		inner := path.Join(name, entry.Name())
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		err := CheckEntry(inner, entry)
		switch {
		case err != nil:
		case entry.IsDir():
			err = r.folder(inner, depth-1)
		default:
			err = r.file(inner)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *folderReader) file(name string) error {
	if len(r.found) == FilesMax {
		return fmt.Errorf("it has more than %d files", FilesMax)
	}
	limit := bytesMax - r.bytes
	if strings.HasSuffix(name, ".lua") {
		limit = min(limit, sourceMax)
	}
	content, err := readFile(r.files, name, limit)
	if err != nil {
		return err
	}
	r.bytes += len(content)
	r.found[strings.TrimPrefix(name, r.root+"/")] = content
	return nil
}

// readFile reads a regular file of at most limit bytes; it does not wait for a
// pipe.
func readFile(files fs.FS, name string, limit int) ([]byte, error) {
	content, err := foreign.ReadIn(files, name, int64(limit))
	switch {
	case errors.Is(err, foreign.ErrNotRegular):
		return nil, fmt.Errorf("%s is not a regular file", name)
	case errors.Is(err, foreign.ErrTooLarge):
		return nil, fmt.Errorf("%s: too large: more than %d bytes", name, limit)
	}
	return content, err
}
