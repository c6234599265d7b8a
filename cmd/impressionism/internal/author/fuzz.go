package author

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
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
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/replay"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/rules"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/scratch"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/author/rulefuzz"
	"github.com/ed-irl/impressionism/host/author/rulelint"
	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
)

// fuzzTimeDefault ends what takes too long; the number of runs is what counts, for
// equal numbers give equal reports.
const fuzzTimeDefault = time.Minute

// fuzz is how `rules fuzz` was called.
type fuzz struct {
	env  *env.Env
	seed uint64
	runs int
	time time.Duration
	run  []string
	out  string
}

func fuzzCommand(e *env.Env) *cobra.Command {
	f := &fuzz{env: e}
	var explain string
	command := &cobra.Command{
		Use:   "fuzz [PATH…]",
		Short: "Hold rulesets to properties that need no tests, and shrink what breaks one",
		Long: `Ask rulesets about thousands of events made from a seed, and tell which properties
they break: that the same inputs give the same bytes, that a better score never
drops a skill, that nothing makes it fail. What breaks one is shrunk to the
smallest scenario, or pair of them; --out keeps them as files. rules test plays those
in a ruleset's own folder scenarios.
A PATH is a ruleset's folder or file, a folder with rulesets below it, or an id; the
current folder where none is given. It needs no client, no index and no configuration.

A property that a ruleset breaks on purpose is switched off in its manifest, with
the reason:
    "disable": { "blank-prompt": "one skill is wanted whatever is said" }

The exit code is 0 where all properties hold, 1 where one is broken, 2 where it
could not run, or not do all runs.

Properties: ` + strings.Join(cli.Wrapped(strings.Join(rulefuzz.IDs(), ", ")+"."), "\n"),
		Example: "  impressionism rules fuzz\n  impressionism rules fuzz ./careful --out careful/scenarios\n  impressionism rules fuzz --run better-score,any-order --runs 5000\n  impressionism rules fuzz --explain better-score",
		RunE: func(command *cobra.Command, paths []string) error {
			if command.Flags().Changed("explain") {
				return explainProperty(e, explain)
			}
			return f.command(command.Context(), paths)
		},
	}
	flags := command.Flags()
	flags.Uint64Var(&f.seed, "seed", 1, "of the events; the same seed and runs give the same report")
	flags.IntVar(&f.runs, "runs", rulefuzz.RunsDefault, "how often each property is tried")
	flags.DurationVar(&f.time, "time", fuzzTimeDefault, "begin no more runs of a ruleset after so long")
	flags.StringSliceVar(&f.run, "run", nil, "try only these properties")
	flags.StringVar(&f.out, "out", "", "write the scenarios into this folder, as fuzz-PROPERTY.yaml; those of several rulesets into OWNER/NAME below it")
	flags.StringVar(&explain, "explain", "", "tell what a property means")
	return cli.JSONFlag(e, command)
}

func unknownProperty(id string) error {
	return fmt.Errorf("there is no property %.60q; there are: %s", id, strings.Join(rulefuzz.IDs(), ", "))
}

func (f *fuzz) command(ctx context.Context, paths []string) error {
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
	if err := f.env.Ready(); err != nil {
		return err
	}
	folder, err := scratch.Make("fuzz")
	if err != nil {
		return err
	}
	defer folder.Remove() //nolint:errcheck // a temporary folder that stays is the system's to remove
	folder.Modules(f.env)
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, ended := signal.NotifyContext(ctx, os.Interrupt)
	defer ended()
	result, err := f.all(ctx, paths)
	if err != nil {
		return err
	}
	return f.tell(ctx, result)
}

