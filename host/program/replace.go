package program

import (
	"context"
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
// in its place; when it says no, everything is as it was, unless the error is ErrAside. Left
// is a folder with what could not be deleted of the former program; mostly empty.
func (s Scratch) Replace(ctx context.Context, archive, goos string, check func(binary string) error) (left string, err error) {
	unpacked := filepath.Join(s.folder, "unpacked")
	if err := os.Mkdir(unpacked, dirMode); err != nil {
		return "", err
	}
	if err := Unpack(ctx, archive, unpacked); err != nil {
		return "", fmt.Errorf("unpack the archive: %w", err)
	}
	top, err := findTop(unpacked, goos)
	if err != nil {
		return "", fmt.Errorf("unpack the archive: %w", err)
	}
	if err := check(Binary(top, goos)); err != nil {
		return "", err
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

// ErrAside reports that what there was could not be brought back after a check said no.
var ErrAside = errors.New("what there was is not in its place")

// swap puts fresh in the place of folder, and back again if check then fails. Left is where
// something remains of what was there.
func swap(folder, fresh string, check func(folder string) error) (left string, err error) {
	kept := folder + previous
	if err := restore(folder, kept); err != nil {
		return "", err
	}
	if err := os.Rename(folder, kept); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	err = os.Rename(fresh, folder)
	if err == nil {
		err = check(folder)
	}
	if err == nil {
		return discard(kept), nil
	}
	if back := putBack(folder, kept); back != nil {
		return "", fmt.Errorf("%w; %w: %w; rename %s to %s by hand", err, ErrAside, back, kept, folder)
	}
	return "", err
}

// putBack brings kept to the place of a folder that is not wanted.
func putBack(folder, kept string) error {
	if discard(folder) == folder {
		return fmt.Errorf("%s can neither be deleted nor moved away", folder)
	}
	return restore(folder, kept)
}

// Mend brings back a program that an interrupted replacement moved away, and reports whether
// one is there.
func (s Scratch) Mend() (bool, error) {
	folder := filepath.Join(s.data, Dir)
	if _, err := os.Stat(folder); err == nil {
		return true, nil
	}
	if err := restore(folder, folder+previous); err != nil {
		return false, fmt.Errorf("bring back the program that an interrupted upgrade moved away: %w", err)
	}
	_, err := os.Stat(folder)
	return err == nil, nil
}

// restore brings back what an interrupted swap left, and drops it where the swap
// had come to its end.
func restore(folder, kept string) error {
	if _, err := os.Stat(kept); err != nil {
		return nil // there is nothing to bring back
	}
	if _, err := os.Stat(folder); err != nil {
		return os.Rename(kept, folder)
	}
	if discard(kept) == kept {
		return fmt.Errorf("%s is left of an earlier upgrade and can neither be deleted nor moved away; delete it", kept)
	}
	return nil
}

// discard deletes a folder or, where that fails as below a read-only one, moves it out of the
// way. It returns where something is left of it; empty: nothing is.
func discard(folder string) (left string) {
	if os.RemoveAll(folder) == nil {
		return ""
	}
	aside, err := os.MkdirTemp(filepath.Dir(folder), Dir+partial)
	if err != nil || os.Remove(aside) != nil || os.Rename(folder, aside) != nil {
		return folder
	}
	return aside
}
