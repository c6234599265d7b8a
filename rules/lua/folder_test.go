package builtin_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	builtin "github.com/ed-irl/impressionism/rules/lua"
)

// Ensure that every built-in has what `rules explain` and `rules list` show: a
// manifest that loads, a README with its four parts, two scenarios.
func TestFolders(t *testing.T) {
	list := newEngine(t, "").Set.List()
	if len(list) != 4 {
		t.Errorf("%d built-ins, want 4", len(list))
	}
	for _, found := range list {
		if found.Problem != "" || found.Summary == "" || found.Version == "" || found.Language != "lua" {
			t.Errorf("%+v is not complete", found)
		}
		name := strings.TrimPrefix(found.ID, "builtin/")
		readme, err := fs.ReadFile(builtin.FS, name+"/README.md")
		if err != nil {
			t.Error(err)
		}
		for _, part := range []string{"## What it does", "## Why", "## Example", "## Options"} {
			if !strings.Contains(string(readme), part) {
				t.Errorf("%s/README.md has no %q", name, part)
			}
		}
		scenarios, err := fs.Glob(builtin.FS, name+"/scenarios/*.yaml")
		if err != nil || len(scenarios) < 2 {
			t.Errorf("%s has %d scenarios, %v", name, len(scenarios), err)
		}
	}
}

// Ensure that what `rules eject` copies speaks to its reader: no number of a
// requirement, which nobody else can look up, stands in it.
func TestNoNumbersOfRequirements(t *testing.T) {
	number := regexp.MustCompile(`\b\d{3}\.\d+[a-z]`)
	err := fs.WalkDir(builtin.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(builtin.FS, name)
		if found := number.Find(data); found != nil {
			t.Errorf("%s: %s", name, found)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
