package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/engine"
)

func (a *app) rulesNewCommand() *cobra.Command {
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
		RunE:    func(_ *cobra.Command, args []string) error { return a.rulesNew(args[0], language, sdk) },
	}
	command.Flags().StringVar(&language, "lang", "lua", "lua, rust or go")
	command.Flags().StringVar(&sdk, "sdk", "", "folder of the SDKs, for rust and go")
	return command
}

func (a *app) rulesNew(id, language, sdk string) error {
	if !strings.Contains(id, "/") {
		id = "custom/" + id
	}
	switch {
	case !engine.ValidID(id) || strings.Count(id, "/") != 1:
		return fmt.Errorf("%.100q is no id: small letters, digits, '_', '.' and '-' only, as in acme/careful", id)
	case strings.HasPrefix(id, "builtin/"):
		return errors.New("builtin/ is kept for the rulesets inside the program: choose another owner")
	}
	words, err := a.newWords(id, language, sdk)
	if err != nil {
		return err
	}
	folder := path.Base(id)
	if entries, err := os.ReadDir(folder); err == nil && len(entries) > 0 || err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s is there already: choose another name, or another place", folder)
	}
	files, err := scaffold(language, words)
	if err != nil {
		return failed(err)
	}
	for _, file := range files {
		name := filepath.Join(folder, filepath.FromSlash(file.name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return failed(err)
		}
		if err := os.WriteFile(name, []byte(file.text), 0o644); err != nil {
			return failed(err)
		}
		a.did("wrote", "file", "", name)
		fmt.Fprintln(a.out, "wrote", name)
	}
	next := "impressionism rules test " + folder
	if language != "lua" {
		next = "sh " + folder + "/build.sh && " + next
	}
	fmt.Fprintf(a.out, "\nThen: %s\n", next)
	return nil
}

// newWords are what stands in a template for its placeholders.
func (a *app) newWords(id, language, sdk string) (map[string]string, error) {
	name := path.Base(id)
	crate := strings.ReplaceAll(name, ".", "-")
	if crate[0] >= '0' && crate[0] <= '9' {
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
	if !exists(filepath.Join(absolute, sign)) {
		return nil, fmt.Errorf("--sdk %s has no %s: name the folder sdk of impressionism's source tree", sdk, filepath.ToSlash(sign))
	}
	words["root"] = fmt.Sprintf("%q", filepath.ToSlash(filepath.Dir(absolute)))
	words["sdkrust"] = fmt.Sprintf("%q", filepath.ToSlash(filepath.Join(absolute, "rust")))
	return words, nil
}
