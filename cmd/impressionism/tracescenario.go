package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/shrink"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/trace"
)

// shrinkTimeMax ends shrinking with what is smallest by then.
const shrinkTimeMax = 20 * time.Second

// scenarioFlags say what becomes of the scenario.
type scenarioFlags struct {
	shrink             bool
	out, with, ruleset string
}

func (a *app) traceScenarioCommand() *cobra.Command {
	var flags scenarioFlags
	command := &cobra.Command{
		Use: "scenario ID|FILE", Short: "Write a recorded decision as a test of its ruleset, the smallest one with --shrink",
		Long: `Write a recorded decision as a scenario file: what session and catalog told the
ruleset, and the decision to expect. It is tried first: a scenario that does not
give the decision is not written. --shrink takes skills, messages, parameters and
texts away until none can go without changing the decision.

The file holds the prompt, and without --shrink all that the ruleset saw: read it
before you share it.

` + traceNames,
		Example: "  impressionism trace scenario last --shrink --out scenarios/odd-one.yaml", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, args []string) error {
			return a.traceScenario(command.Context(), args[0], flags)
		},
	}
	command.Flags().BoolVar(&flags.shrink, "shrink", false, "make it minimal")
	command.Flags().StringVar(&flags.out, "out", "", "file to write; standard output where absent")
	command.Flags().StringVar(&flags.ruleset, "ruleset", "", "of several rulesets the one whose part is written; else the only one that decided about something")
	command.Flags().StringVar(&flags.with, "with", "", "another version of the ruleset that decides the same: a file, folder or id")
	return a.jsonFlag(command)
}

func (a *app) traceScenario(ctx context.Context, name string, flags scenarioFlags) error {
	if err := a.ready(); err != nil {
		return err
	}
	result, err := a.scenarioOf(ctx, name, flags)
	if err != nil {
		return failed(err)
	}
	text, err := result.yaml()
	if err != nil {
		return failed(err)
	}
	if flags.out != "" {
		if err := os.WriteFile(flags.out, text, 0o600); err != nil {
			return failed(err)
		}
	}
	if a.json {
		return a.printJSON(shape.TraceScenario{
			File: flags.out, Text: string(text), Skills: result.Is.Skills, Messages: result.Is.Messages,
			Was: shape.Counts{Skills: result.Was.Skills, Messages: result.Was.Messages}, Tries: result.Tries, Note: result.Note,
		})
	}
	if result.Note != "" {
		fmt.Fprintln(a.errOut, "impressionism: warning:", result.Note)
	}
	if flags.out == "" {
		_, err := a.exact().Write(text)
		return failed(err)
	}
	fmt.Fprintf(a.out, "Wrote %s: %s and %s, of %d and %d. Say in it why it should be so.\n", flags.out,
		count(result.Is.Skills, "skill", "skills"), count(result.Is.Messages, "message", "messages"), result.Was.Skills, result.Was.Messages)
	return nil
}

// scenarioMade is a scenario and whose decision it shows.
type scenarioMade struct {
	shrink.Result
	ruleset  string
	decision string // its number, or the file that it is from
}

// yaml writes the scenario and tries that it can be read.
func (m scenarioMade) yaml() ([]byte, error) {
	comment := fmt.Sprintf("From decision %s, by %s.", m.decision, m.ruleset)
	text, err := shrink.YAML(m.Scenario, plain(comment))
	if err != nil {
		return nil, err
	}
	if _, err := scenario.Decode(text); err != nil {
		return nil, fmt.Errorf("the scenario cannot be read again: %w", err)
	}
	return text, nil
}

func (a *app) scenarioOf(ctx context.Context, name string, flags scenarioFlags) (scenarioMade, error) {
	f, err := a.whole(name)
	if err != nil {
		return scenarioMade{}, err
	}
	r := &replayer{app: a, with: flags.with}
	if f, err = r.partOf(f, flags.ruleset); err != nil {
		return scenarioMade{}, fmt.Errorf("decision %s: %w", name, err)
	}
	ruleset, _, err := a.decider(f, flags.with)
	if err != nil {
		return scenarioMade{}, err
	}
	defer r.close()
	e, err := r.runner(ctx, ruleset)
	if err != nil {
		return scenarioMade{}, err
	}
	stop := new(atomic.Bool)
	timer := time.AfterFunc(shrinkTimeMax, func() { stop.Store(true) })
	defer timer.Stop()
	result, err := shrink.Scenario(shrink.Input{Engine: e, Ruleset: ruleset, Trace: f.Trace, Budgets: f.Budgets, Stop: stop, Shrink: flags.shrink})
	made := scenarioMade{result, ruleset.Manifest.ID, filepath.Base(name)}
	if f.Made.ID > 0 {
		made.decision = fmt.Sprint(f.Made.ID)
	}
	return made, err
}

// partOf gives of a decision of several rulesets the part of the one named, else of the
// one that another version is given of, else of the only one that had a say.
func (r *replayer) partOf(f trace.File, named string) (trace.File, error) {
	parts := f.Parts()
	var all, had []string
	decisions := make([]abi.Decision, len(parts))
	for i, part := range parts {
		id := part.Trace.Ruleset
		if id == named || named == "" && r.with != "" && r.standsFor(id) {
			return part, nil
		}
		all, decisions[i] = append(all, id), answerOf(part.Trace.Decision)
	}
	if named != "" {
		return f, fmt.Errorf("%s was not asked; it is by %s", named, strings.Join(all, ", "))
	}
	chosen := 0
	_, by := engine.Merge(decisions)
	for i, id := range all {
		if slices.Contains(slices.Collect(maps.Values(by)), i) {
			had, chosen = append(had, id), i
		}
	}
	if len(had) > 1 {
		return f, fmt.Errorf("several rulesets decided: %s; say whose part is wanted, as in: --ruleset %s", strings.Join(had, ", "), had[0])
	}
	return parts[chosen], nil
}
