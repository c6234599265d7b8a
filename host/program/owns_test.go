package program_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/host/program"
)

// Ensure that of the program's folder, and of what a replacement leaves, only what an
// archive has there is ours, and of that only the program where no plugin was unpacked.
func TestOwns(t *testing.T) {
	data := filepath.Join(t.TempDir(), "a[1]") // which is no pattern
	for _, folder := range []string{"program", "program.previous", "program.partial.x/impressionism_1", "program.partial.y/unpacked/top"} {
		manifest := filepath.Join(data, folder, ".claude-plugin", "plugin.json")
		if err := os.MkdirAll(filepath.Dir(manifest), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(manifest, []byte(`{"name": "impressionism"}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	must(t, os.MkdirAll(filepath.Join(data, "program.partial.z", "unpacked"), 0o700))
	for _, folder := range []string{"program.partial.z", "program.mine"} {
		must(t, os.MkdirAll(filepath.Join(data, folder), 0o700))
		must(t, os.WriteFile(filepath.Join(data, folder, "impressionism.lock"), nil, 0o600))
	}
	for _, c := range []struct {
		folder, name string
		want         bool
	}{
		{"program", "bin/impressionism", true},
		{"program", "bin/impressionism-hook", true},
		{"program.elsewhere", "bin/impressionism-hook.exe", true},
		{"program", "licenses/x/LICENSE", true},
		{"program", ".claude-plugin/plugin.json", true},
		{"program", "main.py", false},
		{"program", "bin/mine", false},
		{"program.previous", "rules/builtin/default/default.lua", true},
		{"program.partial.x", "impressionism_1/README.md", true},
		{"program.partial.x", "mine/README.md", false},
		{"program.partial.x", "impressionism_1.tar.gz", true},
		{"program.partial.x", "notes.txt", false},
		{"program.partial.y", "unpacked/top/hooks/hooks.json", true},
		{"program.partial.z", "unpacked/top/hooks/hooks.json", true},
		{"program.partial.z", "impressionism_archive.tar.gz.part", true},
		{"program.partial.z", "unpacked/", true},
		{"program.mine", "README.md", false},
		{"program.elsewhere", "README.md", false},
		{"program.elsewhere", "bin/impressionism", true},
		{"program.impressionism_1.zip", ".", true},
		{"program.impressionism_notes.txt", ".", false},
	} {
		if got := program.Owns(filepath.Join(data, c.folder), []string{".quill/manifest.json", ".claude-plugin/plugin.json"})(c.name); got != c.want {
			t.Errorf("%s of %s: got %v", c.name, c.folder, got)
		}
	}
	for rest, want := range map[string]bool{".previous": true, ".partial.x": true, ".impressionism_1.tar.gz": true, ".impressionism_notes.txt": false, ".c": false, ".partial": false} {
		if got := program.IsLeftover(rest); got != want {
			t.Errorf("%s: got %v", rest, got)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
