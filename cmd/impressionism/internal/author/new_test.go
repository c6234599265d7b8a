package author

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/env"
)

// Ensure that no placeholder is left in what is written, and that every language
// has a manifest, a README with its four parts, two scenarios, and that nothing names a path of this machine.
func TestScaffoldIsWhole(t *testing.T) {
	e := &env.Env{}
	for _, language := range []string{"lua", "go", "rust"} {
		words, err := newWords(e, "acme/9.careful", language, filepath.Join("..", "..", "..", "..", "sdk"))
		if err != nil {
			t.Fatal(err)
		}
		files, err := scaffold(language, words)
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string]string{}
		for _, file := range files {
			texts[file.name] = file.text
			if here, err := filepath.Abs("../../../.."); err != nil || strings.Contains(file.text, here) {
				t.Errorf("%s: %s names a path of this machine: %s", language, file.name, file.text)
			}
			for word := range words {
				if strings.Contains(file.text, "@"+word+"@") {
					t.Errorf("%s: %s has a placeholder: %s", language, file.name, file.text)
				}
			}
		}
		for _, name := range []string{"ruleset.json", "README.md", "scenarios/fits.yaml", "scenarios/leaves.yaml"} {
			if texts[name] == "" {
				t.Errorf("%s: no %s", language, name)
			}
		}
		for _, part := range []string{"## What it does", "## Why", "## Example", "## Options"} {
			if !strings.Contains(texts["README.md"], part) {
				t.Errorf("%s: README has no %q", language, part)
			}
		}
	}
}
