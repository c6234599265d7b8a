package main

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
)

// Ensure each link of a page to a file of this repository leads somewhere, and that
// docs/rulesets.md, where authors begin, leads to every page for them.
func TestPagesLead(t *testing.T) {
	root := os.DirFS("../..")
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	leads := map[string]bool{}
	pages := 0
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && (strings.HasPrefix(entry.Name(), ".") || strings.Contains(" bin skills target templates testdata ", " "+entry.Name()+" ")):
			return fs.SkipDir
		case path.Ext(name) != ".md":
			return nil
		}
		pages++
		text, err := fs.ReadFile(root, name)
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			target, _, _ := strings.Cut(found[1], "#")
			if target == "" || strings.Contains(target, ":") {
				continue
			}
			target = path.Join(path.Dir(name), target)
			if _, err := fs.Stat(root, target); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if name == "docs/rulesets.md" {
				leads[target] = true
			}
		}
		return err
	})
	if err != nil || pages < 20 {
		t.Errorf("%d pages, %v", pages, err)
	}
	authors, err := fs.Glob(root, "docs/rulesets/*.md")
	envtest.Must(t, err)
	for _, page := range append(authors, "examples/ruleset-repository/README.md") {
		if !leads[page] {
			t.Errorf("docs/rulesets.md has no link to %s", page)
		}
	}
}
