package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/rules"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// exampleRepository is a copy of the example repository of rulesets, as somebody
// has it who took it for a beginning.
func exampleRepository(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "rulesets")
	envtest.Must(t, os.CopyFS(dir, os.DirFS("../../examples/ruleset-repository")))
	return dir
}

// replaceInFile edits one place of a file, which must be there.
func replaceInFile(t *testing.T, file, find, replace string) {
	t.Helper()
	data, err := os.ReadFile(file)
	envtest.Must(t, err)
	if !strings.Contains(string(data), find) {
		t.Fatalf("%s has no %q", file, find)
	}
	envtest.WriteFile(t, file, strings.Replace(string(data), find, replace, 1))
}

type breakage struct{ name, by, file, find, replace, says string }

// breakages are edits of the example repository, with the command that tells it
// first and a part of what it says.
var breakages = []breakage{
	{"a finding", "validate", "team-words/team-words.lua", "default.evaluate_activation", "defualt.evaluate_activation", "global-unknown"},
	{"a finding that no scenario meets", "validate", "team-words/README.md", "## Why", "## Wherefore", "readme-heading"},
	{"a broken scenario", "validate", "only-tasks/scenarios/question.yaml", "expect:", "expects:", "scenario-invalid"},
	{"a failing scenario", "test", "team-words/team-words.lua", "score = 1", "score = 0.5", "FAIL  word"},
	{"a broken property", "fuzz", "team-words/team-words.lua", `context.user_prompt or ""`, "context.user_prompt", "FAIL  never-fails"},
}

