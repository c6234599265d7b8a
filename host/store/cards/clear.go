package cards

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Name is the hash under which the card for a text is listed: lower-case hexadecimal, by
// which every method finds the same card.
func (f Folder) Name(hash string) string {
	return strings.TrimSuffix(filepath.Base(f.path(hash)), suffix)
}

// Clear removes all files of cards, those that are no card and what a killed process left
// included, then the folder if nothing else is in it. It returns how many cards there were.
func (f Folder) Clear() (n int, err error) {
	entries, err := os.ReadDir(f.dir)
	if f.dir == "" || errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("remove cards: %w", err)
	}
	for _, entry := range entries {
		name := entry.Name()
		left := strings.HasPrefix(name, ".") && strings.HasSuffix(name, ".tmp")
		if entry.IsDir() || !left && !strings.HasSuffix(name, suffix) {
			continue
		}
		if err := os.Remove(filepath.Join(f.dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return n, fmt.Errorf("remove cards: %w", err)
		}
		if !left {
			n++
		}
	}
	_ = os.Remove(f.dir) // it stays where something else is in it
	return n, nil
}
