package engine

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// Limits of a ruleset's folder.
const (
	filesMax  = 256
	depthMax  = 8
	bytesMax  = 17 << 20 // a 16 MiB module and what lies beside it
	sourceMax = 256 << 10
)

// read gives the files of a ruleset by their path inside its folder.
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

// folder reads all files below; names that begin with a dot are left out.
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
		switch {
		case strings.HasPrefix(entry.Name(), "."):
			continue
		case isFolder(r.files, inner):
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
	if len(r.found) == filesMax {
		return fmt.Errorf("it has more than %d files", filesMax)
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

var errTooLarge = errors.New("too large")

// readFile reads a regular file of at most limit bytes; it does not wait for a
// pipe.
func readFile(files fs.FS, name string, limit int) ([]byte, error) {
	info, err := fs.Stat(files, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, int64(limit)+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if len(content) > limit {
		return nil, fmt.Errorf("%s: %w: more than %d bytes", name, errTooLarge, limit)
	}
	return content, nil
}
