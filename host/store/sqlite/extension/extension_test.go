package extension

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "copy the files again from the modules that go.mod names")

const (
	driver  = "github.com/mattn/go-sqlite3"
	binding = "github.com/asg017/sqlite-vec-go-bindings"
)

// Ensure the copies are what the modules in go.mod have, so that SQLite and FTS5 are
// always of one version, and nobody changes them here.
func TestCopies(t *testing.T) {
	for copied, original := range map[string][]byte{
		"sqlite-vec.c":        read(t, binding, "cgo/sqlite-vec.c"),
		"sqlite-vec.h":        read(t, binding, "cgo/sqlite-vec.h"),
		"sqlite3.h":           read(t, driver, "sqlite3-binding.h"),
		"fts5-amalgamation.h": fts5(t, read(t, driver, "sqlite3-binding.c")),
	} {
		if *update {
			if err := os.WriteFile(copied, original, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(copied)
		if err != nil || !bytes.Equal(got, original) {
			t.Errorf("%s is not the modules' (%v); run: make generate", copied, err)
		}
	}
}

// fts5 returns the part of SQLite's amalgamation that is FTS5.
func fts5(t *testing.T, amalgamation []byte) []byte {
	t.Helper()
	begin := bytes.Index(amalgamation, []byte("/************** Begin file fts5.c "))
	end := bytes.Index(amalgamation, []byte("/************** Begin file stmt.c "))
	if begin < 0 || end < begin {
		t.Fatal("the amalgamation has no part fts5.c before stmt.c")
	}
	return amalgamation[begin:end]
}

// read returns a file of a module at the version that go.mod names.
func read(t *testing.T, module, name string) []byte {
	t.Helper()
	if _, err := os.ReadFile("../../../../go.mod"); err != nil { // go test answers from its cache else
		t.Fatal(err)
	}
	out, err := exec.Command("go", "mod", "download", "-json", module).Output()
	var downloaded struct{ Dir, Error string }
	if json.Unmarshal(out, &downloaded) != nil || downloaded.Dir == "" {
		t.Skipf("%s is not in the module cache and cannot be fetched: %v %s", module, err, downloaded.Error)
	}
	data, err := os.ReadFile(filepath.Join(downloaded.Dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return data
}
