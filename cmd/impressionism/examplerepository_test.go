package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// exampleRepository is a copy of the example repository of rulesets, as somebody
// has it who took it for a beginning.
func exampleRepository(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "rulesets")
	must(t, os.CopyFS(dir, os.DirFS("../../examples/ruleset-repository")))
	return dir
}

// replaceInFile edits one place of a file, which must be there.
func replaceInFile(t *testing.T, file, find, replace string) {
	t.Helper()
	data, err := os.ReadFile(file)
	must(t, err)
	if !strings.Contains(string(data), find) {
		t.Fatalf("%s has no %q", file, find)
	}
	writeTestFile(t, file, strings.Replace(string(data), find, replace, 1))
}

// breakages are edits of the example repository, with the command that tells it
// first and a part of what it says.
var breakages = []struct{ name, by, file, find, replace, says string }{
	{"a finding", "validate", "team-words/team-words.lua", "default.evaluate_activation", "defualt.evaluate_activation", "global-unknown"},
	{"a finding that no scenario meets", "validate", "team-words/README.md", "## Why", "## Wherefore", "readme-heading"},
	{"a broken scenario", "validate", "only-tasks/scenarios/question.yaml", "expect:", "expects:", "scenario-invalid"},
	{"a failing scenario", "test", "team-words/team-words.lua", "score = 1", "score = 0.5", "FAIL  word"},
	{"a broken property", "fuzz", "team-words/team-words.lua", `context.user_prompt or ""`, "context.user_prompt", "FAIL  never-fails"},
}

// Ensure the example repository's CI script passes as it lies, with the program on
// the PATH and neither client nor database, and fails for what is broken.
func TestExampleRepositoryCI(t *testing.T) {
	t.Parallel()
	script := func(dir string) (string, error) {
		command := exec.Command(filepath.Join(dir, "ci.sh"))
		command.Dir = t.TempDir()
		command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + command.Dir}
		output, err := command.CombinedOutput()
		if left, readErr := os.ReadDir(command.Dir); readErr != nil || len(left) > 0 {
			t.Errorf("it left %v in the home folder, %v", left, readErr)
		}
		return string(output), err
	}
	if output, err := script(exampleRepository(t)); err != nil || !strings.Contains(output, " passed, 0 failed") {
		t.Errorf("%v\n%s", err, output)
	}
	for _, broken := range breakages {
		dir := exampleRepository(t)
		replaceInFile(t, filepath.Join(dir, broken.file), broken.find, broken.replace)
		if output, err := script(dir); err == nil || err.Error() != "exit status 1" || !strings.Contains(output, broken.says) {
			t.Errorf("%s: %v\n%s", broken.name, err, output)
		}
	}
}
