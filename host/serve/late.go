package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// lateRest is how long a workspace's hooks work alone after one of them waited in vain;
// those of other workspaces do not. By then a server that is stuck knows it, and refuses;
// one that was only slow has caught up.
const lateRest = 2 * time.Second

var errLate = errors.New("the server let a hook of this workspace wait in vain a moment ago")

// lateMark is a workspace's mark.
func (p Place) lateMark(workspace string) string {
	sum := sha256.Sum256([]byte(workspace))
	return p.Late + "-" + hex.EncodeToString(sum[:8])
}

// isLate reports whether a hook of a workspace has waited in vain of late.
func (p Place) isLate(workspace string) bool { return isRecent(p.lateMark(workspace)) }

// isRecent reports whether a mark counts. One of the future is of another clock.
func isRecent(mark string) bool {
	info, err := os.Lstat(mark)
	if err != nil {
		return false
	}
	age := time.Since(info.ModTime())
	return age >= 0 && age < lateRest
}

// forgetLate removes the marks that count no more, or all.
func (p Place) forgetLate(all bool) error {
	entries, err := os.ReadDir(p.Folder)
	if err != nil {
		return ignoreAbsent(err)
	}
	var failed error
	for _, entry := range entries {
		mark := filepath.Join(p.Folder, entry.Name())
		if strings.HasPrefix(mark, p.Late) && (all || !isRecent(mark)) {
			failed = errors.Join(failed, ignoreAbsent(os.Remove(mark)))
		}
	}
	return failed
}

// Late has hooks of the event's workspace leave the server alone for a while: for who
// has waited in vain. It needs no answer and may be called while Wait waits.
func (c *Call) Late() error { return c.place.markLate(c.workspace) }

func ignoreAbsent(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
