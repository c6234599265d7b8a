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
