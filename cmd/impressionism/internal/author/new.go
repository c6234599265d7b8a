// Package author holds the commands for authors of rulesets: new, import, validate, test,
// fuzz, bench, replay and shadow.
package author

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/rules"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// Commands returns the commands of this package, which are below rules.
func Commands(e *env.Env) []*cobra.Command {
	return []*cobra.Command{
		replayCommand(e), shadowCommand(e), testCommand(e), newCommand(e), importCommand(e), validateCommand(e), benchCommand(e), fuzzCommand(e),
	}
}

func newCommand(e *env.Env) *cobra.Command {
	var language, sdk string
	command := &cobra.Command{
		Use:   "new NAME",
		Short: "Write the folder of a ruleset that works: code, manifest, README, scenarios, a CI file",
		Long: `Write a folder with a ruleset that works: code, manifest, README, two scenarios
and a CI file. NAME is an id as acme/careful; one without an owner is custom/NAME.
The folder is the last part of NAME, in the current folder. Rulesets in Rust and Go
need --sdk, the folder sdk of impressionism's source tree, since no SDK is published.`,
		Example: "  impressionism rules new acme/careful\n  impressionism rules new acme/careful --lang rust --sdk ../impressionism/sdk",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return createRuleset(e, args[0], language, sdk) },
	}
	command.Flags().StringVar(&language, "lang", "lua", "lua, rust or go")
	command.Flags().StringVar(&sdk, "sdk", "", "folder of the SDKs, for rust and go")
	return command
}

func createRuleset(e *env.Env, id, language, sdk string) error {
	id, err := ownID(id)
	if err != nil {
		return err
	}
	words, err := newWords(e, id, language, sdk)
	if err != nil {
		return err
	}
	folder := path.Base(id)
	if err := freeFolder(folder); err != nil {
		return err
	}
	files, err := scaffold(language, words)
	if err != nil {
		return env.Failed(err)
	}
	for _, file := range files {
		if err := writeNew(e, filepath.Join(folder, filepath.FromSlash(file.name)), file.text); err != nil {
			return env.Failed(err)
		}
	}
	if language == "lua" {
		sdk = ""
	}
	if err := linkSource(folder, sdk); err != nil {
		return env.Failed(err)
	}
	if err := newWorkflow(e); err != nil {
		return env.Failed(err)
	}
	fmt.Fprintf(e.Out, "\n%s", then(language, folder))
	return nil
}

// ownID returns the id of a ruleset of the user's own: a name without an owner is custom/NAME.
func ownID(id string) (string, error) {
	if !strings.Contains(id, "/") {
		id = "custom/" + id
	}
	switch {
	case !engine.ValidID(id):
		return "", fmt.Errorf("%.100q is no id: <owner>/<name> in small letters, digits, '_', '.' and '-', at most %d of them, as in acme/careful", id, abi.IDBytesMax)
	case strings.HasPrefix(id, "builtin/"):
		return "", errors.New("builtin/ is kept for the rulesets inside the program: choose another owner")
	}
	return id, nil
}

// freeFolder returns an error where a folder is there already and holds something.
func freeFolder(folder string) error {
	if entries, err := os.ReadDir(folder); err == nil && len(entries) > 0 || err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s is there already: choose another name, or another place", folder)
	}
	return nil
}

// then returns what to do with what was written.
func then(language, folder string) string {
	test := "impressionism rules test " + folder
	switch language {
	case "go":
		return fmt.Sprintf("Then: sh %s/build.sh && %s\nOnce, before go test: (cd %s && go get -t .)\n%s\n", folder, test, folder, rules.GoCost)
	case "rust":
		return fmt.Sprintf("Then: sh %s/build.sh && %s\n", folder, test)
	}
	return fmt.Sprintf("Then: %s\n", test)
}

func writeNew(e *env.Env, name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		return err
	}
	e.Did("wrote", "file", "", name)
	fmt.Fprintln(e.Out, "wrote", cli.ShortPath(e, name))
	return nil
}

