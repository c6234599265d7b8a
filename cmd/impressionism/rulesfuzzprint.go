package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/rulefuzz"
	"github.com/ed-irl/impressionism/host/cut"
)

// What is shown of a scenario; --json and --out have it whole.
const (
	fuzzLinesMax = 40
	fuzzLineMax  = 400
)

// keep writes the scenarios of a report into the folder that was asked for.
func (f *rulesFuzz) keep(report *rulefuzz.Report, several bool) error {
	if f.out == "" {
		return nil
	}
	folder := f.out
	if several {
		folder = filepath.Join(folder, path.Base(report.ID))
	}
	for i := range report.Findings {
		for _, shown := range report.Findings[i].Scenarios {
			if err := os.MkdirAll(folder, 0o755); err != nil {
				return err
			}
			file := filepath.Join(folder, "fuzz-"+shown.Name+".yaml")
			if err := os.WriteFile(file, []byte(shown.YAML), 0o644); err != nil {
				return fmt.Errorf("keep a scenario: %w", err)
			}
			report.Findings[i].Kept = append(report.Findings[i].Kept, file)
		}
	}
	return nil
}

// tell prints what came of it and gives the exit code.
func (f *rulesFuzz) tell(result shape.RulesFuzz) error {
	if f.app.json {
		if err := f.app.printJSON(result); err != nil {
			return failed(err)
		}
	} else {
		for _, report := range result.Rulesets {
			f.app.printFuzzed(report)
		}
	}
	if result.Broken > 0 {
		return &exitError{code: exitFailed}
	}
	if f.stop.Load() {
		return couldNot(fmt.Errorf("it was interrupted, or took twice as long as --time"))
	}
	return nil
}

func (a *app) printFuzzed(report rulefuzz.Report) {
	fmt.Fprintln(a.out, plain(report.ID))
	for _, finding := range report.Findings {
		a.printBroken(finding)
	}
	for _, off := range report.Off {
		fmt.Fprintf(a.out, "  off   %s: %s\n", off.Property, plain(off.Reason))
	}
	broken := 0
	for _, id := range report.Tried {
		if slices.ContainsFunc(report.Findings, func(f rulefuzz.Finding) bool { return f.Property == id }) {
			broken++
		}
	}
	fmt.Fprintf(a.out, "%s hold, %d broken; asked %s, seed %d\n", count(len(report.Tried)-broken, "property", "properties"), broken, count(report.Asked, "time", "times"), report.Seed)
	if report.Stopped {
		fmt.Fprintln(a.out, "It was stopped before all runs were done (--time); what has to happen once was not judged.")
	}
}

func (a *app) printBroken(finding rulefuzz.Finding) {
	fmt.Fprintf(a.out, "  FAIL  %s: %s\n", finding.Property, finding.Sentence)
	for line := range strings.Lines(finding.Difference) {
		fmt.Fprintf(a.out, "    %s\n", shorten(plain(line), fuzzLineMax))
	}
	fmt.Fprintf(a.out, "    Is it right here? Say why in ruleset.json: \"disable\": { %q: \"…\" }\n", finding.Property)
	for i, shown := range finding.Scenarios {
		switch {
		case i < len(finding.Kept):
			fmt.Fprintf(a.out, "    wrote %s\n", plain(finding.Kept[i]))
			continue
		case len(finding.Scenarios) > 1:
			fmt.Fprintf(a.out, "    scenario %d of %d:\n", i+1, len(finding.Scenarios))
		}
		lines := strings.Split(strings.TrimRight(shown.YAML, "\n"), "\n")
		for _, line := range lines[:min(len(lines), fuzzLinesMax)] {
			fmt.Fprintf(a.out, "      %s\n", plain(cut.RunesEllipsis(line, fuzzLineMax)))
		}
		if len(lines) > fuzzLinesMax {
			fmt.Fprintf(a.out, "      … %s more; --out DIR keeps it whole\n", count(len(lines)-fuzzLinesMax, "line", "lines"))
		}
	}
}

func (a *app) explainProperty(id string) error {
	property, known := rulefuzz.Explain(id)
	if !known {
		return unknownProperty(id)
	}
	fmt.Fprintf(a.out, "%s: %s\n\n", property.ID, property.Sentence)
	a.printProse("", "", property.Why)
	fmt.Fprintf(a.out, "\nA ruleset that breaks it on purpose says so in ruleset.json:\n    \"disable\": { %q: \"why it is right here\" }\n", property.ID)
	return nil
}
