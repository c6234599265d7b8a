//go:build unix

package source

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/ed-irl/impressionism/host/catalog"
)

// Ensure that a project's settings cost the project at most what they say, whatever lies
// in their place: the project's skills are listed all the same, and what was ignored is told.
func TestForeignSettings(t *testing.T) {
	text := func(data string) func(string) error {
		return func(path string) error { return os.WriteFile(path, []byte(data), 0o600) }
	}
	for name, test := range map[string]struct {
		put  func(path string) error
		told string
	}{
		"pipe":                {func(path string) error { return syscall.Mkfifo(path, 0o600) }, "no regular file"},
		"device":              {func(path string) error { return os.Symlink("/dev/zero", path) }, "no regular file"},
		"folder":              {func(path string) error { return os.Mkdir(path, 0o700) }, "no regular file"},
		"circle":              {func(path string) error { return os.Symlink("settings.json", path) }, "symbolic links"},
		"sparse":              {func(path string) error { return sparse(path) }, "too large"},
		"repeats":             {text(`{"permissions": {"additionalDirectories": [` + strings.Repeat(`".", `, 700_000) + `"."]}}`), "too large"},
		"names of one folder": {text(`{"permissions": {"additionalDirectories": [` + strings.Repeat(`"a/..", "a/../b/..", `, 5_000) + `"."]}}`), ""},
		"many folders":        {text(`{"permissions": {"additionalDirectories": ["` + strings.Join(numbered(1_000), `", "`) + `"]}}`), "the first 32"},
		"many overrides":      {text(`{"skillOverrides": {"` + strings.Join(numbered(9_000), `": "off", "`) + `": "off"}}`), "the first 1000"},
	} {
		t.Run(name, func(t *testing.T) {
			config := manySkills(t, 0)
			config.Workspace = t.TempDir()
			mkdir(t, filepath.Join(config.Workspace, ".claude", "skills", "one"))
			for _, put := range []error{
				text("one")(filepath.Join(config.Workspace, ".claude", "skills", "one", "SKILL.md")),
				test.put(filepath.Join(config.Workspace, ".claude", "settings.json")),
			} {
				if put != nil {
					t.Fatal(put)
				}
			}
			listing := List(t.Context(), config)
			if len(listing.Entries) != 1 || listing.Entries[0].ID != "one" {
				t.Errorf("got %v, want the project's skill", listing.Entries)
			}
			if told := fmt.Sprint(listing.Rejected); (test.told == "") != (len(listing.Rejected) == 0) || !strings.Contains(told, test.told) {
				t.Errorf("got %s, want it to say %q", told, test.told)
			}
		})
	}
}

func sparse(path string) error {
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return err
	}
	return os.Truncate(path, 1<<32)
}

func numbered(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("n%d", i)
	}
	return names
}

// Ensure that nothing more is looked at once nobody waits, and that this is told.
func TestListEndsWithItsContext(t *testing.T) {
	config := manySkills(t, 20)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	listing := List(ctx, config)
	if len(listing.Entries) != 0 || !strings.Contains(fmt.Sprint(listing.Rejected), "out-of-time") {
		t.Errorf("got %d entries, %v", len(listing.Entries), listing.Rejected)
	}
}

// Ensure that all folders of a project together are looked at as much as one may be.
func TestProjectBudget(t *testing.T) {
	f := finding{over: func() bool { return false }}
	one, other := f.projectRoot("/a", "/a"), f.projectRoot("/b", "/b")
	if one.Budget != other.Budget || one.Budget == f.userRoot("/c").Budget || one.Source != catalog.SourceProject {
		t.Error("the folders of a project have budgets of their own, or other's")
	}
}
