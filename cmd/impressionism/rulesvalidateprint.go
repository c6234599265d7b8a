package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/rulelint"
)

func (a *app) printValidated(result shape.RulesValidate) error {
	for _, f := range result.Findings {
		fmt.Fprintf(a.out, "%s:%d:%d  %s  %s\n", plain(f.File), f.Line, f.Column, f.Severity, f.Code)
		if f.Excerpt != "" {
			a.printCaret(f)
		}
		a.printProse("    ", "    ", f.Reason)
		a.printProse("    → ", "      ", f.Fix)
		fmt.Fprintln(a.out)
	}
	looked := count(len(result.Rulesets), "ruleset", "rulesets") + " looked at"
	found := findings(result.Errors, result.Warnings, result.Notes)
	if found == "" {
		fmt.Fprintf(a.out, "%s, nothing found.\n", looked)
	} else {
		fmt.Fprintf(a.out, "%s: %s. Why: impressionism rules validate --explain %s\n", looked, found, result.Findings[0].Code)
	}
	for _, one := range result.Rulesets {
		if one.Vetted != nil && !*one.Vetted {
			fmt.Fprintf(a.out, "%s is not vetted here; rules add and rules trust do that.\n", plain(one.ID))
		}
	}
	return nil
}

// excerptCharsMax is how much of a line is shown around a caret.
const excerptCharsMax = 100

func (a *app) printCaret(f shape.RulesetFinding) {
	line := []rune(strings.ReplaceAll(f.Excerpt, "\t", " "))
	from := max(0, min(f.Column-1, len(line))-excerptCharsMax/2)
	shown := line[from:min(len(line), from+excerptCharsMax)]
	fmt.Fprintf(a.out, "    │ %s\n    │ %s^\n", plain(string(shown)), strings.Repeat(" ", max(0, min(f.Column-1-from, len(shown)))))
}

// printAnnotations writes workflow commands, which GitHub shows beside the lines:
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
func (a *app) printAnnotations(result shape.RulesValidate) error {
	message := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	levels := map[string]string{rulelint.Error: "error", rulelint.Warning: "warning", rulelint.Note: "notice"}
	for _, f := range result.Findings {
		fmt.Fprintf(a.exact(), "::%s file=%s,line=%d,col=%d,title=%s::%s\n", levels[f.Severity],
			property.Replace(filepath.ToSlash(f.File)), f.Line, f.Column, property.Replace(f.Code), message.Replace(f.Reason+" "+f.Fix))
	}
	return nil
}
