package project

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/store/places"
)

// StrayIndex is a database that no folder belongs to any more, or that cannot be read.
type StrayIndex struct {
	Home    Home // its Tree is one of those that it was of; "" where it cannot be read
	Bytes   int64
	Written time.Time
	Err     error // why it cannot be read; nil: its folders are gone, or became or left a repository
}

// Stray returns the databases in a folder of indexes that no folder belongs to.
func Stray(indexes string) ([]StrayIndex, error) {
	names, err := filepath.Glob(filepath.Join(indexes, "*.db"))
	if err != nil {
		return nil, err
	}
	var stray []StrayIndex
	for _, file := range names {
		info, err := os.Lstat(file)
		if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
			continue // it is gone, or just begun
		}
		s := StrayIndex{Home: Home{File: file}, Bytes: info.Size(), Written: info.ModTime()}
		trees, err := treesOf(file)
		if s.Err = err; err == nil {
			if slices.ContainsFunc(trees, func(tree string) bool { return isThere(tree) && fileOf(indexes, tree) == file }) || len(trees) == 0 {
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

// Drop deletes the database; what another program wrote stays.
func (s StrayIndex) Drop() error { return places.Drop(s.Home.File) }