// all fuzzes the rulesets at all paths.
func (f *fuzz) all(ctx context.Context, paths []string) (shape.RulesFuzz, error) {
	result := shape.RulesFuzz{Rulesets: []rulefuzz.Report{}}
	known := *knownHere(f.env)
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
		if ctx.Err() != nil {
			break
		}
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

func (f *fuzz) ruleset(ctx context.Context, known *engine.Engine, name string) (rulefuzz.Report, error) {
	ruleset, err := rulesets.Ruleset(f.env, known.Set, name)
	if err != nil {
		return rulefuzz.Report{}, err
	}
	if err := switchedOff(ruleset.Manifest); err != nil {
		return rulefuzz.Report{}, err
	}
	if err := rules.TellStale(f.env, ruleset, name); err != nil {
		return rulefuzz.Report{}, env.Failed(err)
	}
	if err := rulesets.Vet(ctx, f.env, ruleset); err != nil {
		return rulefuzz.Report{}, err
	}
	bar, mutex := cli.NewProgress(f.env, f.env.JSON), sync.Mutex{}
	var stop, enough atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	defer time.AfterFunc(f.time, func() { enough.Store(true) }).Stop()
	defer time.AfterFunc(2*f.time, func() { stop.Store(true) }).Stop() // shrinking takes its time, too
	report := rulefuzz.Run(rulefuzz.Input{
		Engine: known, Ruleset: ruleset, Budgets: abi.DefaultBudgets(), Seed: f.seed, Runs: f.runs, Properties: f.run,
		Shrink: true, Seeds: f.seeds(ruleset, name), Stop: &stop, Enough: &enough,
		Progress: func(done, all int) {
			mutex.Lock()
			defer mutex.Unlock()
			bar.Step("fuzz "+textline.Plain(ruleset.Manifest.ID), done, all)
		},
	})
	bar.End()
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

// What is shown of a scenario; --json and --out have it whole.
const (
	fuzzLinesMax = 40
	fuzzLineMax  = 400
)

// keep writes the scenarios of a report into the folder that was asked for.
func (f *fuzz) keep(report *rulefuzz.Report, several bool) error {
	if f.out == "" {
		return nil
	}
	folder := f.out
	if several {
		folder = filepath.Join(folder, filepath.FromSlash(report.ID))
	}
	for i := range report.Findings {
		for _, shown := range report.Findings[i].Scenarios {
			if err := os.MkdirAll(folder, 0o755); err != nil {
				return err
			}
			file, err := keepShown(folder, shown)
			if err != nil {
				return fmt.Errorf("keep a scenario: %w", err)
			}
			report.Findings[i].Kept = append(report.Findings[i].Kept, file)
		}
	}
	return nil
}

// keptName is the file of a scenario, unless another one has that name.
func keptName(shown rulefuzz.Shown) string { return "fuzz-" + shown.Name + ".yaml" }

// keepShown writes a scenario. A file that is there with other content, which its
// author may have edited, stays: the scenario has a number in its name then.
func keepShown(folder string, shown rulefuzz.Shown) (file string, err error) {
	file = filepath.Join(folder, keptName(shown))
	for number := 2; ; number++ {
		before, err := foreign.Read(file, scenario.FileBytesMax)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return file, os.WriteFile(file, []byte(shown.YAML), 0o644)
		case err == nil && string(before) == shown.YAML:
			return file, nil
		case err != nil && !errors.Is(err, foreign.ErrNotRegular) && !errors.Is(err, foreign.ErrTooLarge):
			return "", err // another name would not help
		}
		file = filepath.Join(folder, fmt.Sprintf("fuzz-%s-%d.yaml", shown.Name, number))
	}
}

// tell prints what came of it and returns the exit code.
func (f *fuzz) tell(ctx context.Context, result shape.RulesFuzz) error {
	if f.env.JSON {
		if err := cli.PrintJSON(f.env, result); err != nil {
			return env.Failed(err)
		}
	} else {
		for _, report := range result.Rulesets {
			printFuzzed(f.env, report)
		}
	}
	if result.Broken > 0 {
		return &env.ExitError{Code: env.ExitFailed}
	}
	stopped := slices.IndexFunc(result.Rulesets, func(r rulefuzz.Report) bool { return r.Stopped })
	switch {
	case ctx.Err() != nil:
		return replay.CouldNot(errors.New("interrupted before all runs were done"))
	case stopped >= 0:
		return replay.CouldNot(fmt.Errorf("%s: not all of %d runs were done in %s: raise --time, or lower --runs", result.Rulesets[stopped].ID, f.runs, f.time))
	}
	return nil
}

func printFuzzed(e *env.Env, report rulefuzz.Report) {
	fmt.Fprintln(e.Out, textline.Plain(report.ID))
	for _, finding := range report.Findings {
		printBroken(e, finding)
	}
	for _, off := range report.Off {
		fmt.Fprintf(e.Out, "  off   %s: %s\n", off.Property, textline.Plain(off.Reason))
	}
	broken := 0
	for _, id := range report.Tried {
		if slices.ContainsFunc(report.Findings, func(f rulefuzz.Finding) bool { return f.Property == id }) {
			broken++
		}
	}
	fmt.Fprintf(e.Out, "%s hold, %d broken; asked %s, seed %d\n", textline.Count(len(report.Tried)-broken, "property", "properties"), broken, textline.Count(report.Asked, "time", "times"), report.Seed)
	if report.Stopped {
		fmt.Fprintln(e.Out, "It was stopped before all runs were done (--time); what has to happen once was not judged.")
	}
}

func printBroken(e *env.Env, finding rulefuzz.Finding) {
	fmt.Fprintf(e.Out, "  FAIL  %s: %s\n", finding.Property, finding.Sentence)
	for line := range strings.Lines(finding.Difference) {
		fmt.Fprintf(e.Out, "    %s\n", textline.Shorten(textline.Plain(line), fuzzLineMax))
	}
	fmt.Fprintf(e.Out, "    Is it right here? Say why in ruleset.json: \"disable\": { %q: \"…\" }\n", finding.Property)
	for i, shown := range finding.Scenarios {
		switch {
		case i < len(finding.Kept):
			other := ""
			if name := keptName(shown); filepath.Base(finding.Kept[i]) != name {
				other = ", for " + name + " is there with other content"
			}
			fmt.Fprintf(e.Out, "    wrote %s%s\n", textline.Plain(finding.Kept[i]), other)
			continue
		case len(finding.Scenarios) > 1:
			fmt.Fprintf(e.Out, "    scenario %d of %d:\n", i+1, len(finding.Scenarios))
		}
		lines := strings.Split(strings.TrimRight(shown.YAML, "\n"), "\n")
		for _, line := range lines[:min(len(lines), fuzzLinesMax)] {
			fmt.Fprintf(e.Out, "      %s\n", textline.Plain(cut.RunesEllipsis(line, fuzzLineMax)))
		}
		if len(lines) > fuzzLinesMax {
			fmt.Fprintf(e.Out, "      … %s more; --out DIR keeps it whole\n", textline.Count(len(lines)-fuzzLinesMax, "line", "lines"))
		}
	}
}

func explainProperty(e *env.Env, id string) error {
	property, known := rulefuzz.Explain(id)
	if !known {
		return unknownProperty(id)
	}
	fmt.Fprintf(e.Out, "%s: %s\n\n", property.ID, property.Sentence)
	cli.PrintProse(e, "", "", property.Why)
	fmt.Fprintf(e.Out, "\nA ruleset that breaks it on purpose says so in ruleset.json:\n    \"disable\": { %q: \"why it is right here\" }\n", property.ID)
	return nil
}

// moduleSeedMax is the largest module whose texts are looked for: those of Go's
// runtime would hide the author's.
const moduleSeedMax = 512 << 10

// seeds are what the author wrote: scenarios that can be read, and texts in the code
// and among the parameters.
func (f *fuzz) seeds(ruleset engine.Ruleset, name string) rulefuzz.Seeds {
	var seeds rulefuzz.Seeds
	files, err := ruletest.Scenarios(ruleset, name)
	if err != nil {
		files = nil // rules test says what is wrong with them
	}
	for _, file := range files {
		if s, err := scenario.DecodeIn(file.Data, file.Read); err == nil {
			seeds.Scenarios = append(seeds.Scenarios, s)
		}
	}
	seeds.Words = parameterTexts(ruleset.Manifest)
	for _, file := range slices.Sorted(maps.Keys(ruleset.Files())) {
		if filepath.Ext(file) != ".lua" {
			continue
		}
		if outline, err := lua.Parse(ruleset.Files()[file]); err == nil {
			seeds.Words = append(seeds.Words, outline.Strings...)
		}
	}
	if ruleset.Language == modules.LanguageWASM {
		seeds.Words = append(seeds.Words, moduleTexts(ruleset, name)...)
	}
	return seeds
}

// moduleTexts are those of the sources beside a module; without sources those in its
// data, where compilers lay them side by side and leave out short ones.
func moduleTexts(ruleset engine.Ruleset, name string) []string {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		if texts, err := rulelint.Written(foreign.Dir(name), "."); err == nil && len(texts) > 0 {
			return texts
		}
	}
	if len(ruleset.Program.Code) > moduleSeedMax {
		return nil
	}
	return wasm.Texts(ruleset.Program.Code)
}

// parameterTexts are the defaults and choices that are texts.
func parameterTexts(m abi.Manifest) []string {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(m.Parameters)) {
		values := append([]any{m.Parameters[name].Default}, m.Parameters[name].Enum...)
		for len(values) > 0 {
			switch value := values[0].(type) {
			case string:
				texts = append(texts, value)
			case []any:
				values = append(values, value...)
			}
			values = values[1:]
		}
	}
	return texts
}
