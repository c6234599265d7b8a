package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
)

// actionFile is the part of an action's metadata that composite actions have:
// https://docs.github.com/actions/reference/workflows-and-actions/metadata-syntax
type actionFile struct {
	Name        string
	Description string
	Inputs      map[string]struct {
		Description string
		Default     string
		Required    bool
	}
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Using string
		Steps []actionStep
	}
}

type actionStep struct {
	Name, ID, If, Uses, Run, Shell string
	With, Env                      map[string]string
}

// rulesetsAction reads the action strictly: a key that runners do not know is an
// error here, and would be none there.
func rulesetsAction(t *testing.T) (actionFile, string) {
	t.Helper()
	dir, err := filepath.Abs("../../.github/actions/rulesets")
	envtest.Must(t, err)
	data, err := os.ReadFile(filepath.Join(dir, "action.yml"))
	envtest.Must(t, err)
	var action actionFile
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	envtest.Must(t, decoder.Decode(&action))
	return action, dir
}

// actionRun is one use of an action by a job.
type actionRun struct {
	t         *testing.T
	dir       string // of action.yml
	workspace string
	temp      string
	environ   []string // besides what a runner sets
	inputs    map[string]string
	outputs   map[string]string // by steps.ID.outputs.NAME
	path      string
	log       bytes.Buffer
}

// play runs the steps of a composite action as a runner does: those with `uses`
// are left out, a failure ends it, and what a step writes to GITHUB_PATH and
// GITHUB_OUTPUT is there for the next.
func (r *actionRun) play(action actionFile) (code int, outputs map[string]string) {
	r.t.Helper()
	inputs := r.inputs
	r.inputs, r.outputs, r.path = map[string]string{}, map[string]string{}, os.Getenv("PATH")
	for name, input := range action.Inputs {
		r.inputs[name] = input.Default
	}
	for name, value := range inputs {
		if _, known := r.inputs[name]; !known {
			r.t.Fatalf("the action has no input %q", name)
		}
		r.inputs[name] = value
	}
	for _, step := range action.Runs.Steps {
		if step.Uses == "" && r.wanted(step.If) && code == 0 {
			code = r.step(step)
		}
	}
	outputs = map[string]string{}
	for name, output := range action.Outputs {
		outputs[name] = r.expand(output.Value)
	}
	return code, outputs
}

func (r *actionRun) step(step actionStep) int {
	r.t.Helper()
	folder := r.t.TempDir()
	script := filepath.Join(folder, "step.sh")
	envtest.WriteFile(r.t, script, step.Run)
	files := map[string]string{"GITHUB_PATH": filepath.Join(folder, "path"), "GITHUB_OUTPUT": filepath.Join(folder, "output")}
	// How a runner starts `shell: bash`.
	command := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
	command.Dir, command.Stdout, command.Stderr = r.workspace, &r.log, &r.log
	command.Env = append(os.Environ(), "PATH="+r.path, "HOME="+folder, "PWD="+r.workspace,
		"GITHUB_ACTIONS=true", "GITHUB_ACTION_PATH="+r.dir, "RUNNER_TEMP="+r.temp)
	command.Env = append(command.Env, r.environ...)
	for name, file := range files {
		envtest.WriteFile(r.t, file, "")
		command.Env = append(command.Env, name+"="+file)
	}
	for name, value := range step.Env {
		command.Env = append(command.Env, name+"="+r.expand(value))
	}
	err := command.Run()
	for _, line := range linesOf(r.t, files["GITHUB_PATH"]) {
		r.path = line + string(os.PathListSeparator) + r.path
	}
	for _, line := range linesOf(r.t, files["GITHUB_OUTPUT"]) {
		name, value, _ := strings.Cut(line, "=")
		r.outputs["steps."+step.ID+".outputs."+name] = value
	}
	var exited *exec.ExitError
	if err != nil && !errors.As(err, &exited) {
		r.t.Fatal(err)
	}
	return command.ProcessState.ExitCode()
}

func linesOf(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	envtest.Must(t, err)
	return strings.FieldsFunc(string(data), func(c rune) bool { return c == '\n' })
}

var (
	expression = regexp.MustCompile(`\$\{\{ *(.*?) *\}\}`)
	condition  = regexp.MustCompile(`^inputs\.([a-z-]+) (==|!=) '([^']*)'$`)
)

// expand fills in the expressions that the action uses; any other is an error.
func (r *actionRun) expand(text string) string {
	r.t.Helper()
	return expression.ReplaceAllStringFunc(text, func(found string) string {
		name := expression.FindStringSubmatch(found)[1]
		if input, ok := strings.CutPrefix(name, "inputs."); ok {
			if _, known := r.inputs[input]; known {
				return r.inputs[input]
			}
		} else if strings.HasPrefix(name, "steps.") {
			return r.outputs[name]
		}
		r.t.Fatalf("the test's runner does not know the expression %s", found)
		return ""
	})
}

func (r *actionRun) wanted(text string) bool {
	r.t.Helper()
	if text == "" {
		return true
	}
	parts := condition.FindStringSubmatch(text)
	if parts == nil {
		r.t.Fatalf("the test's runner does not know the condition %q", text)
	}
	return (r.expand("${{ inputs."+parts[1]+" }}") == parts[3]) == (parts[2] == "==")
}
