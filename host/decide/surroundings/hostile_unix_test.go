//go:build unix

package surroundings

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Ensure that nothing in a workspace makes the look endless or leads it out:
// pipes, links, crowds of folders and files, giant manifests.
func TestHostileWorkspace(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "Gemfile"), []byte(`gem "rails"`), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"Gemfile": filepath.Join(outside, "Gemfile"), "sub": outside, "loop": dir} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "go.mod"), 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range 3 * foldersMax {
		folder := filepath.Join(dir, fmt.Sprintf("m%03d", i))
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "main.tf"), []byte("provider \"aws\" {}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "m299", "mix.exs"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	giant := `{"dependencies": {"vue": "3", "x": "` + strings.Repeat("y", 2*manifestBytesMax) + `"}}`
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(giant), 0o600); err != nil {
		t.Fatal(err)
	}
	words, _, err := Look(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	want := "1.00 javascript node\n1.00 terraform infrastructure\n0.42 aws\n"
	if got := words.Encode(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if got := len(Find(root.FS()).files); got != 1+alikeMax {
		t.Errorf("got %d manifests, want %d", got, 1+alikeMax)
	}
}
