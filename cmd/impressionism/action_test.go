package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/author"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// Ensure the action passes on the example repository, leaves SARIF without results
// and JUnit without failures, and fails with the program's exit code otherwise: for three of the
// breakages.
func TestActionRuns(t *testing.T) {
	action, dir := rulesetsAction(t)
	binary, err := exec.LookPath("impressionism")
	envtest.Must(t, err)
	use := func(workspace, path string) (int, map[string]string, string) {
		run := &actionRun{t: t, dir: dir, workspace: workspace, temp: t.TempDir(), inputs: map[string]string{"binary": binary, "path": path, "fuzz": "5"}}
		code, outputs := run.play(action)
		return code, outputs, run.log.String()
	}
	code, outputs, log := use(exampleRepository(t), ".")
	if code != 0 || sarifResults(t, outputs["sarif"]) != 0 || !fileHas(t, outputs["junit"], `failures="0" errors="0"`) {
		t.Errorf("exit code %d, outputs %v\n%s", code, outputs, log)
	}
	for _, broken := range sampletest.Some(breakages, 3, func(b breakage) string { return "action " + b.name }) {
		workspace := exampleRepository(t)
		replaceInFile(t, filepath.Join(workspace, broken.file), broken.find, broken.replace)
		code, outputs, log := use(workspace, "./")
		switch annotated := regexp.MustCompile(`(?m)^::(error|warning) file=` + broken.file + `,line=\d+`).MatchString(log); {
		case code != 1 || !strings.Contains(log, broken.says):
			t.Errorf("%s: exit code %d\n%s", broken.name, code, log)
		case (broken.by == "validate") != annotated || (broken.by == "validate") != (sarifResults(t, outputs["sarif"]) > 0):
			t.Errorf("%s: SARIF %q, annotated is %t\n%s", broken.name, outputs["sarif"], annotated, log)
		case broken.by == "test" && !fileHas(t, outputs["junit"], `failures="1"`):
			t.Errorf("%s: JUnit %q\n%s", broken.name, outputs["junit"], log)
		}
	}
	if code, outputs, log := use(exampleRepository(t), "no where"); code != 2 || outputs["sarif"] != "" {
		t.Errorf("a path that is not there: exit code %d, outputs %v\n%s", code, outputs, log)
	}
}

// Ensure the action compares with a baseline where there is one. That a busy
// machine is slow does not count here; fuel does.
func TestActionBenches(t *testing.T) {
	t.Parallel()
	action, dir := rulesetsAction(t)
	binary, err := exec.LookPath("impressionism")
	envtest.Must(t, err)
	workspace := exampleRepository(t)
	save := exec.Command(binary, "rules", "bench", "only-tasks", "--rounds", "20", "--save", "bench.json")
	save.Dir = workspace
	if output, err := save.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	for i, step := range action.Runs.Steps { // for three seconds otherwise
		action.Runs.Steps[i].Run = strings.Replace(step.Run, "rules bench ", "rules bench --rounds 20 ", 1)
	}
	inputs := map[string]string{"binary": binary, "path": "only-tasks", "baseline": "bench.json", "fuzz": "0"}
	inputs["max-regression"] = "some"
	if code, _ := (&actionRun{t: t, dir: dir, workspace: workspace, temp: t.TempDir(), inputs: inputs}).play(action); code != 2 {
		t.Errorf("--max-regression some: exit code %d", code)
	}
	inputs["max-regression"] = "100000%"
	for _, slower := range []bool{false, true} {
		want := 0
		if slower {
			want = 1
			replaceInFile(t, filepath.Join(workspace, "only-tasks", "asking.lua"), "return first", "for i = 1, 20000 do first = first end return first")
		}
		run := &actionRun{t: t, dir: dir, workspace: workspace, temp: t.TempDir(), inputs: inputs}
		if code, _ := run.play(action); code != want || strings.Contains(run.log.String(), "REGRESSION") != slower {
			t.Errorf("slower is %t: exit code %d\n%s", slower, code, run.log.String())
		}
	}
}

// Ensure that without an input the action builds the source that it lies in.
func TestActionBuilds(t *testing.T) {
	t.Parallel()
	if os.Getenv("IMPRESSIONISM_TEST_GUESTS") == "" {
		t.Skip("building the program is for make test: make guests")
	}
	_, err := os.ReadFile("../../Makefile") // so that its edit makes the test run again
	envtest.Must(t, err)
	action, dir := rulesetsAction(t)
	run := &actionRun{
		t: t, dir: dir, workspace: exampleRepository(t), temp: t.TempDir(), inputs: map[string]string{"fuzz": "5"},
		environ: goCaches(t), // the step's home is empty; compiling SQLite takes minutes
	}
	code, _ := run.play(action)
	if built := filepath.Join(dir, "..", "..", "..", "bin"); code != 0 || !strings.HasPrefix(run.path, built) {
		t.Errorf("exit code %d, PATH %s\n%s", code, run.path, run.log.String())
	}
}

// goCaches are where Go keeps what it compiled and fetched.
func goCaches(t *testing.T) []string {
	t.Helper()
	caches, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	envtest.Must(t, err)
	cache, modules, _ := strings.Cut(strings.TrimSpace(string(caches)), "\n")
	return []string{"GOCACHE=" + cache, "GOMODCACHE=" + modules}
}

// Ensure the action is what runners take: composite, each input and output
// described, a shell for each script, no input pasted into one, and other actions
// only of a fixed major version.
func TestActionIsWellFormed(t *testing.T) {
	action, dir := rulesetsAction(t)
	if action.Name == "" || action.Description == "" || action.Runs.Using != "composite" {
		t.Errorf("name %q, description %q, using %q", action.Name, action.Description, action.Runs.Using)
	}
	for name, input := range action.Inputs {
		if input.Description == "" {
			t.Errorf("input %s is not described", name)
		}
	}
	for _, step := range action.Runs.Steps {
		switch {
		case step.Uses != "" && !regexp.MustCompile(`^actions/[a-z-]+@v\d+$`).MatchString(step.Uses):
			t.Errorf("%s uses %s", step.Name, step.Uses)
		case step.Uses == "" && (step.Shell != "bash" || step.Run == ""):
			t.Errorf("%s has the shell %q", step.Name, step.Shell)
		case strings.Contains(step.Run, "${{"):
			t.Errorf("%s pastes an expression into a script", step.Name)
		}
	}
	for _, file := range []string{"../../examples/ruleset-repository/.github/workflows/rulesets.yml", "internal/author/templates/workflow/rulesets.yml.tmpl"} {
		data, err := os.ReadFile(file)
		envtest.Must(t, err)
		for _, used := range regexp.MustCompile(`uses: ed-irl/impressionism/(\S+)@`).FindAllStringSubmatch(string(data), -1) {
			if here, err := filepath.Abs(filepath.Join("..", "..", used[1])); err != nil || here != dir {
				t.Errorf("%s uses %s, which is not the action", file, used[1])
			}
		}
	}
}

func fileHas(t *testing.T, file, part string) bool {
	t.Helper()
	data, err := os.ReadFile(file)
	return err == nil && strings.Contains(string(data), part)
}

// sarifResults counts the findings in a SARIF file; it is negative where there is none.
func sarifResults(t *testing.T, file string) int {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		return -1
	}
	var log author.SARIFLog
	envtest.Must(t, json.Unmarshal(data, &log))
	return len(log.Runs[0].Results)
}
