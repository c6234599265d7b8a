//go:build !windows

package tree

import (
	"io/fs"
	"syscall"

	"github.com/ed-irl/impressionism/host/catalog"
)

func statOf(info fs.FileInfo) catalog.Stat {
	stat := catalog.Stat{Size: info.Size(), ModTime: info.ModTime().UnixNano()}
	if system, ok := info.Sys().(*syscall.Stat_t); ok {
		stat.Inode = system.Ino
	}
	return stat
}
