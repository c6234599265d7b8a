package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
)

// precommitHook has the fields of a hook's definition that are used here, of those
// that https://pre-commit.com/#new-hooks documents.
type precommitHook struct {
	ID            string
	Name          string
	Description   string
	Entry         string
	Language      string
	Files         string
	PassFilenames *bool `yaml:"pass_filenames"`
}

func precommitHooks(t *testing.T) []precommitHook {
	t.Helper()
	var hooks []precommitHook
	strictYAML(t, "../../.pre-commit-hooks.yaml", &hooks)
	return hooks
}

func strictYAML(t *testing.T, file string, into any) {
	t.Helper()
	data, err := os.ReadFile(file)
	envtest.Must(t, err)
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	envtest.Must(t, decoder.Decode(into))
}

// Ensure pre-commit's hooks have what it requires, no file is passed to commands
// that take folders, and the example repository names hooks that are there.
func TestPrecommitHooksAreWellFormed(t *testing.T) {
	ids := []string{}
	for _, hook := range precommitHooks(t) {
		ids = append(ids, hook.ID)
		if hook.Name == "" || hook.Description == "" || hook.Language != "system" || hook.PassFilenames == nil || *hook.PassFilenames {
			t.Errorf("%+v", hook)
		}
	}
	var config struct {
		Repos []struct {
			Repo, Rev string
			Hooks     []struct{ ID string }
		}
	}
	strictYAML(t, "../../examples/ruleset-repository/.pre-commit-config.yaml", &config)
	var named []string
	for _, hook := range config.Repos[0].Hooks {
		named = append(named, hook.ID)
	}
	if !slices.Equal(ids, named) || !slices.Equal(ids, []string{"impressionism-validate", "impressionism-test"}) {
		t.Errorf("hooks %q; the example names %q", ids, named)
	}
	if repo := config.Repos[0]; repo.Repo != "https://github.com/ed-irl/impressionism" || repo.Rev == "" {
		t.Errorf("%+v", repo)
	}
}

// Ensure a hook runs where a commit has a file that counts to a ruleset, all of the
// example repository's do, and rests for other files.
func TestPrecommitHooksKnowTheirFiles(t *testing.T) {
	for _, hook := range precommitHooks(t) {
		files := regexp.MustCompile(hook.Files) // pre-commit searches in the path from the repository's root
		seen := 0
		err := fs.WalkDir(os.DirFS("../../examples/ruleset-repository"), ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.Contains(name, "/") || strings.HasPrefix(name, ".") {
				return err
			}
			want := filepath.Base(name) != "README.md" || hook.ID == "impressionism-validate"
			if seen++; files.MatchString(name) != want {
				t.Errorf("%s, %s: runs is %t", hook.ID, name, !want)
			}
			return nil
		})
		if err != nil || seen < 15 {
			t.Errorf("%d files, %v", seen, err)
		}
		for _, name := range []string{"careful.wasm", "lib/part.lua", "ruleset.json", "careful/scenarios/fits.yaml", "careful/catalog.yaml", "data/skills.json"} {
			if !files.MatchString(name) {
				t.Errorf("%s rests for %s", hook.ID, name)
			}
		}
		for _, name := range []string{"src/main.go", "ruleset.json.bak", ".pre-commit-config.yaml", ".github/workflows/rulesets.yml", "notes.txt"} {
			if files.MatchString(name) {
				t.Errorf("%s runs for %s", hook.ID, name)
			}
		}
	}
}

// Ensure what a hook runs passes on the example repository and fails on a broken
// one, called as pre-commit calls it: in the repository's root, without files.
func TestPrecommitHooksRun(t *testing.T) {
	for _, hook := range precommitHooks(t) {
		call := func(dir string) (int, string) {
			words := strings.Fields(hook.Entry)
			command := exec.Command(words[0], words[1:]...)
			command.Dir, command.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "PRE_COMMIT=1"}
			output, err := command.CombinedOutput()
			var exited *exec.ExitError
			if err != nil && !errors.As(err, &exited) {
				t.Fatal(err)
			}
			return command.ProcessState.ExitCode(), string(output)
		}
		if code, output := call(exampleRepository(t)); code != 0 {
			t.Errorf("%s: exit code %d\n%s", hook.ID, code, output)
		}
		for _, broken := range breakages {
			if "impressionism-"+broken.by != hook.ID {
				continue
			}
			dir := exampleRepository(t)
			replaceInFile(t, filepath.Join(dir, broken.file), broken.find, broken.replace)
			if code, output := call(dir); code != 1 || !strings.Contains(output, broken.says) {
				t.Errorf("%s, %s: exit code %d\n%s", hook.ID, broken.name, code, output)
			}
		}
	}
}
