package foreign

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Dir is os.DirFS, but opening a file in it never waits: it opens folders and
// regular files, and refuses the rest with ErrNotRegular.
func Dir(folder string) fs.FS { return dir{os.DirFS(folder), folder} }

type dir struct {
	files  fs.FS // answers everything but Open
	folder string
}

func (d dir) Open(name string) (fs.File, error) {
	info, err := d.Stat(name) // it refuses names that lead out
	if err != nil {
		return nil, err
	}
	path := filepath.Join(d.folder, filepath.FromSlash(name))
	var file *os.File
	if info.IsDir() {
		file, err = os.OpenFile(path, os.O_RDONLY|noWait|onlyFolder, 0)
	} else {
		file, err = Open(path)
	}
	if err != nil {
		if inner, ok := errors.AsType[*fs.PathError](err); ok {
			inner.Path = name
		}
		return nil, err
	}
	return file, nil
}

func (d dir) Stat(name string) (fs.FileInfo, error)      { return fs.Stat(d.files, name) }
func (d dir) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(d.files, name) }

var (
	_ fs.StatFS    = dir{}
	_ fs.ReadDirFS = dir{}
)
