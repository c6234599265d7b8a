package pack

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// Entry is a file of an archive.
type Entry struct {
	Name       string // in the archive, with slashes
	File       string // on disk; where it is empty, Data counts
	Data       []byte
	Executable bool
}

func (e Entry) mode() fs.FileMode {
	if e.Executable {
		return 0o755
	}
	return 0o644
}

// open returns the content and its size.
func (e Entry) open() (io.ReadCloser, int64, error) {
	if e.File == "" {
		return io.NopCloser(bytes.NewReader(e.Data)), int64(len(e.Data)), nil
	}
	file, err := os.Open(e.File)
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no file", e.File)
	}
	if err != nil {
		file.Close()
		return nil, 0, err
	}
	return file, info.Size(), nil
}

// inOrder sorts entries by name, and refuses names that an unpacker could trip
// over: two of one name, also where case does not count, a file that is a folder,
// too, and ways out.
func inOrder(entries []Entry) ([]Entry, error) {
	slices.SortFunc(entries, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	seen := map[string]Entry{}
	for _, e := range entries {
		if !fs.ValidPath(e.Name) || strings.ContainsAny(e.Name, `\:`) {
			return nil, fmt.Errorf("%q is no path for an archive", e.Name)
		}
		if other, ok := seen[strings.ToLower(e.Name)]; ok {
			return nil, fmt.Errorf("both %s and %s would be %s", other.source(), e.source(), e.Name)
		}
		seen[strings.ToLower(e.Name)] = e
	}
	for _, e := range entries {
		for folder := path.Dir(e.Name); folder != "."; folder = path.Dir(folder) {
			if other, ok := seen[strings.ToLower(folder)]; ok {
				return nil, fmt.Errorf("%s would be both a file, %s, and the folder of %s", other.Name, other.source(), e.source())
			}
		}
	}
	return entries, nil
}

func (e Entry) source() string {
	if e.File == "" {
		return e.Name
	}
	return e.File
}
