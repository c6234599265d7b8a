package main

import (
	"os"
	"path/filepath"
	"testing"
)

// Ensure that a file of the user's is replaced whole or stays as it was, and that
// nothing else is left in its folder either way.
func TestReplaceFile(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "config.yaml")
	for _, content := range []string{"first", "", "second, longer"} {
		must(t, replaceFile(name, []byte(content)))
		if got, err := os.ReadFile(name); err != nil || string(got) != content {
			t.Errorf("got %q, %v, want %q", got, err, content)
		}
	}
	taken := filepath.Join(folder, "taken")
	must(t, os.MkdirAll(filepath.Join(taken, "inner"), 0o700))
	if err := replaceFile(taken, []byte("x")); err == nil {
		t.Error("a folder was replaced by a file")
	}
	if err := replaceFile(filepath.Join(folder, "absent", "file"), nil); err == nil {
		t.Error("a file was written into a folder that is not there")
	}
	left, err := os.ReadDir(folder)
	must(t, err)
	if len(left) != 2 {
		t.Errorf("left: %v", left)
	}
}
