package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Mended is what was done about a finding.
type Mended struct {
	Code  string `json:"code"`
	Where string `json:"where"`
	Did   string `json:"did,omitempty"`
	Error string `json:"error,omitempty"` // why it could not be mended
}

// Mend does what Do says for findings that are fixable. It touches this program's
// own files alone, and deletes nothing that cannot be made again. A plugin's files are
// its author's, settings are the user's and the client's: a change there can switch off
// more than it mends.
func Mend(findings []Finding, now time.Time) []Mended {
	var mended []Mended
	for _, f := range findings {
		mend := mends[f.Code]
		if mend == nil || !f.Fixable {
			continue
		}
		m := Mended{Code: f.Code, Where: f.file}
		did, err := mend(f.file, now)
		if err != nil {
			m.Error = err.Error()
		} else {
			m.Did = did
		}
		mended = append(mended, m)
	}
	return mended
}

var mends = map[string]func(path string, now time.Time) (string, error){
	"mode-open":         closeMode,
	"index-damaged":     rebuild,
	"index-schema":      rebuild,
	"state-damaged":     salvage,
	"install-leftovers": removeLeftovers,
}

// closeMode takes the rights of others away, and no other.
func closeMode(path string, _ time.Time) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	mode := info.Mode().Perm() &^ 0o077
	if err := os.Chmod(path, mode); err != nil {
		return "", err
	}
	return fmt.Sprintf("its mode is %v now", mode), nil
}

// rebuild empties the index: everything in it is made again from the files.
func rebuild(path string, _ time.Time) (string, error) {
	x, err := index.Open(path)
	if err != nil {
		return "", err
	}
	defer x.Close()
	if err := x.Rebuild("doctor found it damaged"); err != nil {
		return "", err
	}
	return "it is empty now; the next event fills it, or impressionism index", nil
}

func salvage(path string, now time.Time) (string, error) {
	report, err := session.Salvage(path, now)
	return report.String(), err
}

func removeLeftovers(path string, _ time.Time) (string, error) {
	if filepath.Base(path) != leftovers {
		return "", fmt.Errorf("%s is none of ours", path)
	}
	return "it was removed", os.RemoveAll(path)
}
