package client

import (
	"path/filepath"
	"testing"
)

// Ensure that paths in settings resolve against what is known.
func TestResolve(t *testing.T) {
	for path, want := range map[string]string{
		"~": "/u", "~/a": "/u/a", "~x": "/w/~x", "b/../c": "/w/c", "/d/": "/d", "": "",
	} {
		if got := Resolve(path, "/u", "/w"); got != filepath.FromSlash(want) {
			t.Errorf("Resolve(%q): got %q, want %q", path, got, want)
		}
	}
	if got := Resolve("~/a", "", "/w"); got != "" {
		t.Errorf("without a home: got %q, want nothing", got)
	}
}
