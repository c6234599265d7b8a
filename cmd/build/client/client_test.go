package client

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/client/claude/clienttest"
)

// Ensure every client that tests run is pinned by hashes, and that nothing pinned
// says where it comes from: that is the package manager's configuration.
func TestPins(t *testing.T) {
	for _, version := range clienttest.Versions() {
		data, err := fs.ReadFile(pins, path.Join("pins", version, "package-lock.json"))
		if err != nil {
			t.Fatal(err)
		}
		var lock struct {
			Packages map[string]struct{ Version, Integrity string }
		}
		if err := json.Unmarshal(data, &lock); err != nil {
			t.Fatal(err)
		}
		for name, locked := range lock.Packages {
			if name != "" && (locked.Version != version || !strings.HasPrefix(locked.Integrity, "sha512-")) {
				t.Errorf("%s: %s is %+v", version, name, locked)
			}
		}
		if len(lock.Packages) < 2 || strings.Contains(string(data), "://") {
			t.Errorf("%s: %d packages, or an address", version, len(lock.Packages))
		}
	}
}

// Ensure the platform's program takes the place of the package's placeholder, and
// that of the usual C library where both are there.
func TestPutProgram(t *testing.T) {
	scratch := t.TempDir()
	write := func(folder, name, text string) {
		folder = filepath.Join(scratch, "1.2.3", "node_modules", "@anthropic-ai", folder)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("claude-code/bin", "claude.exe", "placeholder")
	if err := putProgram(scratch, "1.2.3"); err == nil || !strings.Contains(err.Error(), "no program for this platform") {
		t.Errorf("got %v", err)
	}
	write("claude-code-linux-x64-musl", "claude", "the other")
	write("claude-code-linux-x64", "claude", "the program")
	write("claude-code-linux-x64", "package.json", "{}")
	if err := putProgram(scratch, "1.2.3"); err != nil {
		t.Fatal(err)
	}
	program := clienttest.Program(scratch, "1.2.3")
	data, err := os.ReadFile(program)
	if err != nil || string(data) != "the program" {
		t.Errorf("got %q, %v", data, err)
	}
	if info, err := os.Stat(program); err != nil || info.Mode().Perm()&0o111 == 0 {
		t.Errorf("it cannot be run: %v, %v", info.Mode(), err)
	}
}

// Ensure a program that is not the pinned version is not taken for it.
func TestCheck(t *testing.T) {
	folder := t.TempDir()
	program := clienttest.Program(folder, "1.2.3")
	if err := os.MkdirAll(filepath.Dir(program), 0o755); err != nil {
		t.Fatal(err)
	}
	for said, want := range map[string]bool{"1.2.3 (Claude Code)": true, "1.2.3": true, "1.2.30 (Claude Code)": false, "": false} {
		if err := os.WriteFile(program, []byte("#!/bin/sh\necho '"+said+"'\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := check(t.Context(), folder, "1.2.3"); (err == nil) != want {
			t.Errorf("%q: got %v", said, err)
		}
	}
}
