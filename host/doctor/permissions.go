package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// permissions looks at who may read what is remembered, and whether it can be
// written.
func (e *exam) permissions() {
	data := filepath.Dir(e.Files.State)
	e.saw(areaPermissions, "data in "+data)
	for _, folder := range []string{data, filepath.Dir(e.Files.Config), e.Files.Models, e.Files.Cache} {
		e.folder(folder)
	}
	private := []string{data, e.Files.State, e.Files.Index, e.Files.Log}
	for _, path := range private {
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
			e.found("mode-open", path, fmt.Sprintf("Its mode is %v; others than you may read or change it.", mode))
		}
		if mode := info.Mode(); mode.IsRegular() && mode.Perm()&0o600 == 0o400 && e.UserID != 0 {
			e.found("not-writable", path, fmt.Sprintf("Its mode is %v; it can only be read.", mode.Perm()))
		}
		if owner, known := ownerOf(info); known && e.UserID >= 0 && owner != e.UserID {
			e.found("owner-other", path, fmt.Sprintf("It belongs to user %d, you are %d.", owner, e.UserID))
		}
	}
}

// folder looks whether a folder can be written, or made.
func (e *exam) folder(path string) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return // made when it is needed
	case err != nil:
		e.found("not-writable", path, fmt.Sprintf("%v.", err))
	case !info.IsDir():
		e.found("place-not-folder", path, "It is no folder.")
	default:
		probe, err := os.CreateTemp(path, ".doctor-*")
		if err != nil {
			e.found("not-writable", path, fmt.Sprintf("%v.", err))
			return
		}
		_ = errors.Join(probe.Close(), os.Remove(probe.Name())) // it was made, which is all that was asked
	}
}
