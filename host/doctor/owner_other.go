//go:build !linux && !darwin

package doctor

import (
	"errors"
	"io/fs"
)

func ownerOf(fs.FileInfo) (int, bool) { return 0, false }

// FreeBytes is the room that this user has left on the disk of a folder.
func FreeBytes(string) (uint64, error) { return 0, errors.ErrUnsupported }
