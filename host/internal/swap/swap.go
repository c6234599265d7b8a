// Package swap puts a folder in the place of another one. Whoever looks at the place sees
// the former folder or the complete one.
package swap

import (
	"errors"
	"io/fs"
	"os"
)

// Folders has the folders at two paths change places, in one step where the file system can
// do that. Elsewhere it takes three, of which an interruption may leave the first: what was
// at path is then at aside, which is to be free beforehand. Where there is nothing at path,
// the folder at with moves there.
func Folders(path, with, aside string) error {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return os.Rename(with, path)
	}
	if err := exchange(path, with); err == nil || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return inSteps(path, with, aside)
}

// inSteps is Folders on a file system that exchanges nothing.
func inSteps(path, with, aside string) error {
	if err := os.Rename(path, aside); err != nil {
		return err
	}
	if err := os.Rename(with, path); err != nil {
		return errors.Join(err, os.Rename(aside, path))
	}
	return os.Rename(aside, with)
}
