package author

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	cmdrulesets "github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/scratch"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/author/rulebench"
	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
)

// bench is how `rules bench` was called.
type bench struct {
	env      *env.Env
	save     string
	baseline string
	format   string
	profile  bool
	rounds   int
	time     time.Duration
	limits   rulebench.Limits
	against  *rulebench.Baseline // nil: nothing is compared
}

func benchCommand(e *env.Env) *cobra.Command {
	b := &bench{env: e, limits: rulebench.Limits{Time: .10, Fuel: .05, Allocations: .05}}
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
	return cli.JSONFlag(e, command)
}

func (b *bench) command(ctx context.Context, paths []string) error {
	switch {
	case b.format != "human" && b.format != "json":
		return fmt.Errorf("--format is %q; it is human or json", b.format)
	case b.rounds != 0 && (b.rounds < rulebench.RoundsMin || b.rounds > rulebench.RoundsMax):
		return fmt.Errorf("--rounds is %d; it is %d to %d, or 0", b.rounds, rulebench.RoundsMin, rulebench.RoundsMax)
	}
	if len(paths) == 0 {
		paths = []string{"."}
	}
	if err := b.env.Ready(); err != nil {
		return err
	}
	if err := b.load(); err != nil {
		return err
	}
	folder, err := scratch.Make("bench")
	if err != nil {
		return err
	}
	defer folder.Remove() //nolint:errcheck // a temporary folder that stays is the system's to remove
	folder.Modules(b.env)
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	report, err := b.measure(ctx, paths)
	if err != nil {
		return err
	}
	return b.finish(report)
}

// measure finds, vets and measures rulesets.
func (b *bench) measure(ctx context.Context, paths []string) (rulebench.Report, error) {
	known := knownHere(b.env)
	rulesets, err := b.rulesets(ctx, known, paths)
	if err != nil {
		return rulebench.Report{}, err
	}
	cold := &coldModules{env: b.env}
	defer cold.close()
	known.Runtimes[".wasm"] = cold.Start
	defer withoutCollector()()
	bar := cli.NewProgress(b.env, b.env.JSON || b.format == "json")
	defer bar.End()
	bench := rulebench.Bench{
		Engine: known, Budgets: abi.DefaultBudgets(), Index: func(skills []abi.Item) (ruletest.Searcher, error) { return scenarioIndex(b.env, skills) }, Profile: b.profile, Rounds: b.rounds, Time: b.time, Seed: 1,
		Clock: func() time.Duration { return time.Since(b.env.Started) },
		Heap:  allocated,
		Rest:  func() { cold.close(); collect() },
		Step:  func(done, all int) { bar.Step("measure", done, all) },
	}
	report, err := bench.Run(ctx, rulesets)
	if errors.Is(err, rulebench.ErrFails) {
		err = env.Failed(err)
	}
	return report, err
}

func (b *bench) rulesets(ctx context.Context, known *engine.Engine, paths []string) ([]rulebench.Ruleset, error) {
	var rulesets []rulebench.Ruleset
	seen := map[string]string{}
	for _, path := range paths {
		found, err := ruletest.Rulesets(path)
		if err != nil {
			return nil, err
		}
		for _, name := range found {
			ruleset, err := cmdrulesets.Ruleset(b.env, known.Set, name)
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
			if err := cmdrulesets.Vet(ctx, b.env, ruleset); err != nil {
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

// percent is a flag as in 10%: .1.
type percent float64

// percentMax is far beyond what anybody would allow.
const percentMax = 100_000

// Set reads "10%" or "10".
func (p *percent) Set(text string) error {
	number, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || !(number >= 0 && number <= percentMax) {
		return fmt.Errorf("%q is no part in percent, as 10%% is", text)
	}
	*p = percent(number / 100)
	return nil
}

func (p *percent) String() string {
	return strconv.FormatFloat(math.Round(float64(*p)*1e6)/1e4, 'f', -1, 64) + "%"
}

// Type names the flag's value in the help.
func (p *percent) Type() string { return "percent" }

// load reads the baseline, before anything is measured in vain.
func (b *bench) load() error {
	if b.baseline == "" {
		return nil
	}
	data, err := foreign.Read(b.baseline, rulebench.BaselineBytesMax)
	if err != nil {
		return fmt.Errorf("--baseline: %w", err)
	}
	baseline, err := rulebench.Load(data)
	if err != nil {
		return fmt.Errorf("baseline %s: %w", b.baseline, err)
	}
	b.against = &baseline
	return nil
}

// finish compares, tells and saves.
func (b *bench) finish(report rulebench.Report) error {
	if b.against != nil {
		if err := report.Compare(*b.against, b.limits); err != nil {
			return fmt.Errorf("baseline %s: %w", b.baseline, err)
		}
	}
	if b.env.JSON || b.format == "json" {
		if err := cli.PrintJSON(b.env, report); err != nil {
			return env.Failed(err)
		}
	} else {
		b.print(report)
	}
	if report.Regressions > 0 {
		if b.save != "" {
			fmt.Fprintf(b.env.ErrOut, "impressionism: %s was not written: there are regressions\n", textline.Plain(b.save))
		}
		return &env.ExitError{Code: env.ExitFailed}
	}
	if b.save == "" {
		return nil
	}
	return b.write(report)
}

func (b *bench) write(report rulebench.Report) error {
	data, err := rulebench.Save(report, env.Version, rulebench.Machine{OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()})
	if err == nil {
		err = os.WriteFile(b.save, data, 0o644)
	}
	if err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	fmt.Fprintf(b.env.ErrOut, "saved %s\n", textline.Plain(b.save))
	return nil
}

// coldModules starts each guest in a runtime of its own, as each hook does.
type coldModules struct {
	env  *env.Env
	open []*wasm.Runtime
}

// Start is an abi.Start.
func (c *coldModules) Start(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
	runtime, err := wasm.Open(wasm.Config{Vetted: c.env.Paths.Vetted, Cache: c.env.Modules.Cache()})
	if err != nil {
		return nil, err
	}
	c.open = append(c.open, runtime)
	return runtime.Start(program, sandbox)
}

// close frees the runtimes whose guests are closed; a hook leaves that to the end
// of its process, so that it is not measured.
func (c *coldModules) close() {
	var failed error
	for _, runtime := range c.open {
		failed = errors.Join(failed, runtime.Close())
	}
	c.open = c.open[:0]
	_ = failed
}

// heapMax is how much the heap may grow before it is collected: a hook's process
// ends long before.
const heapMax = 64 << 20

// withoutCollector keeps the collector from running while something is timed.
func withoutCollector() (restore func()) {
	before := debug.SetGCPercent(-1)
	return func() { debug.SetGCPercent(before) }
}

func collect() {
	live := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	if metrics.Read(live); live[0].Value.Uint64() > heapMax {
		runtime.GC()
	}
}

func allocated() rulebench.Heap {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return rulebench.Heap{Objects: stats.Mallocs, Bytes: stats.TotalAlloc}
}
