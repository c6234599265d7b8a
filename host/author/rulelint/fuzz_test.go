package rulelint_test

import (
	"maps"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/author/rulelint"
)

// FuzzLint ensures that no file of a ruleset, whatever its bytes, makes the linter
// fail, and that each finding has a place inside the file, a reason and a fix.
func FuzzLint(f *testing.F) {
	clean := load(f, os.DirFS("testdata"), "careful")
	f.Add(clean.Files["ruleset.json"], clean.Files["careful.lua"], clean.Files["words.lua"], clean.Files["scenarios/fits.yaml"])
	for _, d := range defects(f) {
		files := d.apply(f, clean).Files
		f.Add(files["ruleset.json"], files["careful.lua"], files["words.lua"], files["scenarios/fits.yaml"])
	}
	f.Add([]byte("[[[[null"), []byte("return require(\"words\")"), []byte("return require('careful')"), []byte("why: x"))
	f.Fuzz(func(t *testing.T, manifest, code, words, scene []byte) {
		if len(manifest)+len(code)+len(words)+len(scene) > 32<<10 {
			return
		}
		r := clean
		r.Files = maps.Clone(clean.Files)
		r.Files["ruleset.json"], r.Files["careful.lua"], r.Files["words.lua"], r.Files["scenarios/fits.yaml"] = manifest, code, words, scene
		for _, found := range rulelint.Lint(r).Findings {
			lines := 1 + strings.Count(string(r.Files[found.File]), "\n")
			if found.Line < 1 || found.Line > lines || found.Column < 1 || found.Reason == "" || found.Fix == "" {
				t.Errorf("%s of %d lines: %+v", found.File, lines, found)
			}
			if !utf8.ValidString(found.Reason + found.Fix + found.Excerpt) {
				t.Errorf("not UTF-8: %+v", found)
			}
		}
	})
}

// FuzzModule ensures the same of a module's bytes.
func FuzzModule(f *testing.F) {
	f.Add([]byte("\x00asm\x01\x00\x00\x00"))
	f.Add(module("impressionism_abi_2", "evaluate_activation", "evaluate_deactivation"))
	f.Fuzz(func(t *testing.T, code []byte) {
		r := rulelint.Ruleset{Name: "careful", Files: map[string][]byte{"careful.wasm": code}}
		for _, found := range rulelint.Lint(r).Findings {
			if found.Reason == "" || found.Fix == "" || !utf8.ValidString(found.Reason+found.Fix) {
				t.Errorf("%+v", found)
			}
		}
	})
}
