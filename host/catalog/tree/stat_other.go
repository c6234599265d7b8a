package tree

import (
	"io/fs"

	"github.com/ed-irl/impressionism/host/catalog"
)

// statOf leaves the inode 0: a listing on Windows does not tell it.
func statOf(info fs.FileInfo) catalog.Stat {
	return catalog.Stat{Size: info.Size(), ModTime: info.ModTime().UnixNano()}
}
