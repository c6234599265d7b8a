package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzUnpack holds that no archive writes outside its folder, or ends in a panic.
func FuzzUnpack(f *testing.F) {
	for _, name := range []string{"a.tar.gz", "a.zip"} {
		data, err := os.ReadFile(archive(f, name, map[string]string{"top/bin/impressionism": "x", "../y": "y"}))
		check(f, err)
		f.Add(data, strings.HasSuffix(name, ".zip"))
	}
	f.Fuzz(func(t *testing.T, data []byte, zipped bool) {
		outer, name := t.TempDir(), "a.tar.gz"
		if zipped {
			name = "a.zip"
		}
		path, inner := filepath.Join(outer, name), filepath.Join(outer, "in")
		check(t, os.WriteFile(path, data, 0o600))
		check(t, os.Mkdir(inner, 0o700))
		_ = Unpack(t.Context(), path, inner) // whatever it says
		if entries, err := os.ReadDir(outer); err != nil || len(entries) != 2 {
			t.Errorf("outside there are %v, %v", entries, err)
		}
	})
}
