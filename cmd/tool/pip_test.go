package tool

import (
	"os"
	"path/filepath"
	"testing"
)

// Ensure that a package takes the place of the last one only when it is whole, and
// that nothing else is left behind.
func TestPipInstall(t *testing.T) {
	dir := t.TempDir()
	python, folder := filepath.Join(dir, "python"), filepath.Join(dir, "tools", "zig")
	for _, c := range []struct {
		end, want string
		fails     bool
	}{{"", "fresh==1", false}, {"exit 1", "fresh==1", true}, {"", "fresher==2", false}} {
		// The last argument is the package, the one two before it the target.
		script := "#!/bin/sh\nwhile [ $# -gt 3 ]; do shift; done\nmkdir \"$1\" && echo \"$3\" >\"$1/package\"\n" + c.end + "\n"
		if err := os.WriteFile(python, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		packaged := c.want
		if c.fails {
			packaged = "broken==1"
		}
		if err := PipInstall(t.Context(), python, folder, packaged); (err != nil) != c.fails {
			t.Errorf("%s: got %v", packaged, err)
		}
		if got, err := os.ReadFile(filepath.Join(folder, "package")); err != nil || string(got) != c.want+"\n" {
			t.Errorf("%s: got %q, %v, want %q", packaged, got, err, c.want)
		}
		if left, err := os.ReadDir(filepath.Dir(folder)); err != nil || len(left) != 1 {
			t.Errorf("%s: got %v, %v beside it", packaged, left, err)
		}
	}
}
