package skills

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
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/author/skilllint"
	"github.com/ed-irl/impressionism/host/diag"
)

func lintCommand(e *env.Env) *cobra.Command {
	var explain string
	var disabled []string
	cards := false
	command := &cobra.Command{
		Use:   "lint [NAME|PATH…]",
		Short: "Find what keeps skills from being read, listed and chosen",
		Long: `Find what keeps skills from being read, listed and chosen, and text that tries
to give orders; and what a card lacks (card.json beside a SKILL.md). Without
arguments every skill of the workspace is looked at, and every rule, which the client
puts before the model by itself; else the skills named, or found at and below the paths
given.

Ends with 0 where nothing is found, 1 with findings, 2 if it could not run.

Codes: ` + strings.Join(cli.Wrapped(strings.Join(skilllint.Rules.Codes(), ", ")+"."), "\n"),
		Example: `  impressionism skills lint
  impressionism skills lint pdf-forms --disable when-missing,body-long
  impressionism skills lint ./my-skills --cards --json
  impressionism skills lint --explain description-common`,
		RunE: func(command *cobra.Command, args []string) error {
			if command.Flags().Changed("explain") {
				return explainLint(e, explain)
			}
			return lint(e, args, disabled, cards)
		},
	}
	command.Flags().StringVar(&explain, "explain", "", "tell what a code means, with an example")
	command.Flags().StringSliceVar(&disabled, "disable", nil, "codes that are not to be told")
	command.Flags().BoolVar(&cards, "cards", false, "tell each skill that has no card; else one line counts them")
	return cli.JSONFlag(e, command)
}

func lint(e *env.Env, args, disabled []string, cards bool) error {
	if err := skilllint.Rules.Check(disabled...); err != nil {
		return err
	}
	if err := e.Ready(); err != nil {
		return err
	}
	targets, err := findTargets(e, args)
	if err != nil {
		return err
	}
	findings := targets.findings(skilllint.Linter{
		Recipe:              wire.Recipe(e),
		DescriptionCharsMax: e.Client().Places.Settings(e.ClientHome(), e.WorkspaceOf("")).DescriptionChars,
		MissingCards:        true,
	})
	rules := skilllint.Standing{}
	if len(args) == 0 {
		rules = readRules(e, e.WorkspaceOf(""))
		findings = append(findings, rules.Findings()...)
		skilllint.Sort(findings)
	}
	without := 0
	findings = slices.DeleteFunc(findings, func(f diag.Finding) bool {
		isMissing := f.Code == missingCard
		if isMissing {
			without++
		}
		return isMissing && !cards || slices.Contains(disabled, f.Code)
	})
	result := lintShape(len(targets.wanted), findings)
	result.WithoutCard, result.Rules = without, len(rules.Rules)+len(rules.Unread)
	if e.JSON {
		err = cli.PrintJSON(e, result)
	} else {
		printLint(e, result)
	}
	if err == nil && len(findings) > 0 {
		return &env.ExitError{Code: env.ExitFailed}
	}
	return err
}

// missingCard is the code of skills without a card, of which most catalogs are full.
const missingCard = "card-missing"

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
func printLint(e *env.Env, result shape.SkillsLint) {
	type words struct{ code, reason, fix string }
	said := map[words]bool{}
	byCode := map[string]int{}
	for _, f := range result.Findings {
		byCode[f.Code]++
	}
	for i, f := range result.Findings {
		fmt.Fprintf(e.Out, "%s:%d  %s  %s\n", textline.Plain(cli.ShortPath(e, f.File)), f.Line, f.Severity, f.Code)
		key := words{f.Code, numbers.ReplaceAllString(f.Reason, "0"), numbers.ReplaceAllString(f.Fix, "0")}
		if said[key] {
			continue
		}
		said[key] = true
		cli.PrintProse(e, "    ", "    ", f.Reason)
		cli.PrintProse(e, "    → ", "      ", f.Fix)
		if i+1 < len(result.Findings) {
			fmt.Fprintln(e.Out)
		}
	}
	if len(result.Findings) > 0 {
		fmt.Fprintln(e.Out)
	}
	if len(byCode) > 1 {
		cli.PrintProse(e, "", "", sums(byCode))
	}
	looked := textline.Count(result.Skills, "skill", "skills")
	if result.Rules > 0 {
		looked += " and " + textline.Count(result.Rules, "rule", "rules")
	}
	looked += " looked at"
	if len(result.Findings) == 0 {
		fmt.Fprintf(e.Out, "%s, nothing found.\n", looked)
	} else {
		found := textline.Findings(result.Errors, result.Warnings, result.Notes)
		fmt.Fprintf(e.Out, "%s: %s. Why: impressionism skills lint --explain %s\n", looked, found, result.Findings[0].Code)
	}
	if result.WithoutCard > 0 && byCode[missingCard] == 0 {
		fmt.Fprintf(e.Out, "Without a card: %d of %d. Why: impressionism skills lint --explain %s\n", result.WithoutCard, result.Skills, missingCard)
	}
}

// sums returns how often each code was found, the most frequent first.
func sums(byCode map[string]int) string {
	codes := slices.SortedFunc(maps.Keys(byCode), func(a, b string) int {
		return cmp.Or(cmp.Compare(byCode[b], byCode[a]), cmp.Compare(a, b))
	})
	for i, code := range codes {
		codes[i] = fmt.Sprintf("%d %s", byCode[code], code)
	}
	return strings.Join(codes, ", ")
}

func explainLint(e *env.Env, code string) error {
	if e.JSON {
		return errors.New("--explain is for people; leave out --json")
	}
	return cli.ExplainRule(e, skilllint.Rules, code)
}
