package git

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// Ensure git is not run where it would take files of a working tree for a repository, also a git
// that does not know the setting, and is run below a .git.
func TestPlanted(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{
		"tree/.git/HEAD", "tree/.git/objects/x", "tree/.git/refs/x", "tree/below/x",
		"tree/planted/HEAD", "tree/planted/objects/x", "tree/planted/refs/x", "tree/planted/below/x",
		"tree/shared/HEAD", "tree/shared/commondir", "tree/half/HEAD", "tree/half/refs/x", "tree/planted/sub/.git",
	} {
		path := filepath.Join(base, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	planted := map[string]bool{
		"tree": false, "tree/below": false, "tree/half": false, "tree/planted/sub": false, "absent": false,
		"tree/planted": true, "tree/planted/below": true, "tree/planted/absent": true, "tree/shared": true,
	}
	if err := os.Symlink(filepath.Join("planted", "below"), filepath.Join(base, "tree", "link")); err == nil { // Windows may not allow it
		planted["tree/link"] = true
	}
	absent := Program{Path: filepath.Join(base, "git")}
	for folder, want := range planted {
		if err := absent.Run(t.Context(), filepath.Join(base, folder), io.Discard, "x"); errors.Is(err, ErrPlanted) != want || err == nil {
			t.Errorf("%s: got %v", folder, err)
		}
	}
}
