package scenario_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// Ensure that any file is read as a catalog or refused, and that what is read has
// ids that can be told apart.
func FuzzCatalog(f *testing.F) {
	for _, seed := range []string{
		"- { ref: skill:a, description: about a, embedding: [1, 2] }\n- { ref: skill:b }", `[{"ref": "skill:a", "description": "a\/b \ud83e\udd80"}]`,
		"[]", "~", "", "- &a { ref: skill:a }\n- *a", `[{"ref": "skill:\ud83e"}]`, "[[[[[[", `{"ref": "skill:a"}`, `[{"ref": "skill:a", "x": 1e999}]`, "---\n---",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := scenario.DecodeIn([]byte("why: x\ncatalog: c\nitems: [ { ref: skill:own } ]"), func(string) ([]byte, error) { return data, nil })
		if err != nil {
			return
		}
		seen := map[abi.Ref]bool{}
		for _, item := range s.Items {
			if item.Ref.IsZero() || seen[item.Ref] {
				t.Fatalf("%q among %q", item.Ref, data)
			}
			seen[item.Ref] = true
		}
		if !seen[abi.Skill("own")] {
			t.Fatalf("%q took the scenario's own items away", data)
		}
	})
}

// Ensure that a scenario's skills may lie in a file of the ruleset's folder, that
// it is held to what skills are, and that nothing outside of the folder is read.
func TestCatalog(t *testing.T) {
	folder := t.TempDir()
	ruleset := filepath.Join(folder, "careful")
	for name, text := range map[string]string{
		"outside.yaml":                "- { ref: skill:secret }",
		"careful/all.yaml":            "- { ref: skill:a, description: about a }\n- { ref: skill:b }",
		"careful/all.json":            `[{"ref": "skill:a", "keywords": ["k"]}]`,
		"careful/escapes.json":        `[{"ref": "skill:a", "description": "a\/b \ud83e\udd80"}]`,
		"careful/slip.json":           `[{"ref": "skill:a", "titel": "a\/b"}]`,
		"careful/slip.yaml":           "- { ref: skill:a }\n- { name: b, titel: c }",
		"careful/twice.yaml":          "[ { ref: skill:c } ]",
		"careful/none.yaml":           "",
		"careful/large.yaml":          "[" + strings.Repeat(" ", scenario.CatalogBytesMax) + "]",
		"careful/scenarios/good.yaml": "why: x",
	} {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../outside.yaml", filepath.Join(ruleset, "link.yaml")); err != nil {
		t.Fatal(err)
	}
	load := func(catalog string) (scenario.Scenario, error) {
		file := filepath.Join(ruleset, "scenarios", "good.yaml")
		if err := os.WriteFile(file, []byte("why: x\ncatalog: "+catalog+"\nitems: [ { ref: skill:c } ]"), 0o600); err != nil {
			t.Fatal(err)
		}
		return scenario.Load(file)
	}
	s, err := load("all.yaml")
	if err != nil || len(s.Items) != 3 || s.Items[0].Description != "about a" || s.Items[2].Ref.ID != "c" {
		t.Errorf("got %+v, %v", s.Items, err)
	}
	if s, err = load("./all.json"); err != nil || len(s.Items) != 2 || s.Items[0].Keywords[0] != "k" {
		t.Errorf("got %+v, %v", s.Items, err)
	}
	if s, err = load("escapes.json"); err != nil || s.Items[0].Description != "a/b 🦀" {
		t.Errorf("got %+v, %v", s.Items, err)
	}
	for catalog, want := range map[string]string{
		"../outside.yaml": `"../outside.yaml" is no path inside the ruleset's folder`,
		"/etc/hosts":      "is no path inside the ruleset's folder",
		"link.yaml":       "escapes",
		"absent.yaml":     "catalog: the ruleset has no file absent.yaml",
		".":               "no path inside|is no file",
		"slip.yaml":       `catalog slip.yaml: line 2: [1] has no field "titel"`,
		"slip.json":       `catalog slip.json: line 1: [0] has no field "titel"`,
		"twice.yaml":      "item skill:c comes twice",
		"none.yaml":       "catalog none.yaml: the file is empty",
		"large.yaml":      "too large for a catalog",
	} {
		_, err := load(catalog)
		found := false
		for part := range strings.SplitSeq(want, "|") {
			found = found || err != nil && strings.Contains(err.Error(), part)
		}
		if !found {
			t.Errorf("%s: got %v, want %s", catalog, err, want)
		}
	}
}
