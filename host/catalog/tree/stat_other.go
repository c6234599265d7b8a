//go:build !linux && !darwin

package tree

import (
	"io/fs"
	"os"

	"github.com/ed-irl/impressionism/host/catalog"
)

// statOf leaves the inode 0: a listing on Windows does not tell it.
// StatOf returns the stat of a file that was looked at.
func StatOf(info fs.FileInfo) catalog.Stat {
	return catalog.Stat{Size: info.Size(), ModTime: info.ModTime().UnixNano()}
}

// look is os.Lstat: what a file is, and its mode.
func look(path string) (catalog.Stat, fs.FileMode, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return catalog.Stat{}, 0, err
	}
	return StatOf(info), info.Mode(), nil
}
