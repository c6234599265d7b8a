//go:build linux || darwin

package look

import (
	"errors"
	"io/fs"
	"syscall"
)

// lstat is os.Lstat for thousands of paths. Of one where nothing is, the error is a plain
// syscall.Errno.
func lstat(path string) (Info, error) {
	var stat syscall.Stat_t
	for {
		err := syscall.Lstat(path, &stat)
		switch {
		case err == syscall.EINTR:
			continue
		case errors.Is(err, fs.ErrNotExist):
			return Info{}, err
		case err != nil:
			return Info{}, &fs.PathError{Op: "lstat", Path: path, Err: err}
		}
		break
	}
	mode := fs.ModeIrregular
	switch stat.Mode & syscall.S_IFMT {
	case syscall.S_IFREG:
		mode = 0
	case syscall.S_IFLNK:
		mode = fs.ModeSymlink
	case syscall.S_IFDIR:
		mode = fs.ModeDir
	}
	return Info{
		Size: stat.Size, ModTime: modTime(&stat), Inode: stat.Ino, Mode: mode,
		device: uint64(stat.Dev), links: uint64(stat.Nlink),
	}, nil
}
