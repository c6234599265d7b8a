package lessons

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/host/catalog/tree"
)

// Ensure that the file which every use of a tool reads has the lessons that may be told and are
// about files, and no others, also none that a person said no to; that it is gone where there is none; and that a damaged one is an
// error which the next change mends.
func TestGlobs(t *testing.T) {
	folder := In(t.TempDir())
	path := filepath.Join(folder.dir, globsFile)
	put := func(files ...File) {
		t.Helper()
		err := folder.Change(func(k *Known) error {
			for _, file := range files {
				k.Put(file)
			}
			k.Say("kept", true, k.NoticedAt)
			k.Say("no", false, k.NoticedAt)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	put(File{Path: "/a", ID: "L-aaaa2", State: Active})
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("no lesson is about files, and the file is there: %v", err)
	}
	put(
		File{Path: "/b", ID: "L-bbbb2", State: Active, Hash: "kept", Project: "/w", Paths: []string{"db/**"}},
		File{Path: "/c", ID: "L-cccc2", State: Unreviewed, Paths: []string{"db/**"}},
		File{Path: "/d", ID: "L-dddd2", State: Active, By: "L-bbbb2", Paths: []string{"db/**"}},
		File{Path: "/f", ID: "L-ffff2", State: Active, Hash: "no", Paths: []string{"db/**"}},
		File{Path: "/e", ID: "L-eeee2", State: Withheld, Paths: []string{"db/**"}},
	)
	globs, err := folder.Globs()
	if err != nil || len(globs) != 1 || globs[0].ID != "L-bbbb2" || !globs[0].Kept {
		t.Fatalf("got %+v, %v", globs, err)
	}
	if err := os.WriteFile(path, []byte("<<<"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := folder.Globs(); err == nil {
		t.Error("a damaged file is no error")
	}
	put(File{Path: "/b", ID: "L-bbbb2", State: Unreviewed, Paths: []string{"db/**"}})
	if globs, err := folder.Globs(); err != nil || len(globs) != 0 {
		t.Errorf("after the last one is withheld: %+v, %v", globs, err)
	}
}

// Ensure that a lesson whose file is gone, changed or another one is not asked about.
func TestGlobIsAsItWas(t *testing.T) {
	path := filepath.Join(t.TempDir(), "L-bbbb2.md")
	if err := os.WriteFile(path, []byte("Text."), 0o600); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	folder := In(t.TempDir())
	err = folder.Change(func(k *Known) error {
		k.Put(File{Path: path, ID: "L-bbbb2", Stat: tree.StatOf(info), State: Active, Paths: []string{"db/**"}})
		return nil
	})
	globs, more := folder.Globs()
	if errors.Join(err, more) != nil || len(globs) != 1 || !globs[0].IsAsItWas() {
		t.Fatalf("got %+v, %v, %v", globs, err, more)
	}
	if err := os.WriteFile(path, []byte("Another text."), 0o600); err != nil {
		t.Fatal(err)
	}
	if globs[0].IsAsItWas() {
		t.Error("it changed")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if globs[0].IsAsItWas() {
		t.Error("it is gone")
	}
}

// Ensure that paths are a project's own: relative to it where the workspace is a folder of it,
// and none of another project's.
func TestGlobNames(t *testing.T) {
	project, user := Glob{Project: "/w", Paths: []string{"db/**"}}, Glob{Paths: []string{"db/**"}}
	for _, c := range []struct {
		glob            Glob
		workspace, file string
		want            bool
	}{
		{project, "/w", "db/1.sql", true},
		{project, "/w/db", "1.sql", true},
		{project, "/w/app", "db/1.sql", false},
		{project, "/other", "db/1.sql", false},
		{project, "/", "db/1.sql", false},
		{project, "/", "w/db/1.sql", true},
		{user, "/other", "db/1.sql", true},
		{user, "/other", "src/db.go", false},
	} {
		if got := c.glob.Names(c.workspace, c.file); got != c.want {
			t.Errorf("%+v in %s: %s: got %t", c.glob, c.workspace, c.file, got)
		}
	}
}
