package project

import (
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/code/home"
	"github.com/ed-irl/impressionism/host/store/places"
)

// StrayAge is how long an index is kept whose folder is gone and may come back, as with its disk.
const StrayAge = 30 * 24 * time.Hour

// StrayIndex is a database that no folder belongs to any more, or that cannot be read.
type StrayIndex struct {
	Home    Home // its Tree is one of those that it was of; "" where it cannot be read
	Bytes   int64
	Written time.Time
	Err     error // why it cannot be read; nil: its folders are gone, or became or left a repository
}

// Stray returns the databases in a folder of indexes that no folder belongs to.
func Stray(indexes string) ([]StrayIndex, error) {
	entries, err := os.ReadDir(indexes)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var stray []StrayIndex
	for _, entry := range entries {
		file := filepath.Join(indexes, entry.Name())
		info, err := entry.Info()
		if !isOurs(entry.Name()) || err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
			continue // it is another's, gone, or just begun
		}
		s := StrayIndex{Home: Home{File: file}, Bytes: info.Size(), Written: info.ModTime()}
		trees, err := home.TreesOf(file)
		if s.Err = err; err == nil {
			if slices.ContainsFunc(trees, func(tree string) bool { return isThere(tree) && home.FileOf(indexes, tree) == file }) || len(trees) == 0 {
				continue
			}
			s.Home.Tree = trees[0]
		}
		stray = append(stray, s)
	}
	return stray, nil
}

// isThere reports whether a folder is not known to be gone.
func isThere(folder string) bool {
	_, err := os.Lstat(folder)
	return !errors.Is(err, os.ErrNotExist)
}

// Later reports whether a later version of the program wrote the database.
func (s StrayIndex) Later() bool { return s.Err != nil && places.IsNewer(s.Home.File) }

// Other reports whether another version of the program wrote the database.
func (s StrayIndex) Other() bool { return places.IsOtherSchema(s.Err) }

// DropStray deletes the databases that no folder belongs to and that nobody has written to since
// a moment. What cannot be read stays.
func DropStray(indexes string, since time.Time) (dropped []StrayIndex, err error) {
	stray, err := Stray(indexes)
	if err != nil {
		return nil, err
	}
	for _, s := range stray {
		if s.Err != nil || !s.Written.Before(since) {
			continue
		}
		if err := places.Drop(s.Home.File); err != nil {
			return dropped, err
		}
		dropped = append(dropped, s)
	}
	return dropped, nil
}

// isOurs reports whether a name is one that fileOf gives.
func isOurs(name string) bool {
	stem, isDatabase := strings.CutSuffix(name, ".db")
	_, err := hex.DecodeString(stem)
	return isDatabase && err == nil && len(stem) == 2*home.NameBytes
}

// DropAll deletes all databases in a folder of indexes, and returns how many there were.
func DropAll(indexes string) (n int, err error) {
	entries, err := os.ReadDir(indexes)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	for _, entry := range entries {
		if !isOurs(entry.Name()) || !entry.Type().IsRegular() {
			continue
		}
		if err := places.Drop(filepath.Join(indexes, entry.Name())); err != nil {
			return n, err
		}
		n++
	}
	return n, err
}
