package trace

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/replay"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/author/shrink"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/trace"
)

// shrinkTimeMax ends shrinking with what is smallest by then.
const shrinkTimeMax = 20 * time.Second

// ScenarioFlags say what becomes of the scenario.
type ScenarioFlags struct {
	Shrink             bool
	For                string // the ruleset whose tests it is for, whose part is written if it has one
	out, with, ruleset string
}

func scenarioCommand(e *env.Env) *cobra.Command {
	var flags ScenarioFlags
	command := &cobra.Command{
		Use: "scenario ID|FILE", Short: "Write a recorded decision as a test of its ruleset, the smallest one with --shrink",
		Long: `Write a recorded decision as a scenario file: what session and catalog told the
ruleset, and the decision to expect. It is tried first: a scenario that does not
give the decision is not written. --shrink takes skills, messages, parameters and
texts away until none can go without changing the decision.

The file holds the prompt, and without --shrink all that the ruleset saw: read it
before you share it.

` + replay.TraceNames,
		Example: "  impressionism trace scenario last --shrink --out scenarios/odd-one.yaml", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, args []string) error {
			return writeScenario(command.Context(), e, args[0], flags)
		},
	}
	command.Flags().BoolVar(&flags.Shrink, "shrink", false, "make it minimal")
	command.Flags().StringVar(&flags.out, "out", "", "file to write; standard output where absent")
	command.Flags().StringVar(&flags.ruleset, "ruleset", "", "of several rulesets the one whose part is written; else the only one that decided about something")
	command.Flags().StringVar(&flags.with, "with", "", "another version of the ruleset that decides the same: a file, folder or id")
	return cli.JSONFlag(e, command)
}

func writeScenario(ctx context.Context, e *env.Env, name string, flags ScenarioFlags) error {
	if err := e.Ready(); err != nil {
		return err
	}
	wire.TrustStored(e, e.WorkspaceOf(""))
	result, err := ScenarioOf(ctx, e, name, flags)
	if err != nil {
		return env.Failed(err)
	}
	text, err := result.Yaml()
	if err != nil {
		return env.Failed(err)
	}
	if flags.out != "" {
		if err := env.WriteOutput(flags.out, text, 0o600); err != nil {
			return env.Failed(err)
		}
	}
	if e.JSON {
		return cli.PrintJSON(e, shape.TraceScenario{
			File: flags.out, Text: string(text), Skills: result.Is.Skills, Messages: result.Is.Messages,
			Was: shape.Counts{Skills: result.Was.Skills, Messages: result.Was.Messages}, Tries: result.Tries, Note: result.Note,
		})
	}
	if result.Note != "" {
		fmt.Fprintln(e.ErrOut, "impressionism: warning:", result.Note)
	}
	if flags.out == "" {
		_, err := cli.Exact(e).Write(text)
		return env.Failed(err)
	}
	fmt.Fprintf(e.Out, "Wrote %s: %s and %s, of %d and %d. Say in it why it should be so.\n", flags.out,
		textline.Count(result.Is.Skills, "skill", "skills"), textline.Count(result.Is.Messages, "message", "messages"), result.Was.Skills, result.Was.Messages)
	return nil
}

// ScenarioMade is a scenario and whose decision it shows.
type ScenarioMade struct {
	shrink.Result
	ruleset  string
	Decision string // its number, or the file that it is from
}

// Yaml writes the scenario and tries that it can be read.
func (m ScenarioMade) Yaml() ([]byte, error) {
	comment := fmt.Sprintf("From decision %s, by %s.", m.Decision, m.ruleset)
	text, err := shrink.YAML(m.Scenario, textline.Plain(comment))
	if err != nil {
		return nil, err
	}
	if _, err := scenario.Decode(text); err != nil {
		return nil, fmt.Errorf("the scenario cannot be read again: %w", err)
	}
	return text, nil
}

// ScenarioOf makes a scenario of the decision of a name, see replay.TraceNames.
func ScenarioOf(ctx context.Context, a *env.Env, name string, flags ScenarioFlags) (ScenarioMade, error) {
	f, err := replay.Whole(a, name)
	if err != nil {
		return ScenarioMade{}, err
	}
	r := &replay.Replayer{Env: a, With: flags.with}
	if slices.ContainsFunc(f.Parts(), func(part trace.File) bool { return part.Trace.Ruleset == flags.For }) {
		flags.ruleset = flags.For
	}
	if f, err = r.PartOf(f, flags.ruleset); err != nil {
		return ScenarioMade{}, fmt.Errorf("decision %s: %w", name, err)
	}
	if f, err = f.Redacted(redact.Text); err != nil {
		return ScenarioMade{}, err
	}
	ruleset, _, err := replay.Decider(a, f, flags.with)
	if err != nil {
		return ScenarioMade{}, err
	}
	defer r.Close()
	e, err := r.Runner(ctx, ruleset)
	if err != nil {
		return ScenarioMade{}, err
	}
	stop := new(atomic.Bool)
	timer := time.AfterFunc(shrinkTimeMax, func() { stop.Store(true) })
	defer timer.Stop()
	result, err := shrink.Scenario(shrink.Input{Engine: e, Ruleset: ruleset, Trace: f.Trace, Budgets: f.Budgets, Stop: stop, Shrink: flags.Shrink})
	made := ScenarioMade{result, ruleset.Manifest.ID, filepath.Base(name)}
	if f.Made.ID > 0 {
		made.Decision = fmt.Sprint(f.Made.ID)
	}
	return made, err
}
