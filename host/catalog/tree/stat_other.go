//go:build !linux && !darwin

package tree

import (
	"io/fs"

	"github.com/ed-irl/impressionism/host/catalog"
)

// StatOf returns the stat of a file that was looked at. It leaves the inode 0: a listing on
// Windows does not tell it.
func StatOf(info fs.FileInfo) catalog.Stat {
	return catalog.Stat{Size: info.Size(), ModTime: info.ModTime().UnixNano()}
}
