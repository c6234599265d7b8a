package tree

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/catalog"
)

// Ensure that a root with more files than anybody's skills have stops at the
// limit, keeps what was found and says so.
func TestVisitsMax(t *testing.T) {
	root := t.TempDir()
	for i := range 10 {
		write(t, filepath.Join(root, "f"+strconv.Itoa(i)))
	}
	area, ok := Open(catalog.Root{Dir: root, Boundary: root})
	if !ok {
		t.Fatal(area.Rejected)
	}
	area.budget.Visits = VisitsMax - 4
	if got := len(area.ReadDir(root)); got != 4 {
		t.Errorf("got %d entries, want the 4 that were left", got)
	}
	if got := area.ReadDir(root); got != nil {
		t.Errorf("got %d entries after the limit, want none", len(got))
	}
	if codes := codesOf(area); codes != "too-many-files" {
		t.Errorf("got rejections %q, want too-many-files once", codes)
	}
}

// Ensure that a walk ends at its depth and in circles of links, and visits
// linked folders that are no circle.
func TestWalkEnds(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "deep", strings.Repeat("d"+string(filepath.Separator), DepthMax))
	write(t, filepath.Join(deep, "lost"))
	write(t, filepath.Join(root, "a", "file"))
	for name, target := range map[string]string{"a/up": "..", "a/self": ".", "b/c": "../a", "a/b": "../b"} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, path); err != nil {
			t.Fatal(err)
		}
	}
	area, _ := Open(catalog.Root{Dir: root, Boundary: root})
	var visited []string
	area.Walk(Walk{Skip: func(string) bool { return false }, Visit: func(_, rel string) { visited = append(visited, rel) }})
	if got, want := strings.Join(visited, " "), "a/b/c/file a/file b/c/file"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if codes := codesOf(area); codes != "too-deep" {
		t.Errorf("got rejections %q, want too-deep", codes)
	}
}

// Ensure that a root inside a root that is missing is no rejection, and one
// that cannot be read is.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	if area, ok := Open(catalog.Root{Dir: filepath.Join(dir, "none"), Boundary: dir}); ok || len(area.Rejected) > 0 {
		t.Errorf("missing: got %v, %v, want nothing", ok, area.Rejected)
	}
	write(t, filepath.Join(dir, "file"))
	if area, ok := Open(catalog.Root{Dir: filepath.Join(dir, "file", "below"), Boundary: dir}); ok || codesOf(area) != "unreadable" {
		t.Errorf("below a file: got %v, %v, want unreadable", ok, area.Rejected)
	}
	area, _ := Open(catalog.Root{Dir: dir, Boundary: dir})
	if entry, ok := area.Entry("skill", "x", filepath.Join(dir, strings.Repeat("n", 300))); ok || codesOf(area) != "unreadable" {
		t.Errorf("a name that is too long: got %v, %v, want unreadable", entry, area.Rejected)
	}
}

// Ensure that containment is about whole names.
func TestInside(t *testing.T) {
	for path, want := range map[string]bool{"/a/b": true, "/a/b/c": true, "/a/bc": false, "/a": false, "/a/b/../c": false, "/a/b/..c": true} {
		if got := Inside(path, "/a/b"); got != want {
			t.Errorf("Inside(%q): got %v, want %v", path, got, want)
		}
	}
}

// Ensure that the stat of a file changes with its content.
func TestStat(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	write(t, path)
	area, _ := Open(catalog.Root{Dir: dir, Boundary: dir})
	first, ok := area.File(path)
	if !ok || first == (catalog.Stat{}) || first.ModTime < 1e18 {
		t.Errorf("got %+v, want size, nanoseconds and inode", first)
	}
}

func write(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
}

func codesOf(area *Area) string {
	var codes []string
	for _, rejection := range area.Rejected {
		codes = append(codes, rejection.Code)
	}
	return strings.Join(codes, " ")
}
