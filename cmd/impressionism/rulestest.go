package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
)

// rulesTest is how `rules test` was called.
type rulesTest struct {
	app      *app
	run      string
	format   string
	coverage bool
	update   bool
	watch    bool

	fromTrace string
	shrink    bool

	wanted *regexp.Regexp
	folder string // of vetted and compiled modules, for this run only
}

func (a *app) rulesTestCommand() *cobra.Command {
	t := &rulesTest{app: a}
	command := &cobra.Command{
		Use:   "test [PATH…]",
		Short: "Play the scenarios of rulesets and say what is not as they expect",
		Long: `Play the scenarios of a ruleset: every .yaml file in its folder scenarios, or
for a lone file in the folder scenarios beside it. A PATH is a ruleset's folder or
file, a folder with rulesets below it, or an id; the current folder where none is
given. It needs no client, no index and no configuration. A WebAssembly module is
checked and compiled first, as rules add does, in a folder that is removed after.

--from-trace writes a decision that was recorded on this machine, or that is in a
file of trace export, to scenarios/ of the ruleset in PATH and plays it; --shrink
makes it the smallest one. The file holds the prompt: read it before you share it.

The exit code is 0 where all is as expected, 1 where something is not, 2 where
nothing could be played.`,
		Example: "  impressionism rules test\n  impressionism rules test rules/ --run 'follow|leaves'\n  impressionism rules test --format junit > junit.xml\n  impressionism rules test --from-trace last --shrink",
		RunE:    func(command *cobra.Command, paths []string) error { return t.command(command.Context(), paths) },
	}
	flags := command.Flags()
	flags.StringVar(&t.run, "run", "", "play only scenarios whose \"ruleset/name\" this regular expression matches")
	flags.StringVar(&t.format, "format", "human", "human, json or junit")
	flags.BoolVar(&t.coverage, "coverage", false, "tell which lines of Lua files no scenario ran")
	flags.BoolVar(&t.update, "update", false, "write the decisions that came into the files, as what is expected; errors are never written")
	flags.BoolVar(&t.watch, "watch", false, "play again whenever a file changes, until it is interrupted")
	flags.StringVar(&t.fromTrace, "from-trace", "", "write this recorded decision (a number, \"last\" or a file) as a scenario and play it")
	flags.BoolVar(&t.shrink, "shrink", false, "with --from-trace: the fewest skills and messages that still give the decision")
	return command
}

func (t *rulesTest) command(ctx context.Context, paths []string) error {
	var err error
	if t.wanted, err = regexp.Compile(t.run); err != nil {
		return fmt.Errorf("--run: %w", err)
	}
	switch {
	case t.shrink && t.fromTrace == "":
		return errors.New("--shrink is for --from-trace; see also: impressionism trace scenario")
	case t.fromTrace != "" && (t.run != "" || t.watch || t.update || len(paths) > 1):
		return errors.New("--from-trace writes one scenario of one ruleset and plays it; leave out --run, --watch, --update and further paths")
	case t.format != "human" && t.format != "json" && t.format != "junit":
		return fmt.Errorf("--format is %q; it is human, json or junit", t.format)
	case t.watch && t.format != "human":
		return errors.New("--watch is for people; leave out --format")
	}
	if len(paths) == 0 {
		paths = []string{"."}
	}
	if err := t.app.ready(); err != nil {
		return err
	}
	if t.fromTrace != "" {
		only, err := t.takeTrace(ctx, paths[0])
		if err != nil {
			return err
		}
		t.wanted = regexp.MustCompile(only)
	}
	if t.folder, err = os.MkdirTemp("", "impressionism-test-"); err != nil {
		return err
	}
	defer os.RemoveAll(t.folder) //nolint:errcheck // a temporary folder that stays is the system's to remove
	t.app.paths.Vetted, t.app.paths.Cache = filepath.Join(t.folder, "vetted"), filepath.Join(t.folder, "cache")
	if t.watch {
		return t.again(ctx, paths)
	}
	return t.once(ctx, paths)
}

// once plays everything and tells it.
func (t *rulesTest) once(ctx context.Context, paths []string) error {
	report, err := t.play(ctx, paths)
	if err != nil {
		return err
	}
	if err := t.tell(report); err != nil {
		return failed(err)
	}
	if report.Failed > 0 {
		return &exitError{code: exitFailed}
	}
	return nil
}

func (t *rulesTest) play(ctx context.Context, paths []string) (ruletest.Report, error) {
	report := ruletest.Report{Rulesets: []ruletest.Tested{}}
	known := t.app.engine("")
	for _, path := range paths {
		found, err := ruletest.Rulesets(path)
		if err != nil {
			return report, err
		}
		for _, name := range found {
			tested, err := t.ruleset(ctx, known, name)
			if err != nil {
				return report, err
			}
			report.Add(tested)
		}
	}
	if report.Passed+report.Failed == 0 {
		if t.run != "" {
			return report, fmt.Errorf("no scenario is called like --run %q", t.run)
		}
		return report, errors.New("there is no scenario: write one to scenarios/NAME.yaml, see docs/rulesets/testing.md")
	}
	return report, nil
}

// ruleset plays the scenarios of one ruleset.
func (t *rulesTest) ruleset(ctx context.Context, known *engine.Engine, name string) (ruletest.Tested, error) {
	ruleset, err := t.app.ruleset(known.Set, name)
	if err != nil {
		return ruletest.Tested{}, err
	}
	files, err := ruletest.Scenarios(ruleset, name)
	if err != nil {
		return ruletest.Tested{}, err
	}
	tested := ruletest.Tested{ID: ruleset.Manifest.ID, Path: name, Cases: []ruletest.Case{}}
	player := ruletest.Player{
		Engine: known, Ruleset: ruleset, Budgets: abi.DefaultBudgets(),
		Clock: func() time.Duration { return time.Since(t.app.started) },
		Index: t.app.scenarioIndex, Write: replaceFile,
	}
	files = slices.DeleteFunc(files, func(file ruletest.File) bool { return !t.wanted.MatchString(tested.ID + "/" + file.Name) })
	if len(files) == 0 {
		return tested, nil
	}
	t.app.tellCost(ruleset)
	if err := t.app.tellStale(ruleset, name); err != nil {
		return tested, failed(err)
	}
	if err := t.app.vet(ctx, ruleset); err != nil {
		return tested, err
	}
	coverage := lua.NewCoverage()
	if t.coverage {
		player.Engine = covering(known, coverage)
	}
	tested.Cases = player.PlayAll(files)
	if t.coverage {
		tested.Coverage = covered(ruleset, coverage)
	}
	if t.update {
		err = t.write(player, files, tested.Cases)
	}
	return tested, err
}

// write takes over what came, and says in which files.
func (t *rulesTest) write(player ruletest.Player, files []ruletest.File, cases []ruletest.Case) error {
	for i, file := range files {
		again, wrote, err := player.Update(file, cases[i])
		if err != nil {
			return err
		}
		if cases[i] = again; wrote {
			fmt.Fprintf(t.app.errOut, "wrote %s: look at the difference before you keep it\n", plain(file.Path))
		}
	}
	return nil
}
