package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

// permissions looks at who may read what is remembered, and whether it can be
// written.
func (e *exam) permissions() {
	data := filepath.Dir(e.Files.State)
	e.saw(areaPermissions, "data in "+data)
	var seen []string
	for _, folder := range []string{data, filepath.Dir(e.Files.Config), e.Files.Models, e.Files.Cache} {
		if folder = nearest(folder); !slices.Contains(seen, folder) {
			seen = append(seen, folder)
			e.folder(folder)
		}
	}
	if info, err := os.Stat(e.Files.Rules); err == nil && !info.IsDir() {
		e.found("place-not-folder", e.Files.Rules, "It is no folder.")
	}
	private := []string{data, e.Files.State, e.Files.Index, e.Files.Log}
	for _, path := range private {
		info, err := os.Stat(path)
		if err != nil || path != data && !info.Mode().IsRegular() { // which is found elsewhere
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

// nearest returns a folder, or the one nearest above it that is seen, in which it is made when it
// is needed.
func nearest(folder string) string {
	for filepath.Dir(folder) != folder {
		if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
			break
		}
		folder = filepath.Dir(folder)
	}
	return folder
}

// folder looks whether a folder can be written.
func (e *exam) folder(path string) {
	info, err := os.Stat(path)
	switch {
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

// isShut reports whether the user may not enter a folder, or not see what is in it.
func isShut(folder string) bool {
	entries, err := os.ReadDir(folder)
	if err == nil && len(entries) > 0 {
		_, err = os.Lstat(filepath.Join(folder, entries[0].Name()))
	}
	return errors.Is(err, fs.ErrPermission)
}
