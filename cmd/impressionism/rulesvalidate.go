package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/rulelint"
	"github.com/ed-irl/impressionism/host/diag"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	builtin "github.com/ed-irl/impressionism/rules/lua"
)

// validateFormats are the forms of findings, by name.
var validateFormats = map[string]func(*app, shape.RulesValidate) error{
	"human":  (*app).printValidated,
	"json":   func(a *app, result shape.RulesValidate) error { return a.printJSON(result) },
	"sarif":  (*app).printSARIF,
	"github": (*app).printAnnotations,
}

func (a *app) rulesValidateCommand() *cobra.Command {
	var explain, format string
	var disabled []string
	command := &cobra.Command{
		Use:   "validate [PATH…]",
		Short: "Find what keeps rulesets from being loaded, from running and from being understood",
		Long: `Find what keeps rulesets from being loaded, from running and from being
understood: manifest, Lua code, module, host calls, parameters, scenarios, README.
A path is a ruleset's folder, a .lua or .wasm file, or a folder of several; the
current folder where none is given. A Lua file is loaded in the sandbox, without a
host; nothing of a module runs.

A finding is switched off where it is right with a comment that says why:
    -- impressionism:disable CODE: reason
after the code on its line, or alone on a line for the whole ruleset. The file
` + rulelint.DisableFile + ` in the ruleset's folder has "CODE: reason" on each line.

Ends with 0 where neither error nor warning is found, 1 with findings, 2 if it
could not run.

Codes: ` + strings.Join(wrapped(strings.Join(rulelint.Rules.Codes(), ", ")+"."), "\n"),
		Example: `  impressionism rules validate
  impressionism rules validate ./careful careful.wasm --disable module-slow
  impressionism rules validate --format sarif > findings.sarif
  impressionism rules validate --explain call-undeclared`,
		RunE: func(command *cobra.Command, args []string) error {
			if command.Flags().Changed("explain") {
				return a.explainRule(rulelint.Rules, explain)
			}
			return a.rulesValidate(args, format, disabled)
		},
	}
	command.Flags().StringVar(&explain, "explain", "", "tell what a code means, with an example")
	command.Flags().StringVar(&format, "format", "human", "human, json (see schemas/), sarif (2.1.0) or github (annotations)")
	command.Flags().StringSliceVar(&disabled, "disable", nil, "codes that are not to be told")
	return command
}

func (a *app) rulesValidate(args []string, format string, disabled []string) error {
	show, ok := validateFormats[format]
	if !ok {
		return fmt.Errorf("there is no format %.40q; there are: human, json, sarif, github", format)
	}
	if err := rulelint.Rules.Check(disabled...); err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{a.cwd}
	}
	v := validation{app: a, disabled: disabled, require: a.requireOthers()}
	v.result = shape.RulesValidate{Rulesets: []shape.ValidatedRuleset{}, Findings: []shape.RulesetFinding{}}
	for _, arg := range args {
		if err := v.path(arg); err != nil {
			return err
		}
	}
	if err := show(a, v.result); err != nil {
		return err
	}
	if v.result.Errors+v.result.Warnings > 0 {
		return &exitError{code: exitFailed}
	}
	return nil
}

// requireOthers finds modules of other rulesets: the built-ins, and the user's
// where there is a configuration.
func (a *app) requireOthers() func(string) ([]byte, bool) {
	set := engine.Find(engine.Places{Builtin: builtin.FS})
	if err := a.ready(); err == nil {
		set = a.engine("").Set
	}
	return func(name string) ([]byte, bool) {
		parts := strings.Split(name, ".")
		ruleset, err := set.Load(strings.Join(parts[:min(2, len(parts))], "/"))
		if err != nil || ruleset.Language == languageWASM {
			return nil, false
		}
		if len(parts) == 2 {
			return ruleset.Program.Code, true
		}
		source, ok := ruleset.Files()[strings.Join(parts[2:], "/")+".lua"]
		return source, ok
	}
}

// validation collects what is found in several rulesets.
type validation struct {
	app      *app
	disabled []string
	require  func(string) ([]byte, bool)
	result   shape.RulesValidate
}

func (v *validation) path(arg string) error {
	absolute, err := filepath.Abs(arg)
	if err != nil {
		return err
	}
	if filepath.Base(absolute) == "ruleset.json" {
		absolute = filepath.Dir(absolute)
	}
	info, err := os.Stat(absolute)
	if err != nil {
		return fmt.Errorf("validate %s: %w", arg, errors.Unwrap(err))
	}
	folder, name := filepath.Dir(absolute), filepath.Base(absolute)
	if entry, err := os.Lstat(absolute); err == nil && !info.IsDir() {
		if err := engine.CheckEntry(name, fs.FileInfoToDirEntry(entry)); err != nil {
			return fmt.Errorf("validate %s: %w", arg, err)
		}
	}
	files, names := foreign.Dir(folder), []string{name}
	switch ending := filepath.Ext(name); {
	case info.IsDir():
		if names, err = rulelint.Find(files, name); err != nil {
			return err
		}
	case ending != ".lua" && ending != ".wasm":
		return fmt.Errorf("validate %s: a ruleset is a .lua or .wasm file, or a folder with ruleset.json", arg)
	}
	if len(names) == 0 {
		return fmt.Errorf("validate %s: there is no ruleset in or below it; one begins with: impressionism rules new NAME", arg)
	}
	for _, name := range names {
		ruleset, err := rulelint.Load(files, name)
		if err != nil {
			return err
		}
		ruleset.Require = v.require
		v.add(ruleset, filepath.Join(folder, filepath.FromSlash(name)))
	}
	return nil
}

func (v *validation) add(ruleset rulelint.Ruleset, where string) {
	report := rulelint.Lint(ruleset)
	one := shape.ValidatedRuleset{ID: report.ID, Path: v.app.shortPath(where), Language: report.Language, Disabled: report.Disabled}
	if report.Language == languageWASM && v.app.paths.Vetted != "" {
		vetted := v.app.modules.Vetted(ruleset.Files[report.Code])
		one.Vetted = &vetted
	}
	v.result.Rulesets = append(v.result.Rulesets, one)
	root := where
	if !ruleset.Folder {
		root = filepath.Dir(where)
	}
	found := slices.DeleteFunc(report.Findings, func(f diag.Finding) bool { return slices.Contains(v.disabled, f.Code) })
	errors, warnings, notes := diag.Count(found)
	v.result.Errors, v.result.Warnings, v.result.Notes = v.result.Errors+errors, v.result.Warnings+warnings, v.result.Notes+notes
	for _, f := range found {
		v.result.Findings = append(v.result.Findings, shape.RulesetFinding{
			Code: f.Code, Severity: f.Severity, ID: report.ID, File: v.app.shortPath(filepath.Join(root, filepath.FromSlash(f.File))),
			Line: f.Line, Column: f.Column, Excerpt: f.Excerpt, Reason: f.Reason, Fix: f.Fix,
		})
	}
}
