package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/rulebench"
	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// rulesBench is how `rules bench` was called.
type rulesBench struct {
	app      *app
	save     string
	baseline string
	format   string
	profile  bool
	rounds   int
	time     time.Duration
	limits   rulebench.Limits
	against  *rulebench.Baseline // nil: nothing is compared
}

func (a *app) rulesBenchCommand() *cobra.Command {
	b := &rulesBench{app: a, limits: rulebench.Limits{Time: .10, Fuel: .05, Allocations: .05}}
	command := &cobra.Command{
		Use:   "bench [PATH…]",
		Short: "Measure what rulesets cost, and compare with what was saved before",
		Long: `Measure what rulesets cost by playing their scenarios in many rounds. A PATH is as
for rules test; it needs no client, no index and no configuration. Each evaluation
starts a new guest, as the hook does, and of a WebAssembly module a new runtime
with its compiled code from the cache.

Times differ between machines and hours. So a small ruleset of the program, the
yardstick, is played among the others, and times are saved and compared as
multiples of its time in the same run. Fuel and host calls are the same everywhere.

With --baseline it is a regression where a time has grown beyond --max-regression
by more than chance explains (Mann and Whitney's test, p < 0.01 for all scenarios
together), or a count beyond its limit; a scenario whose file has changed is not
compared. Nothing is saved then.

The exit code is 0 where all is well, 1 with regressions and where a scenario does
not pass, 2 where it could not measure or compare.`,
		Example: "  impressionism rules bench\n  impressionism rules bench --save bench.json\n  impressionism rules bench --baseline bench.json --max-regression 20%\n  impressionism rules bench careful --profile",
		RunE:    func(command *cobra.Command, paths []string) error { return b.command(command.Context(), paths) },
	}
	flags := command.Flags()
	flags.StringVar(&b.save, "save", "", "write a baseline to this file")
	flags.StringVar(&b.baseline, "baseline", "", "compare with the baseline in this file")
	flags.BoolVar(&b.profile, "profile", false, "tell which host calls take the time, and which lines of Lua the fuel")
	flags.StringVar(&b.format, "format", "human", "human or json")
	flags.IntVar(&b.rounds, "rounds", 0, fmt.Sprintf("how often each scenario is played, %d to %d; 0: as --time allows", rulebench.RoundsMin, rulebench.RoundsMax))
	flags.DurationVar(&b.time, "time", 3*time.Second, "how long to measure")
	flags.Var((*percent)(&b.limits.Time), "max-regression", "how much longer it may take")
	flags.Var((*percent)(&b.limits.Fuel), "max-fuel", "how much more fuel it may use")
	flags.Var((*percent)(&b.limits.HostCalls), "max-calls", "how many more host calls it may make")
	flags.Var((*percent)(&b.limits.Allocations), "max-allocations", "how much more often it may allocate")
	return a.jsonFlag(command)
}

func (b *rulesBench) command(ctx context.Context, paths []string) error {
	switch {
	case b.format != "human" && b.format != "json":
		return fmt.Errorf("--format is %q; it is human or json", b.format)
	case b.rounds != 0 && (b.rounds < rulebench.RoundsMin || b.rounds > rulebench.RoundsMax):
		return fmt.Errorf("--rounds is %d; it is %d to %d, or 0", b.rounds, rulebench.RoundsMin, rulebench.RoundsMax)
	}
	if len(paths) == 0 {
		paths = []string{"."}
	}
	if err := b.app.ready(); err != nil {
		return err
	}
	if err := b.load(); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "impressionism-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // a temporary folder that stays is the system's to remove
	b.app.paths.Vetted, b.app.paths.Cache = filepath.Join(folder, "vetted"), filepath.Join(folder, "cache")
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	report, err := b.measure(ctx, paths)
	if err != nil {
		return err
	}
	return b.finish(report)
}

// measure finds, vets and measures rulesets.
func (b *rulesBench) measure(ctx context.Context, paths []string) (rulebench.Report, error) {
	known := b.app.engine("")
	rulesets, err := b.rulesets(ctx, known, paths)
	if err != nil {
		return rulebench.Report{}, err
	}
	cold := &coldModules{app: b.app}
	defer cold.close()
	known.Runtimes[".wasm"] = cold.Start
	defer withoutCollector()()
	bar := b.app.newProgress(b.app.json || b.format == "json")
	defer bar.end()
	bench := rulebench.Bench{
		Engine: known, Budgets: abi.DefaultBudgets(), Index: b.app.scenarioIndex, Profile: b.profile, Rounds: b.rounds, Time: b.time, Seed: 1,
		Clock: func() time.Duration { return time.Since(b.app.started) },
		Heap:  allocated,
		Rest:  func() { cold.close(); collect() },
		Step:  func(done, all int) { bar.step("measure", done, all) },
	}
	report, err := bench.Run(ctx, rulesets)
	if err != nil {
		return report, failed(err)
	}
	return report, nil
}

func (b *rulesBench) rulesets(ctx context.Context, known *engine.Engine, paths []string) ([]rulebench.Ruleset, error) {
	var rulesets []rulebench.Ruleset
	seen := map[string]string{}
	for _, path := range paths {
		found, err := ruletest.Rulesets(path)
		if err != nil {
			return nil, err
		}
		for _, name := range found {
			ruleset, err := b.app.ruleset(known.Set, name)
			if err != nil {
				return nil, err
			}
			id := ruleset.Manifest.ID
			if before, twice := seen[id]; twice {
				return nil, fmt.Errorf("%s and %s are both %s; measure one at a time", before, name, id)
			}
			seen[id] = name
			files, err := ruletest.Scenarios(ruleset, name)
			if err != nil {
				return nil, err
			}
			if len(files) == 0 {
				continue
			}
			if err := b.app.vet(ctx, ruleset); err != nil {
				return nil, err
			}
			rulesets = append(rulesets, rulebench.Ruleset{Ruleset: ruleset, Path: name, Scenarios: files})
		}
	}
	if len(rulesets) == 0 {
		return nil, errors.New("there is no scenario to measure with: write one to scenarios/NAME.yaml, see docs/rulesets/testing.md")
	}
	return rulesets, nil
}
