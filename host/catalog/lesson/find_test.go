package lesson

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/catalog"
)

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func found(t *testing.T, dir string) (ids map[string]string, rejected map[string]string) {
	t.Helper()
	entries, bad := Find(catalog.Root{Dir: dir, Boundary: dir, Source: catalog.SourceProject})
	ids, rejected = map[string]string{}, map[string]string{}
	for _, entry := range entries {
		ids[filepath.Base(entry.Path)] = entry.ID
	}
	for _, r := range bad {
		rejected[filepath.Base(r.Path)] = r.Code
	}
	return ids, rejected
}

// Ensure a lesson's id is that of its name, else of its header, else always the same; and that
// what is no lesson is left out, or named with the reason.
func TestFind(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "lessons")
	put(t, filepath.Join(dir, "L-7f3kq-lock.md"), "---\nid: L-m2x8a\n---\nText.")
	put(t, filepath.Join(dir, "L-7f3kr.md"), "Text.")
	put(t, filepath.Join(dir, "renamed.md"), "---\nid: \"L-ccccc\"\n---\nText.")
	put(t, filepath.Join(dir, "windows.md"), "---\r\nid: L-ddddd\r\n---\r\nText.")
	put(t, filepath.Join(dir, "L-TOOLONGx.md"), "Text.")
	put(t, filepath.Join(dir, "line\nend.md"), "Text.")
	put(t, filepath.Join(dir, "README.md"), "Text.")
	put(t, filepath.Join(dir, ".hidden.md"), "Text.")
	put(t, filepath.Join(dir, "notes.txt"), "Text.")
	put(t, filepath.Join(dir, "huge.md"), strings.Repeat("x", 5<<20))
	put(t, filepath.Join(dir, "deeper", "L-eeeee.md"), "Text.")
	put(t, filepath.Join(dir, "..", "secret.md"), "Outside.")
	if err := os.Symlink("../secret.md", filepath.Join(dir, "out.md")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.md"), 0o755); err != nil {
		t.Fatal(err)
	}
	ids, rejected := found(t, dir)
	want := map[string]string{
		"L-7f3kq-lock.md": "L-7f3kq", "L-7f3kr.md": "L-7f3kr", "renamed.md": "L-ccccc", "windows.md": "L-ddddd",
		"L-TOOLONGx.md": idFor("L-TOOLONGx.md"), "line\nend.md": idFor("line\nend.md"),
	}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
	for _, id := range ids {
		if !IsID(id) {
			t.Errorf("%q is no id", id)
		}
	}
	if rejected["huge.md"] != "too-large" || rejected["out.md"] == "" {
		t.Errorf("rejected: %q", rejected)
	}
}

// Ensure of a folder with ten thousand files the first by name count, and that this is said.
func TestFindOfMany(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "lessons")
	for i := range 10_000 {
		put(t, filepath.Join(dir, fmt.Sprintf("%05d.md", i)), "Text.")
	}
	ids, rejected := found(t, dir)
	if len(ids) > FilesMax || len(rejected) == 0 {
		t.Errorf("got %d lessons, rejected %q", len(ids), rejected)
	}
	for i := range 9800 {
		if err := os.Remove(filepath.Join(dir, fmt.Sprintf("%05d.md", 9999-i))); err != nil {
			t.Fatal(err)
		}
	}
	if ids, rejected = found(t, dir); len(ids) != FilesMax || len(rejected) > 0 {
		t.Errorf("of %d files: got %d lessons, rejected %q", FilesMax, len(ids), rejected)
	}
}

// Ensure a folder that is not there, or is a file, holds no lesson.
func TestFindNothing(t *testing.T) {
	dir := t.TempDir()
	if ids, rejected := found(t, filepath.Join(dir, "absent")); len(ids)+len(rejected) > 0 {
		t.Errorf("absent: got %q, %q", ids, rejected)
	}
	put(t, filepath.Join(dir, "file"), "Text.")
	if ids, _ := found(t, filepath.Join(dir, "file")); len(ids) > 0 {
		t.Errorf("a file: got %q", ids)
	}
}
