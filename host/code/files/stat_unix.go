//go:build linux || darwin

package files

import (
	"io/fs"
	"os"
	"syscall"
)

// lstat is os.Lstat for thousands of paths, of the type of a mode alone.
func lstat(path string) (stat, error) {
	var s syscall.Stat_t
	for {
		switch err := syscall.Lstat(path, &s); err {
		case nil:
			return stat{modeOf(uint32(s.Mode)), s.Size, modTime(&s), s.Ino, s.Mode&0o111 != 0}, nil
		case syscall.EINTR:
		default:
			return stat{}, err
		}
	}
}

func modeOf(mode uint32) fs.FileMode {
	switch mode & syscall.S_IFMT {
	case syscall.S_IFREG:
		return 0
	case syscall.S_IFLNK:
		return fs.ModeSymlink
	case syscall.S_IFDIR:
		return fs.ModeDir
	}
	return fs.ModeIrregular
}

func statOf(info os.FileInfo) stat {
	s := stat{mode: info.Mode().Type(), size: info.Size(), modTime: info.ModTime().UnixNano()}
	if system, ok := info.Sys().(*syscall.Stat_t); ok {
		s.inode = system.Ino
	}
	return s
}

// openFlags keep opening from waiting for a pipe, and from following a link.
const openFlags = os.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOFOLLOW
