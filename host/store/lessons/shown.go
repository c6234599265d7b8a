package lessons

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/atomicfile"
	"github.com/ed-irl/impressionism/host/foreign"
)

// shownPrefix begins the names of files, beside the proposals, that say what a person was shown
// of what waits in a workspace.
const shownPrefix = ".shown-"

func (f Folder) shown(workspace string) string {
	sum := sha256.Sum256([]byte(workspace))
	return filepath.Join(f.proposals(), shownPrefix+hex.EncodeToString(sum[:8]))
}

// shownBytesMax bounds what is noted of one review: some 800 lessons, more than may wait.
const shownBytesMax = 64 << 10

// Shown is a lesson that waits, as a person was shown it.
type Shown struct {
	ID   string
	Hash string // of what a yes keeps
}

// Show notes the lessons that a person is shown, in their order, so that a number names what
// stood beside it, and a yes is to what was shown.
func (f Folder) Show(workspace string, all []Shown) error {
	path := f.shown(workspace)
	err := removed(path) // where the disk is full, no number holds for an earlier list
	if err == nil && len(all) > 0 {
		if err = os.MkdirAll(f.proposals(), 0o700); err == nil {
			err = atomicfile.WriteFile(path, shownLines(all), 0o600)
		}
	}
	if err != nil {
		return fmt.Errorf("note which number is whose: %w; say yes and no by id", err)
	}
	return nil
}

// Saw notes that a person has seen what a lesson is now, if it was among those shown last as it
// was.
func (f Folder) Saw(workspace string, was Shown, hash string) error {
	all, err := f.Shown(workspace)
	at := slices.Index(all, was)
	if err != nil || at < 0 {
		return err
	}
	all[at].Hash = hash
	return f.Show(workspace, all)
}

// Shown returns the lessons that were shown last; nil: none were.
func (f Folder) Shown(workspace string) (all []Shown, err error) {
	data, err := foreign.Read(f.shown(workspace), shownBytesMax)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read which number is whose: %s", foreign.Reason(err))
	}
	for line := range strings.Lines(string(data)) {
		id, hash, whole := strings.Cut(strings.TrimSpace(line), " ")
		if !whole {
			return nil, nil // not as Show writes it: no number holds
		}
		all = append(all, Shown{id, hash})
	}
	return all, nil
}

func shownLines(all []Shown) []byte {
	var lines []byte
	for _, one := range all {
		line := one.ID + " " + one.Hash + "\n"
		if len(lines)+len(line) > shownBytesMax {
			break // the rest has no number
		}
		lines = append(lines, line...)
	}
	return lines
}
