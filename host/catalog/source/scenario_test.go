package source

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/sourcetest"
	"github.com/ed-irl/impressionism/host/client/claude"
)

// Ensure that the catalog holds exactly what the client would list, under its
// ids, and says why of the rest: each file in testdata is
// a home and a workspace, and what is expected of them.
func TestScenarios(t *testing.T) {
	sourcetest.Each(t, "testdata/*.txtar", func(t *testing.T, archive sourcetest.Archive) {
		base := build(t, archive)
		listing := List(t.Context(), configOf(t, base, archive))
		got := describe(listing, base)
		want := strings.Split(strings.TrimSpace(archive.File(t, "want")), "\n")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("want (-), got (+):\n%s", diff)
		}
		for _, entry := range listing.Entries {
			if _, hash, rejection, err := kinds.Load(entry); err != nil || rejection != nil || len(hash) != 64 {
				t.Errorf("load %s: got hash %q, rejection %v, error %v", entry.ID, hash, rejection, err)
			}
		}
	})
}

// build lays out the files under a fresh directory: user/.claude is the
// client's home, work the workspace. "$BASE" in a file is this directory.
func build(t *testing.T, archive sourcetest.Archive) string {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"user/.claude", "work"} {
		mkdir(t, filepath.Join(base, dir))
	}
	for _, file := range archive.Files {
		switch file.Name {
		case "want", "config":
		case "links":
			link(t, base, file.Data)
		default:
			path := filepath.Join(base, filepath.FromSlash(file.Name))
			mkdir(t, filepath.Dir(path))
			if err := os.WriteFile(path, []byte(strings.ReplaceAll(file.Data, "$BASE", base)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return base
}

// link makes symbolic links from lines "name -> target".
func link(t *testing.T, base, lines string) {
	t.Helper()
	for line := range strings.Lines(lines) {
		name, target, ok := strings.Cut(strings.TrimSpace(line), " -> ")
		if !ok {
			t.Fatalf("a link is written name -> target, got %q", line)
		}
		path := filepath.Join(base, filepath.FromSlash(name))
		mkdir(t, filepath.Dir(path))
		if err := os.Symlink(strings.ReplaceAll(target, "$BASE", base), path); err != nil {
			t.Fatal(err)
		}
	}
}

func mkdir(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
}

func configOf(t *testing.T, base string, archive sourcetest.Archive) Config {
	t.Helper()
	config := Config{
		Kinds:  kinds,
		Client: claude.Client().Places,
		Home:   filepath.Join(base, "user", ".claude"), UserDir: filepath.Join(base, "user"), Workspace: filepath.Join(base, "work"),
	}
	if !slices.ContainsFunc(archive.Files, func(file sourcetest.File) bool { return file.Name == "config" }) {
		return config
	}
	text := strings.ReplaceAll(archive.File(t, "config"), "$BASE", base)
	if err := json.Unmarshal([]byte(text), &config); err != nil {
		t.Fatal(err)
	}
	return config
}

// describe writes a listing as lines: entries in order, then rejections.
func describe(listing catalog.Listing, base string) []string {
	var lines []string
	rel := func(path string) string {
		path = strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(base)+"/")
		if path != catalog.Clean(path) {
			return strconv.Quote(path)
		}
		return path
	}
	for _, entry := range listing.Entries {
		source := entry.Source
		if entry.Plugin != "" {
			source += " " + entry.Plugin
		}
		lines = append(lines, fmt.Sprintf("%s %q %s: %s", entry.Kind, entry.ID, source, rel(entry.Path)))
	}
	for _, rejection := range listing.Rejected {
		lines = append(lines, fmt.Sprintf("rejected %s: %s", rejection.Code, rel(rejection.Path)))
	}
	if len(lines) == 0 {
		return []string{"nothing"}
	}
	return lines
}
