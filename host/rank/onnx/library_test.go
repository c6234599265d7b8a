package onnx

import (
	"strings"
	"testing"
)

// Ensure an older library is refused unopened: asking it prints to stderr.
func TestRecent(t *testing.T) {
	for version, want := range map[string]bool{
		"1.24.0": true, "1.27.0": true, "2.0": true, "1.23.9": false, "0.99": false, "": false, "1": false, "x.30": false,
	} {
		if got := recent(version); got != want {
			t.Errorf("%q: got %t", version, got)
		}
	}
}

// Ensure every platform's library is described, and others are told that they
// stay lexical.
func TestLibrary(t *testing.T) {
	library, err := LoadLibraryManifest()
	if err != nil {
		t.Fatal(err)
	}
	if !recent(library.Version) {
		t.Errorf("version %s is older than %s", library.Version, libraryVersionMin)
	}
	for _, platform := range [][2]string{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"}} {
		file, err := library.For(platform[0], platform[1])
		if err != nil || len(file.SHA256) != 64 || file.Bytes < 1<<20 || len(file.Origins) == 0 {
			t.Errorf("%v: got %+v, %v", platform, file, err)
		}
	}
	if _, err := library.For("darwin", "amd64"); err == nil || !strings.Contains(err.Error(), "lexical") {
		t.Errorf("darwin/amd64: got %v", err)
	}
}
