package lessons

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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

// Show notes the ids of the lessons that a person is shown, in their order, so that a number
// names what stood beside it.
func (f Folder) Show(workspace string, ids []string) error {
	path := f.shown(workspace)
	err := removed(path) // where the disk is full, no number holds for an earlier list
	if err == nil && len(ids) > 0 {
		if err = os.MkdirAll(f.proposals(), 0o700); err == nil {
			err = atomicfile.WriteFile(path, []byte(strings.Join(ids, "\n")+"\n"), 0o600)
		}
	}
	if err != nil {
		return fmt.Errorf("note which number is whose: %w; say yes and no by id", err)
	}
	return nil
}

// Shown returns the ids that were shown last; nil: none were.
func (f Folder) Shown(workspace string) ([]string, error) {
	data, err := foreign.Read(f.shown(workspace), markBytes)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read which number is whose: %s", foreign.Reason(err))
	}
	return strings.Fields(string(data)), nil
}