// Ensure the example repository's CI script passes as it lies, with the program on
// the PATH and neither client nor database, and fails for what is broken: for three of the breakages.
func TestExampleRepositoryCI(t *testing.T) {
	t.Parallel()
	script := func(dir string) (string, error) {
		if !sampletest.Soak() {
			replaceInFile(t, filepath.Join(dir, "ci.sh"), "impressionism rules fuzz\n", "impressionism rules fuzz --runs 5\n")
		}
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
	for _, broken := range sampletest.Some(breakages, 3, func(b breakage) string { return "ci.sh " + b.name }) {
		dir := exampleRepository(t)
		replaceInFile(t, filepath.Join(dir, broken.file), broken.find, broken.replace)
		if output, err := script(dir); err == nil || err.Error() != "exit status 1" || !strings.Contains(output, broken.says) {
			t.Errorf("%s: %v\n%s", broken.name, err, output)
		}
	}
}

// Ensure the example repository's CI script builds what has a manifest beside its build.sh,
// however deep, and nothing else, and ends where a build fails.
func TestExampleRepositoryBuilds(t *testing.T) {
	t.Parallel()
	dir := exampleRepository(t)
	replaceInFile(t, filepath.Join(dir, "ci.sh"), "impressionism rules validate\nimpressionism rules test\nimpressionism rules fuzz\n", "")
	for _, name := range []string{"only-tasks", "deep/inside/careful", "tools"} {
		envtest.WriteFile(t, filepath.Join(dir, name, "build.sh"), "cat > /dev/null; echo "+name+" >> built\n")
	}
	envtest.WriteFile(t, filepath.Join(dir, "deep", "inside", "careful", "ruleset.json"), "{}")
	script := func() error {
		command := exec.Command(filepath.Join(dir, "ci.sh"))
		command.Env = []string{"PATH=" + os.Getenv("PATH"), "IMPRESSIONISM_SOURCE=" + dir}
		return command.Run()
	}
	err := script()
	built, readErr := os.ReadFile(filepath.Join(dir, "built"))
	if err != nil || readErr != nil || string(built) != "deep/inside/careful\nonly-tasks\n" {
		t.Errorf("built %q, %v, %v", built, err, readErr)
	}
	envtest.WriteFile(t, filepath.Join(dir, "deep", "inside", "careful", "build.sh"), "exit 3\n")
	if err := script(); err == nil {
		t.Error("a build that fails does not end it")
	}
}

// compiledRepository is the example repository with a ruleset in Rust and one in Go,
// as a fresh clone has it: without what git ignores.
func compiledRepository(t *testing.T, source string) string {
	t.Helper()
	if os.Getenv("IMPRESSIONISM_TEST_GUESTS") == "" {
		t.Skip("compiled rulesets need their languages' toolchains: make guests")
	}
	dir := exampleRepository(t)
	for name, language := range map[string]string{"by-rust": "rust", "by-go": "go"} {
		command := exec.Command("impressionism", "rules", "new", "acme/"+name, "--lang", language, "--sdk", filepath.Join(source, "sdk"))
		command.Dir = dir
		if output, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		envtest.Must(t, os.Remove(filepath.Join(dir, name, ".impressionism")))
	}
	return dir
}

// compilers is what a build needs of the environment. With -trimpath, Go compiles the SDK once,
// whatever folder links to it.
func compilers(source string) []string {
	return []string{"GOFLAGS=-mod=mod -trimpath", "CGO_ENABLED=0", "CARGO_TARGET_DIR=" + filepath.Join(source, ".tools", "pages-target")}
}

// buildEnviron is this process's environment with that of a build, whose compilers may be in .tools.
func buildEnviron(source string) []string {
	return append(append(os.Environ(), compilers(source)...), "PATH="+filepath.Join(source, ".tools", "shims")+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// Ensure a repository with compiled rulesets builds and passes in ci.sh and in the
// action from a fresh clone, that a module older than its sources is told by test,
// validate and add, and that it fails there where CI is set.
func TestCompiledRepository(t *testing.T) {
	source, err := filepath.Abs("../..")
	envtest.Must(t, err)
	dir := compiledRepository(t, source)
	replaceInFile(t, filepath.Join(dir, "ci.sh"), "impressionism rules fuzz\n", "") // minutes
	run := func(ci string, words ...string) (string, int) {
		command := exec.Command(words[0], words[1:]...)
		command.Dir = dir
		command.Env = append(buildEnviron(source), "IMPRESSIONISM_SOURCE="+source, "CI="+ci, "IMPRESSIONISM_HOME="+filepath.Join(dir, ".home"))
		output, err := command.CombinedOutput()
		if command.ProcessState == nil {
			t.Fatal(err)
		}
		return string(output), command.ProcessState.ExitCode()
	}
	if output, code := run("", "impressionism", "rules", "new", "acme/another", "--lang", "go", "--sdk", filepath.Join(source, "sdk")); code != 0 || !strings.Contains(output, rules.GoCost) || !strings.Contains(output, "go get -t .") {
		t.Errorf("rules new: exit code %d\n%s", code, output)
	}
	envtest.Must(t, os.RemoveAll(filepath.Join(dir, "another")))
	if output, code := run("true", "./ci.sh"); code != 0 || strings.Count(output, rules.GoCost) != 1 || !strings.Contains(output, "acme/by-go") || !strings.Contains(output, "acme/by-rust") {
		t.Fatalf("ci.sh: exit code %d\n%s", code, output)
	}
	lib := filepath.Join(dir, "by-rust", "src", "lib.rs")
	replaceInFile(t, lib, "hits.retain(|hit| hit.similarity >= threshold);", "hits.clear();")
	const told = "by-rust.wasm was built from other sources than those beside it"
	for _, words := range [][]string{{"test", "by-rust"}, {"add", "by-rust", "--yes"}, {"validate", "by-rust"}, {"fuzz", "by-rust", "--runs", "1"}} {
		words = append([]string{"impressionism", "rules"}, words...)
		if output, code := run("", words...); !strings.Contains(output, told) || (code != 0) != (words[2] == "validate") {
			t.Errorf("%s: exit code %d\n%s", words, code, output)
		}
		if output, code := run("true", words...); !strings.Contains(output, told) || code != 1 {
			t.Errorf("%s where CI is set: exit code %d\n%s", words, code, output)
		}
	}
	envtest.Must(t, os.RemoveAll(filepath.Join(dir, "by-go"))) // compiling its module takes long, and ci.sh has
	action, folder := rulesetsAction(t)
	binary, err := exec.LookPath("impressionism")
	envtest.Must(t, err)
	again := &actionRun{t: t, dir: folder, workspace: dir, temp: t.TempDir(), inputs: map[string]string{"binary": binary, "fuzz": "0"}, environ: append(append(compilers(source), "HOME="+os.Getenv("HOME")), goCaches(t)...)}
	if code, _ := again.play(action); code != 1 || !strings.Contains(again.log.String(), "FAIL  fits") {
		t.Errorf("the action does not build before it tests: exit code %d\n%s", code, again.log.String())
	}
}
