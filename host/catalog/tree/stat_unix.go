//go:build linux || darwin

package tree

import (
	"io/fs"
	"syscall"

	"github.com/ed-irl/impressionism/host/catalog"
)

// StatOf returns the stat of a file that was looked at.
func StatOf(info fs.FileInfo) catalog.Stat {
	stat := catalog.Stat{Size: info.Size(), ModTime: info.ModTime().UnixNano()}
	if system, ok := info.Sys().(*syscall.Stat_t); ok {
		stat.Inode = system.Ino
	}
	return stat
}

// look is os.Lstat for thousands of paths: what a file is, and the type of its mode alone.
// A path that is not there is a plain syscall.Errno.
func look(path string) (catalog.Stat, fs.FileMode, error) {
	var stat syscall.Stat_t
	for {
		err := syscall.Lstat(path, &stat)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			if missing(err) {
				return catalog.Stat{}, 0, err
			}
			return catalog.Stat{}, 0, &fs.PathError{Op: "lstat", Path: path, Err: err}
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
	return catalog.Stat{Size: stat.Size, ModTime: modTime(&stat), Inode: stat.Ino}, mode, nil
}
