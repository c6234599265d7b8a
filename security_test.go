package impressionism_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	namedTest   = regexp.MustCompile("`(?:([a-z0-9_/]+_test\\.go):)?((?:Test|Fuzz)[A-Za-z0-9]+)`")
	namedScript = regexp.MustCompile("`(?:[a-z]+/)?([a-z0-9-]+\\.txtar)`")
)

// Ensure that every test which SECURITY.md names is there: a promise that nothing holds
// is none.
func TestSecurityNamesTests(t *testing.T) {
	page, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	scripts := scriptsOfTree(t)
	named := 0
	for line := range strings.Lines(string(page)) {
		file := ""
		for _, match := range namedTest.FindAllStringSubmatch(line, -1) {
			if match[1] != "" {
				file = match[1]
			}
			source, err := os.ReadFile(file)
			if err != nil || !strings.Contains(string(source), "func "+match[2]+"(") {
				t.Errorf("there is no %s in %q", match[2], file)
			}
			named++
		}
		for _, match := range namedScript.FindAllStringSubmatch(line, -1) {
			if !scripts[match[1]] {
				t.Errorf("there is no script %s", match[1])
			}
			named++
		}
	}
	if named < 100 {
		t.Errorf("only %d tests were found named", named)
	}
}

func scriptsOfTree(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, root := range []string{"cmd", "host"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".txtar" {
				found[entry.Name()] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}
