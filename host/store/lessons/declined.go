package lessons

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
)

// declinedPrefix begins the names of files, beside the proposals, that say which questions the
// rulesets answered with no in a session.
const declinedPrefix = ".no-"

func (f Folder) declined(session string) string {
	sum := sha256.Sum256([]byte(session))
	return filepath.Join(f.proposals(), declinedPrefix+hex.EncodeToString(sum[:8]))
}

// question is another one once anything that is known of lessons changes.
func (f Folder) question(asked string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%v %s", f.stamp(), asked))
	return hex.EncodeToString(sum[:8])
}

// Declined reports whether a question was answered with no in a session, since anything that is
// known of lessons last changed.
func (f Folder) Declined(session, asked string) bool {
	data, err := foreign.Read(f.declined(session), markBytes)
	return err == nil && slices.Contains(strings.Fields(string(data)), f.question(asked))
}

// Decline notes that a question was answered with no in a session. One that asks too much is
// asked again.
func (f Folder) Decline(session, asked string) error {
	if err := os.MkdirAll(f.proposals(), 0o700); err != nil {
		return fmt.Errorf("note what is not told at a file: %w", err)
	}
	file, err := os.OpenFile(f.declined(session), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("note what is not told at a file: %w", err)
	}
	line := f.question(asked) + "\n" // at once: another process may append, too
	if info, sizeErr := file.Stat(); sizeErr == nil && info.Size()+int64(len(line)) <= markBytes {
		_, err = file.WriteString(line)
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("note what is not told at a file: %w", err)
	}
	return nil
}
