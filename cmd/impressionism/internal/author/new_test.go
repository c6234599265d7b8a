package author

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/env"
)

// Ensure that a crate has a name that Cargo takes, and not the SDK's, which it links.
func TestCrateNames(t *testing.T) {
	sdk := filepath.Join("..", "..", "..", "..", "sdk")
	data, err := os.ReadFile(filepath.Join(sdk, "rust", "Cargo.toml"))
	if err != nil || !strings.Contains(string(data), "\nname = \""+sdkCrate+"\"\n") {
		t.Fatalf("the SDK's crate is not %s: %v", sdkCrate, err)
	}
	for id, want := range map[string]string{
		"acme/careful": "careful", "acme/9.careful": "ruleset-9-careful", "acme/impressionism": "ruleset-impressionism",
	} {
		words, err := newWords(&env.Env{}, id, "rust", sdk)
		if err != nil || words["crate"] != want || words["lib"] != strings.ReplaceAll(want, "-", "_") {
			t.Errorf("%s: %v, %v; want the crate %s", id, words, err, want)
		}
	}
}

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
