package lessons

import (
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/host/catalog/lesson"
)

// Ensure each file that this package makes is known as its own, also while it is written, and
// no file of others.
func TestOwns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "reviews")
	folder := In(dir)
	must(t, folder.Write(Written{Path: filepath.Join(t.TempDir(), "L-aaaaa.md"), ID: "L-aaaaa", After: []byte("x"), At: noon}))
	must(t, folder.Change(func(k *Known) error {
		k.Put(File{Path: "/a", ID: "L-aaaaa", State: Active, Paths: []string{"db/**"}})
		return nil
	}))
	must(t, folder.Propose(lesson.Lesson{ID: "L-bbbbb", Title: "T", Text: "T"}, Origin{Session: "s1"}, 3))
	must(t, folder.Show("/w", []Shown{{ID: "L-bbbbb", Hash: "x"}}))
	must(t, folder.Decline("s1", "a.sql"))
	var names []string
	must(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if name, relErr := filepath.Rel(dir, path); err == nil && !entry.IsDir() {
			names, err = append(names, filepath.ToSlash(name)), relErr
		}
		return err
	}))
	if len(names) != 10 {
		t.Errorf("got %q, want the files of each store here", names)
	}
	for _, name := range append(names, "proposed/", ".known.json.123.tmp", ".standing.1.tmp", "proposed/.L-aaaaa.md.12.tmp", "proposed/..of-0123456789abcdef.waits.12.tmp") {
		if !Owns(name) {
			t.Errorf("%s counts as another's", name)
		}
	}
	for _, name := range []string{".", "notes/", "standing.md", "notes.json", "L-aaaaa.md", "proposed/known.json", "proposed/mine.md", "proposed/.of-mine", "proposed/deep/L-aaaaa.md", ".mine.1.tmp"} {
		if Owns(name) {
			t.Errorf("%s counts as ours", name)
		}
	}
}
