//go:build linux || darwin

package tools

import (
	"io/fs"
	"syscall"
)

// ownerOf returns the user to whom a file belongs.
func ownerOf(info fs.FileInfo) (int, bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(stat.Uid), true
}
