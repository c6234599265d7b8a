package foreign_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Ensure a file is read whole up to its limit and refused above.
func TestLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[int64]bool{9: false, 10: true, 11: true} {
		data, err := foreign.Read(path, limit)
		if want && (err != nil || len(data) != 10) || !want && !errors.Is(err, foreign.ErrTooLarge) {
			t.Errorf("limit %d: got %q, %v", limit, data, err)
		}
	}
	if _, err := foreign.Read(path+"-missing", 10); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want ErrNotExist", err)
	}
}

// Ensure a file of many gigabytes that occupies no disk is refused unread.
func TestSparse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, 1<<40)); err != nil {
		t.Skip(err)
	}
	if _, err := foreign.Read(path, 1<<20); !errors.Is(err, foreign.ErrTooLarge) {
		t.Errorf("got %v, want ErrTooLarge", err)
	}
}

// Ensure a folder's entries come by name, and the first of too many with an error.
func TestReadDir(t *testing.T) {
	folder := t.TempDir()
	for i := range 5 {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprint(4-i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if entries, err := foreign.ReadDir(folder, 5); err != nil || len(entries) != 5 || entries[0].Name() != "0" {
		t.Errorf("got %v, %v", entries, err)
	}
	if entries, err := foreign.ReadDir(folder, 4); !errors.Is(err, foreign.ErrTooLarge) || len(entries) != 4 {
		t.Errorf("got %v, %v; want four and ErrTooLarge", entries, err)
	}
	if entries, err := foreign.ReadDir(t.TempDir(), 4); err != nil || len(entries) != 0 {
		t.Errorf("an empty folder: got %v, %v", entries, err)
	}
}

// Ensure Matches finds what lies in a folder by name, whatever signs the folder's own path has.
func TestMatches(t *testing.T) {
	base := t.TempDir()
	for _, name := range []string{"a[1]/b.db", "a[1]/a.db", "a[1]/notes", "a[1]/c.db/x.db", "a1/d.db"} {
		if err := os.MkdirAll(filepath.Join(base, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	folder := filepath.Join(base, "a[1]")
	want := []string{filepath.Join(folder, "a.db"), filepath.Join(folder, "b.db"), filepath.Join(folder, "c.db")}
	if got := foreign.Matches(folder, "*.db"); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := foreign.Matches(filepath.Join(base, "absent"), "*"); got != nil {
		t.Errorf("of a folder that is not there: got %q", got)
	}
}

// Ensure Dir and Inside are file systems as others are.
func TestFileSystems(t *testing.T) {
	folder := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(folder, "in"), 0o700), os.WriteFile(filepath.Join(folder, "in", "file"), []byte("text"), 0o600)); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := errors.Join(fstest.TestFS(foreign.Dir(folder), "in/file"), fstest.TestFS(foreign.Inside(root), "in/file")); err != nil {
		t.Error(err)
	}
}
