package foreign

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Dir is os.DirFS, but opening a file in it never waits: it opens folders and
// regular files, and refuses the rest with ErrNotRegular.
func Dir(folder string) fs.FS {
	return files{os.DirFS(folder), func(name string, flags int) (*os.File, error) {
		return os.OpenFile(filepath.Join(folder, filepath.FromSlash(name)), flags, 0)
	}}
}

// Inside is the file system of a root, which no link leads out of, opened as Dir's is.
func Inside(root *os.Root) fs.FS {
	return files{root.FS(), func(name string, flags int) (*os.File, error) {
		return root.OpenFile(filepath.FromSlash(name), flags, 0)
	}}
}

// files answers Stat and ReadDir as the file system does, and Open by itself.
type files struct {
	fs.FS
	open func(name string, flags int) (*os.File, error) // of a name that Stat took
}

func (f files) Open(name string) (fs.File, error) {
	info, err := f.Stat(name)
	if err != nil {
		return nil, err
	}
	var file *os.File
	switch {
	case info.IsDir():
		file, err = f.open(name, os.O_RDONLY|noWait|onlyFolder)
	case info.Mode().IsRegular():
		file, err = opened(f.open(name, os.O_RDONLY|noWait))
	default:
		err = ErrNotRegular
	}
	if err != nil {
		if inner, ok := errors.AsType[*fs.PathError](err); ok {
			err = inner.Err
		}
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return file, nil
}

func (f files) Stat(name string) (fs.FileInfo, error)      { return fs.Stat(f.FS, name) }
func (f files) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(f.FS, name) }

var (
	_ fs.StatFS    = files{}
	_ fs.ReadDirFS = files{}
)
