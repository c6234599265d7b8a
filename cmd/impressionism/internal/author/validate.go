package author

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
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/author/rulefuzz"
	"github.com/ed-irl/impressionism/host/author/rulelint"
	"github.com/ed-irl/impressionism/host/diag"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	builtin "github.com/ed-irl/impressionism/rules/lua"
)

// validateFormats are the forms of findings, by name.
var validateFormats = map[string]func(*env.Env, shape.RulesValidate) error{
	"human":  printValidated,
	"json":   func(e *env.Env, result shape.RulesValidate) error { return cli.PrintJSON(e, result) },
	"sarif":  printSARIF,
	"github": printAnnotations,
}

func validateCommand(e *env.Env) *cobra.Command {
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

Codes: ` + strings.Join(cli.Wrapped(strings.Join(rulelint.Rules.Codes(), ", ")+"."), "\n"),
		Example: `  impressionism rules validate
  impressionism rules validate ./careful careful.wasm --disable module-slow
  impressionism rules validate --format sarif > findings.sarif
  impressionism rules validate --explain call-undeclared`,
		RunE: func(command *cobra.Command, args []string) error {
			if command.Flags().Changed("explain") {
				return cli.ExplainRule(e, rulelint.Rules, explain)
			}
			return validate(e, args, format, disabled)
		},
	}
	command.Flags().StringVar(&explain, "explain", "", "tell what a code means, with an example")
	command.Flags().StringVar(&format, "format", "human", "human, json (see schemas/), sarif (2.1.0) or github (annotations)")
	command.Flags().StringSliceVar(&disabled, "disable", nil, "codes that are not to be told")
	return command
}

func validate(e *env.Env, args []string, format string, disabled []string) error {
	show, ok := validateFormats[format]
	if !ok {
		return fmt.Errorf("there is no format %.40q; there are: human, json, sarif, github", format)
	}
	if err := rulelint.Rules.Check(disabled...); err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{e.Dir}
	}
	v := validation{env: e, disabled: disabled, require: requireOthers(e)}
	v.result = shape.RulesValidate{Rulesets: []shape.ValidatedRuleset{}, Findings: []shape.RulesetFinding{}}
	for _, arg := range args {
		if err := v.path(arg); err != nil {
			return err
		}
	}
	if err := show(e, v.result); err != nil {
		return err
	}
	if v.result.Errors+v.result.Warnings > 0 {
		return &env.ExitError{Code: env.ExitFailed}
	}
	return nil
}

// requireOthers finds modules of other rulesets: the built-ins, and where there is a
// configuration the user's and a trusted project's.
func requireOthers(e *env.Env) func(string) ([]byte, bool) {
	set := engine.Find(engine.Places{Builtin: builtin.FS})
	if err := e.Ready(); err == nil {
		set = knownHere(e).Set
	}
	return func(name string) ([]byte, bool) {
		parts := strings.Split(name, ".")
		ruleset, err := set.Load(strings.Join(parts[:min(2, len(parts))], "/"))
		if err != nil || ruleset.Language == modules.LanguageWASM {
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
	env      *env.Env
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
		ruleset.Require, ruleset.Kinds, ruleset.Properties = v.require, v.env.Kinds.Names(), rulefuzz.IDs()
		v.add(ruleset, filepath.Join(folder, filepath.FromSlash(name)))
	}
	return nil
}

func (v *validation) add(ruleset rulelint.Ruleset, where string) {
	report := rulelint.Lint(ruleset)
	one := shape.ValidatedRuleset{ID: report.ID, Path: v.shown(where), Language: report.Language, Disabled: report.Disabled}
	if report.Language == modules.LanguageWASM && v.env.Paths.Vetted != "" {
		vetted := v.env.Modules.Vetted(ruleset.Files[report.Code])
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
			Code: f.Code, Severity: f.Severity, ID: report.ID, File: v.shown(filepath.Join(root, filepath.FromSlash(f.File))),
			Line: f.Line, Column: f.Column, Excerpt: f.Excerpt, Reason: f.Reason, Fix: f.Fix,
		})
	}
}

// shown returns a path as programs can open it: relative in the current folder, else absolute.
func (v *validation) shown(path string) string {
	if rel, err := filepath.Rel(v.env.Dir, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

func printValidated(e *env.Env, result shape.RulesValidate) error {
	for _, f := range result.Findings {
		fmt.Fprintf(e.Out, "%s:%d:%d  %s  %s\n", textline.Plain(cli.ShortPath(e, f.File)), f.Line, f.Column, f.Severity, f.Code)
		if f.Excerpt != "" {
			printCaret(e, f)
		}
		cli.PrintProse(e, "    ", "    ", f.Reason)
		cli.PrintProse(e, "    → ", "      ", f.Fix)
		fmt.Fprintln(e.Out)
	}
	looked := textline.Count(len(result.Rulesets), "ruleset", "rulesets") + " looked at"
	found := textline.Findings(result.Errors, result.Warnings, result.Notes)
	if found == "" {
		fmt.Fprintf(e.Out, "%s, nothing found.\n", looked)
	} else {
		fmt.Fprintf(e.Out, "%s: %s. Why: impressionism rules validate --explain %s\n", looked, found, result.Findings[0].Code)
	}
	for _, one := range result.Rulesets {
		if one.Vetted != nil && !*one.Vetted {
			fmt.Fprintf(e.Out, "%s is not vetted here; rules add and rules trust do that.\n", textline.Plain(one.ID))
		}
	}
	return nil
}

// excerptCharsMax is how much of a line is shown around a caret.
const excerptCharsMax = 100

func printCaret(e *env.Env, f shape.RulesetFinding) {
	line := []rune(strings.ReplaceAll(f.Excerpt, "\t", " "))
	from := max(0, min(f.Column-1, len(line))-excerptCharsMax/2)
	shown := line[from:min(len(line), from+excerptCharsMax)]
	fmt.Fprintf(e.Out, "    │ %s\n    │ %s^\n", textline.Plain(string(shown)), strings.Repeat(" ", max(0, min(f.Column-1-from, len(shown)))))
}

// printAnnotations writes workflow commands, which GitHub shows beside the lines:
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
func printAnnotations(e *env.Env, result shape.RulesValidate) error {
	message := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	levels := map[string]string{rulelint.Error: "error", rulelint.Warning: "warning", rulelint.Note: "notice"}
	for _, f := range result.Findings {
		fmt.Fprintf(cli.Exact(e), "::%s file=%s,line=%d,col=%d,title=%s::%s\n", levels[f.Severity],
			property.Replace(filepath.ToSlash(f.File)), f.Line, f.Column, property.Replace(f.Code), message.Replace(f.Reason+" "+f.Fix))
	}
	return nil
}
