package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/skilllint"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/diag"
)

func (a *app) skillsLintCommand() *cobra.Command {
	var explain string
	var disabled []string
	command := &cobra.Command{
		Use:   "lint [NAME|PATH…]",
		Short: "Find what keeps skills from being read, listed and chosen",
		Long: `Find what keeps skills from being read, listed and chosen, and text that tries
to give orders. Without arguments every skill of the workspace is looked at;
else those named, or found at and below the paths given.

Ends with 0 where nothing is found, 1 with findings, 2 if it could not run.

Codes: ` + strings.Join(wrapped(strings.Join(skilllint.Rules.Codes(), ", ")+"."), "\n"),
		Example: `  impressionism skills lint
  impressionism skills lint pdf-forms --disable when-missing,body-long
  impressionism skills lint ./my-skills --json
  impressionism skills lint --explain description-common`,
		RunE: func(command *cobra.Command, args []string) error {
			if command.Flags().Changed("explain") {
				return a.explainLint(explain)
			}
			return a.skillsLint(args, disabled)
		},
	}
	command.Flags().StringVar(&explain, "explain", "", "tell what a code means, with an example")
	command.Flags().StringSliceVar(&disabled, "disable", nil, "codes that are not to be told")
	return a.jsonFlag(command)
}

func (a *app) skillsLint(args, disabled []string) error {
	if err := skilllint.Rules.Check(disabled...); err != nil {
		return err
	}
	if err := a.ready(); err != nil {
		return err
	}
	targets, err := a.lintTargets(args)
	if err != nil {
		return err
	}
	home := plugins.Home(a.clientHome())
	linter := skilllint.Linter{
		Recipe:              a.recipe(),
		DescriptionCharsMax: plugins.LoadSettings(home, a.workspaceOf("")).ListingDescCharsMax,
	}
	findings := targets.findings(linter)
	findings = slices.DeleteFunc(findings, func(f diag.Finding) bool { return slices.Contains(disabled, f.Code) })
	result := lintShape(len(targets.wanted), findings)
	if a.json {
		err = a.printJSON(result)
	} else {
		a.printLint(result)
	}
	if err == nil && len(findings) > 0 {
		return &exitError{code: exitFailed}
	}
	return err
}

func lintShape(skills int, findings []diag.Finding) shape.SkillsLint {
	result := shape.SkillsLint{Skills: skills, Findings: []shape.LintFinding{}}
	result.Errors, result.Warnings, result.Notes = diag.Count(findings)
	for _, f := range findings {
		result.Findings = append(result.Findings, shape.LintFinding{
			Code: f.Code, Severity: f.Severity, ID: f.ID, File: f.File, Line: f.Line, Reason: f.Reason, Fix: f.Fix,
		})
	}
	return result
}

// numbers are what the same reason may differ by in two places.
var numbers = regexp.MustCompile(`\d+`)

// printLint prints a finding with its reason, and the same reason in another place,
// whatever its numbers, as that place alone.
func (a *app) printLint(result shape.SkillsLint) {
	type words struct{ code, reason, fix string }
	said := map[words]bool{}
	byCode := map[string]int{}
	for _, f := range result.Findings {
		byCode[f.Code]++
	}
	for i, f := range result.Findings {
		fmt.Fprintf(a.out, "%s:%d  %s  %s\n", plain(a.shortPath(f.File)), f.Line, f.Severity, f.Code)
		key := words{f.Code, numbers.ReplaceAllString(f.Reason, "0"), numbers.ReplaceAllString(f.Fix, "0")}
		if said[key] {
			continue
		}
		said[key] = true
		a.printProse("    ", "    ", f.Reason)
		a.printProse("    → ", "      ", f.Fix)
		if i+1 < len(result.Findings) {
			fmt.Fprintln(a.out)
		}
	}
	if len(result.Findings) > 0 {
		fmt.Fprintln(a.out)
	}
	if len(byCode) > 1 {
		a.printProse("", "", sums(byCode))
	}
	looked := count(result.Skills, "skill", "skills") + " looked at"
	if len(result.Findings) == 0 {
		fmt.Fprintf(a.out, "%s, nothing found.\n", looked)
		return
	}
	found := findings(result.Errors, result.Warnings, result.Notes)
	fmt.Fprintf(a.out, "%s: %s. Why: impressionism skills lint --explain %s\n", looked, found, result.Findings[0].Code)
}

// sums says how often each code was found, the most frequent first.
func sums(byCode map[string]int) string {
	codes := slices.SortedFunc(maps.Keys(byCode), func(a, b string) int {
		return cmp.Or(cmp.Compare(byCode[b], byCode[a]), cmp.Compare(a, b))
	})
	for i, code := range codes {
		codes[i] = fmt.Sprintf("%d %s", byCode[code], code)
	}
	return strings.Join(codes, ", ")
}

func (a *app) explainLint(code string) error {
	if a.json {
		return errors.New("--explain is for people; leave out --json")
	}
	return a.explainRule(skilllint.Rules, code)
}

// explainRule prints what a linter's code means, with an example.
func (a *app) explainRule(rules diag.Rules, code string) error {
	rule, known := rules.Find(code)
	if !known {
		return rules.Check(code)
	}
	fmt.Fprintf(a.out, "%s (%s)\n", rule.Code, rule.Severity)
	a.printProse("    ", "    ", rule.Summary)
	fmt.Fprintln(a.out)
	a.printProse("    ", "    ", rule.Why)
	for _, example := range []struct{ mark, text string }{{"  − ", rule.Bad}, {"  + ", rule.Good}} {
		fmt.Fprintln(a.out)
		for line := range strings.SplitSeq(example.text, "\n") {
			fmt.Fprintln(a.out, example.mark+line)
		}
	}
	return nil
}
