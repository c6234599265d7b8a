package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/build/dist/pack"
	"github.com/ed-irl/impressionism/host/program"
)

// archive packs one program as a release would.
func archive(t *testing.T, name string) string {
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
		if err := program.Unpack(t.Context(), archive(t, name), home); err != nil {
			t.Fatal(err)
		}
		binary := newTrial(home, []string{"emulator"}).start[1]
		data, err := os.ReadFile(binary)
		if err != nil || string(data) != "program" {
			t.Errorf("%s: got %q, %v", name, data, err)
		}
		if info, err := os.Stat(binary); err != nil || info.Mode().Perm()&0o100 == 0 {
			t.Errorf("%s: it cannot be started: %v, %v", name, info, err)
		}
	}
}
