package triggers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ensure files and folders that cannot be read are told by their path.
func TestReadErrors(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large.json")
	if err := os.WriteFile(large, make([]byte, fileBytesMax+1), 0o600); err != nil {
		t.Fatal(err)
	}
	toml := filepath.Join(dir, "x.toml")
	if err := os.WriteFile(toml, []byte("a = 1"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{large: "larger than 1 MiB", toml: ".json, .jsonl", filepath.Join(dir, "x.json"): "no such file", dir + "/.json": "no such"} {
		if _, _, err := Read(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), filepath.Base(path)) {
			t.Errorf("%s: got %v want %q", path, err, want)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.json"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Read(filepath.Join(dir, "folder.json")); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("got %v", err)
	}
	if _, err := Find([]string{filepath.Join(dir, "absent")}); err == nil {
		t.Error("got no error for a path that is not there")
	}
}

// Ensure files are found where authors keep them, with the skill they lie in,
// and nothing else is looked into.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{
		"pdf/SKILL.md", "pdf/triggers.json", "pdf/evals/cases/a.yaml", "pdf/evals/results/run.json", "pdf/scripts/data.json",
		"evals/pdf.json", "tests/x.csv", "evals/x.schema.json", "evals/README.md", "node_modules/y/SKILL.md", "package.json",
		".claude/skills/git/SKILL.md", ".claude/skills/git/tests/t.jsonl",
	} {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	at := func(path string) string { return filepath.Join(dir, path) }
	got, err := Find([]string{dir, at("pdf/scripts/data.json")})
	if err != nil {
		t.Fatal(err)
	}
	pdf, git := at("pdf"), at(".claude/skills/git")
	want := Found{Skills: []string{git, pdf}, Files: []File{
		{Path: at(".claude/skills/git/tests/t.jsonl"), Skill: git},
		{Path: at("evals/pdf.json")},
		{Path: at("pdf/evals/cases/a.yaml"), Skill: pdf},
		{Path: at("pdf/scripts/data.json"), Skill: pdf, Named: true},
		{Path: at("pdf/triggers.json"), Skill: pdf},
		{Path: at("tests/x.csv")},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
