package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/dist/pack"
)

// archive packs one program as a release would.
func archive(t testing.TB, name string) string {
	t.Helper()
	output := filepath.Join(t.TempDir(), name)
	entries := []pack.Entry{{Name: "impressionism/bin/impressionism", Data: []byte("program"), Executable: true}}
	if err := pack.Write(output, entries, time.Unix(1_800_000_000, 0)); err != nil {
		t.Fatal(err)
	}
	return output
}

// Ensure what is tried is what was packed, and can be started.
func TestUnpack(t *testing.T) {
	for _, name := range []string{"a.tar.gz", "a.zip"} {
		home := t.TempDir()
		if err := unpack(archive(t, name), home); err != nil {
			t.Fatal(err)
		}
		program := newTrial(home, []string{"emulator"}).start[1]
		data, err := os.ReadFile(program)
		if err != nil || string(data) != "program" {
			t.Errorf("%s: got %q, %v", name, data, err)
		}
		if info, err := os.Stat(program); err != nil || info.Mode().Perm()&0o100 == 0 {
			t.Errorf("%s: it cannot be started: %v, %v", name, info, err)
		}
	}
}

// Ensure no archive writes outside of the folder that it is unpacked into.
func FuzzUnpack(f *testing.F) {
	for _, name := range []string{"a.tar.gz", "a.zip"} {
		data, err := os.ReadFile(archive(f, name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, name == "a.zip")
	}
	f.Fuzz(func(t *testing.T, data []byte, zipped bool) {
		parent := t.TempDir()
		name := filepath.Join(parent, "archive.tar.gz")
		if zipped {
			name = filepath.Join(parent, "archive.zip")
		}
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		_ = unpack(name, filepath.Join(parent, "in", "side")) // most are no archives
		entries, err := os.ReadDir(parent)
		if err != nil || len(entries) > 2 {
			t.Errorf("%d entries beside the folder, %v", len(entries)-2, err)
		}
	})
}
