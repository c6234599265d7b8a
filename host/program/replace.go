package program

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Dir is the program's folder in the data folder: an unpacked archive.
const Dir = "program"

const (
	previous = ".previous" // what there was, until the fresh one has run
	partial  = ".partial."
)

// Binary is where a program's folder has the program.
func Binary(folder, goos string) string {
	name := "impressionism"
	if goos == "windows" {
		name += ".exe"
	}
	return filepath.Join(folder, "bin", name)
}

// Replace puts the content of an archive in the folder, as Take returns it, in the place of
// data/program. Check is asked about the unpacked program before anything is moved and again
// in its place; when it says no, everything is as it was.
func (s Scratch) Replace(archive, goos string, check func(binary string) error) error {
	unpacked := filepath.Join(s.folder, "unpacked")
	if err := os.Mkdir(unpacked, dirMode); err != nil {
		return err
	}
	if err := Unpack(archive, unpacked); err != nil {
		return fmt.Errorf("unpack the archive: %w", err)
	}
	top, err := findTop(unpacked, goos)
	if err != nil {
		return fmt.Errorf("unpack the archive: %w", err)
	}
	if err := check(Binary(top, goos)); err != nil {
		return err
	}
	return swap(filepath.Join(s.data, Dir), top, func(folder string) error { return check(Binary(folder, goos)) })
}

// findTop returns the folder that holds bin/: the archive's own or its only one.
func findTop(folder, goos string) (string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	tops := []string{folder}
	for _, entry := range entries {
		tops = append(tops, filepath.Join(folder, entry.Name()))
	}
	for _, top := range tops {
		if info, err := os.Stat(Binary(top, goos)); err == nil && info.Mode().IsRegular() {
			return top, nil
		}
	}
	return "", errors.New("there is no bin/impressionism in it; is it an archive of impressionism?")
}

// swap puts fresh in the place of folder, and back again if check then fails.
func swap(folder, fresh string, check func(folder string) error) error {
	kept := folder + previous
	if err := restore(folder, kept); err != nil {
		return err
	}
	if err := os.Rename(folder, kept); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err := os.Rename(fresh, folder)
	if err == nil {
		err = check(folder)
	}
	if err == nil {
		return os.RemoveAll(kept)
	}
	if back := errors.Join(os.RemoveAll(folder), restore(folder, kept)); back != nil {
		return fmt.Errorf("%w; what there was is in %s: %w", err, kept, back)
	}
	return err
}

// restore brings back what an interrupted swap left, and drops it where the swap
// had come to its end.
func restore(folder, kept string) error {
	if _, err := os.Stat(kept); err != nil {
		return nil // there is nothing to bring back
	}
	if _, err := os.Stat(folder); err == nil {
		return os.RemoveAll(kept)
	}
	return os.Rename(kept, folder)
}
