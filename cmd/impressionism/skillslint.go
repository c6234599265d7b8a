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
	"github.com/ed-irl/impressionism/host/claude/plugins"
	"github.com/ed-irl/impressionism/host/skilllint"
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

Codes: ` + strings.Join(wrapped(strings.Join(lintCodes(), ", ")+"."), "\n"),
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

func lintCodes() []string {
	var codes []string
	for _, rule := range skilllint.Rules() {
		codes = append(codes, rule.Code)
	}
	return codes
}

func (a *app) skillsLint(args, disabled []string) error {
	for _, code := range disabled {
		if _, known := skilllint.Explain(code); !known {
			return unknownCode(code)
		}
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
	findings = slices.DeleteFunc(findings, func(f skilllint.Finding) bool { return slices.Contains(disabled, f.Code) })
	result := lintShape(len(targets.wanted), findings)
	if a.json {
		err = a.printJSON(result)
	} else {
		a.printLint(result)
	}
	if err == nil && len(findings) > 0 {
		return &exitError{exitFailed, nil}
	}
	return err
}

func unknownCode(code string) error {
	return fmt.Errorf("there is no code %q; there are: %s", code, strings.Join(lintCodes(), ", "))
}

func lintShape(skills int, findings []skilllint.Finding) shape.SkillsLint {
	result := shape.SkillsLint{Skills: skills, Findings: []shape.LintFinding{}}
	for _, f := range findings {
		switch f.Severity {
		case skilllint.Error:
			result.Errors++
		case skilllint.Warning:
			result.Warnings++
		default:
			result.Notes++
		}
		result.Findings = append(result.Findings, shape.LintFinding{
			Code: f.Code, Severity: f.Severity, ID: f.ID, File: f.Path, Line: f.Line, Reason: f.Reason, Fix: f.Fix,
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
	rule, known := skilllint.Explain(code)
	if !known {
		return unknownCode(code)
	}
	a.printRule(lintRule{rule.Code, string(rule.Severity), rule.Summary, rule.Why, rule.Bad, rule.Good})
	return nil
}

// lintRule is a rule of one of the linters, as --explain tells it.
type lintRule struct{ code, severity, summary, why, bad, good string }

func (a *app) printRule(rule lintRule) {
	fmt.Fprintf(a.out, "%s (%s)\n", rule.code, rule.severity)
	a.printProse("    ", "    ", rule.summary)
	fmt.Fprintln(a.out)
	a.printProse("    ", "    ", rule.why)
	for _, example := range []struct{ mark, text string }{{"  − ", rule.bad}, {"  + ", rule.good}} {
		fmt.Fprintln(a.out)
		for line := range strings.SplitSeq(example.text, "\n") {
			fmt.Fprintln(a.out, example.mark+line)
		}
	}
}