// linkSource lets .impressionism in a ruleset's folder, which git ignores, lead to
// the source tree that has the SDK, so that no committed file has a path of this
// machine.
func linkSource(folder, sdk string) error {
	if sdk == "" {
		return nil
	}
	absolute, err := filepath.Abs(sdk)
	if err != nil {
		return err
	}
	if err := os.Symlink(filepath.Dir(absolute), filepath.Join(folder, ".impressionism")); err != nil {
		return fmt.Errorf("%w: put a checkout of impressionism's source there", err)
	}
	return nil
}

// workflowFile is where GitHub looks for a workflow, which is nowhere but below a
// repository's root.
const workflowFile = ".github/workflows/rulesets.yml"

// newWorkflow writes the workflow of the git repository around the current folder,
// if it has none.
func newWorkflow(e *env.Env) error {
	for folder := e.Dir; ; folder = filepath.Dir(folder) {
		if env.Exists(filepath.Join(folder, ".git")) {
			name := filepath.Join(folder, filepath.FromSlash(workflowFile))
			if env.Exists(name) {
				return nil
			}
			text, err := templates.ReadFile("templates/workflow/rulesets.yml.tmpl")
			if err != nil {
				return err
			}
			return writeNew(e, name, string(text))
		}
		if folder == filepath.Dir(folder) {
			fmt.Fprintln(e.Out, "no workflow: there is no git repository here; docs/rulesets/repository.md has it")
			return nil
		}
	}
}

// sdkCrate is the SDK's crate in Rust. Cargo refuses to build another one of its name with it.
const sdkCrate = "impressionism"

// newWords are what stands in a template for its placeholders.
func newWords(e *env.Env, id, language, sdk string) (map[string]string, error) {
	name := path.Base(id)
	crate := strings.ReplaceAll(name, ".", "-")
	if crate[0] >= '0' && crate[0] <= '9' || crate == sdkCrate {
		crate = "ruleset-" + crate
	}
	words := map[string]string{
		"id": id, "name": name, "code": name + ".wasm", "crate": crate, "lib": strings.ReplaceAll(crate, "-", "_"),
	}
	sign := ""
	switch language {
	case "lua":
		words["code"] = name + ".lua"
		return words, nil
	case "go":
		sign = filepath.Join("go", "impressionism.go")
	case "rust":
		sign = filepath.Join("rust", "Cargo.toml")
	default:
		return nil, fmt.Errorf("--lang is %.40q; it is lua, rust or go", language)
	}
	if sdk == "" {
		return nil, errors.New("--sdk is missing: no SDK is published yet; name the folder sdk of impressionism's source tree")
	}
	absolute, err := filepath.Abs(sdk)
	if err != nil {
		return nil, err
	}
	if !env.Exists(filepath.Join(absolute, sign)) {
		return nil, fmt.Errorf("--sdk %s has no %s: name the folder sdk of impressionism's source tree", sdk, filepath.ToSlash(sign))
	}
	return words, nil
}

// templates are the files of a ruleset to begin with: those of every language and
// those of each. Their names end in .tmpl so that no tool takes them for its own;
// NAME in a file's name and @word@ in its text are replaced.
//
//go:embed all:templates
var templates embed.FS

// newFile is one file of a ruleset's folder.
type newFile struct {
	name, text string
}

// scaffold returns the files of a ruleset in a language.
func scaffold(language string, words map[string]string) ([]newFile, error) {
	var pairs []string
	for word, text := range words {
		pairs = append(pairs, "@"+word+"@", text)
	}
	replace := strings.NewReplacer(pairs...)
	var files []newFile
	for _, root := range []string{"templates/all", "templates/" + language} {
		err := fs.WalkDir(templates, root, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := templates.ReadFile(name)
			if err != nil {
				return err
			}
			name = strings.TrimSuffix(strings.TrimPrefix(name, root+"/"), ".tmpl")
			files = append(files, newFile{strings.ReplaceAll(name, "NAME", words["name"]), replace.Replace(string(text))})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}
