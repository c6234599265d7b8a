package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/rulefuzz"
	"github.com/ed-irl/impressionism/host/author/rulelint"
	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
)

// fuzzTimeDefault ends what takes too long; the number of runs is what counts, for
// equal numbers give equal reports.
const fuzzTimeDefault = time.Minute

// rulesFuzz is how `rules fuzz` was called.
type rulesFuzz struct {
	app    *app
	seed   uint64
	runs   int
	time   time.Duration
	run    []string
	out    string
	stop   atomic.Bool
	enough atomic.Bool
}

func (a *app) rulesFuzzCommand() *cobra.Command {
	f := &rulesFuzz{app: a}
	var explain string
	command := &cobra.Command{
		Use:   "fuzz [PATH…]",
		Short: "Hold rulesets to properties that need no tests, and shrink what breaks one",
		Long: `Ask rulesets about thousands of events made from a seed, and tell which properties
they break: that the same inputs give the same bytes, that a better score never
drops a skill, that nothing makes it fail. What breaks one is shrunk to the
smallest scenario, or pair of them; --out keeps them as files that rules test plays.
A PATH is a ruleset's folder or file, a folder with rulesets below it, or an id; the
current folder where none is given. It needs no client, no index and no configuration.

A property that a ruleset breaks on purpose is switched off in its manifest, with
the reason:
    "disable": { "blank-prompt": "one skill is wanted whatever is said" }

The exit code is 0 where all properties hold, 1 where one is broken, 2 where it
could not run.

Properties: ` + strings.Join(wrapped(strings.Join(rulefuzz.IDs(), ", ")+"."), "\n"),
		Example: "  impressionism rules fuzz\n  impressionism rules fuzz ./careful --out careful/scenarios\n  impressionism rules fuzz --run better-score,any-order --runs 5000\n  impressionism rules fuzz --explain better-score",
		RunE: func(command *cobra.Command, paths []string) error {
			if command.Flags().Changed("explain") {
				return a.explainProperty(explain)
			}
			return f.command(command.Context(), paths)
		},
	}
	flags := command.Flags()
	flags.Uint64Var(&f.seed, "seed", 1, "of the events; the same seed and runs give the same report")
	flags.IntVar(&f.runs, "runs", rulefuzz.RunsDefault, "how often each property is tried")
	flags.DurationVar(&f.time, "time", fuzzTimeDefault, "begin no more runs after so long")
	flags.StringSliceVar(&f.run, "run", nil, "try only these properties")
	flags.StringVar(&f.out, "out", "", "write the scenarios into this folder, as fuzz-PROPERTY.yaml")
	flags.StringVar(&explain, "explain", "", "tell what a property means")
	return a.jsonFlag(command)
}

func unknownProperty(id string) error {
	return fmt.Errorf("there is no property %.60q; there are: %s", id, strings.Join(rulefuzz.IDs(), ", "))
}

func (f *rulesFuzz) command(ctx context.Context, paths []string) error {
	for _, id := range f.run {
		if _, known := rulefuzz.Explain(id); !known {
			return unknownProperty(id)
		}
	}
	if f.runs < 1 || f.time <= 0 {
		return fmt.Errorf("--runs and --time have to be more than nothing")
	}
	if len(paths) == 0 {
		paths = []string{"."}
	}
	if err := f.app.ready(); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "impressionism-fuzz-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // a temporary folder that stays is the system's to remove
	f.app.paths.Vetted, f.app.paths.Cache = filepath.Join(folder, "vetted"), filepath.Join(folder, "cache")
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, ended := signal.NotifyContext(ctx, os.Interrupt)
	defer ended()
	defer context.AfterFunc(ctx, func() { f.stop.Store(true) })()
	defer time.AfterFunc(f.time, func() { f.enough.Store(true) }).Stop()
	defer time.AfterFunc(2*f.time, func() { f.stop.Store(true) }).Stop() // shrinking takes its time, too
	result, err := f.all(ctx, paths)
	if err != nil {
		return err
	}
	return f.tell(result)
}

// all fuzzes the rulesets at all paths.
func (f *rulesFuzz) all(ctx context.Context, paths []string) (shape.RulesFuzz, error) {
	result := shape.RulesFuzz{Rulesets: []rulefuzz.Report{}}
	known := *f.app.engine("")
	known.Runtimes = maps.Clone(known.Runtimes)
	known.Runtimes[".lua"] = lua.NewCompiled().Start
	var found []string
	for _, path := range paths {
		below, err := ruletest.Rulesets(path)
		if err != nil {
			return result, err
		}
		found = append(found, below...)
	}
	for _, name := range found {
		report, err := f.ruleset(ctx, &known, name)
		if err != nil {
			return result, err
		}
		if err := f.keep(&report, len(found) > 1); err != nil {
			return result, err
		}
		result.Broken += len(report.Findings)
		result.Rulesets = append(result.Rulesets, report)
	}
	return result, nil
}

func (f *rulesFuzz) ruleset(ctx context.Context, known *engine.Engine, name string) (rulefuzz.Report, error) {
	ruleset, err := f.app.ruleset(known.Set, name)
	if err != nil {
		return rulefuzz.Report{}, err
	}
	if err := switchedOff(ruleset.Manifest); err != nil {
		return rulefuzz.Report{}, err
	}
	if err := f.app.tellStale(ruleset, name); err != nil {
		return rulefuzz.Report{}, failed(err)
	}
	if err := f.app.vet(ctx, ruleset); err != nil {
		return rulefuzz.Report{}, err
	}
	bar, mutex := f.app.newProgress(f.app.json), sync.Mutex{}
	report := rulefuzz.Run(rulefuzz.Input{
		Engine: known, Ruleset: ruleset, Budgets: abi.DefaultBudgets(), Seed: f.seed, Runs: f.runs, Properties: f.run,
		Shrink: true, Seeds: f.seeds(ruleset, name), Stop: &f.stop, Enough: &f.enough,
		Progress: func(done, all int) {
			mutex.Lock()
			defer mutex.Unlock()
			bar.step("fuzz "+plain(ruleset.Manifest.ID), done, all)
		},
	})
	bar.end()
	report.Path = name
	return report, nil
}

// switchedOff refuses a manifest that switches off what there is not, or without
// saying why: its author believes it to be off.
func switchedOff(m abi.Manifest) error {
	for _, id := range slices.Sorted(maps.Keys(m.Disable)) {
		_, property := rulefuzz.Explain(id)
		if _, rule := rulelint.Rules.Find(id); !property && !rule {
			return fmt.Errorf("%s: disable: %w", m.ID, unknownProperty(id))
		}
		if strings.TrimSpace(m.Disable[id]) == "" {
			return fmt.Errorf("%s: disable: %s is switched off without a reason; write why", m.ID, id)
		}
	}
	return nil
}
