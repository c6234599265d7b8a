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
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/rules"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/trace"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/scratch"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/author/scenarioindex"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
)

// test is how `rules test` was called.
type test struct {
	env      *env.Env
	run      string
	format   string
	coverage bool
	update   bool
	watch    bool

	fromTrace string
	shrink    bool

	wanted *regexp.Regexp
}

func testCommand(e *env.Env) *cobra.Command {
	t := &test{env: e}
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

func (t *test) command(ctx context.Context, paths []string) error {
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
	if err := t.env.Ready(); err != nil {
		return err
	}
	if t.fromTrace != "" {
		only, err := t.takeTrace(ctx, paths[0])
		if err != nil {
			return err
		}
		t.wanted = regexp.MustCompile(only)
	}
	folder, err := scratch.Make("test")
	if err != nil {
		return err
	}
	defer folder.Remove() //nolint:errcheck // a temporary folder that stays is the system's to remove
	folder.Modules(t.env)
	if t.watch {
		return t.again(ctx, paths)
	}
	return t.once(ctx, paths)
}

// once plays everything and tells it.
func (t *test) once(ctx context.Context, paths []string) error {
	report, err := t.play(ctx, paths)
	if err != nil {
		return err
	}
	if err := t.tell(report); err != nil {
		return env.Failed(err)
	}
	if report.Failed > 0 {
		return &env.ExitError{Code: env.ExitFailed}
	}
	return nil
}

func (t *test) play(ctx context.Context, paths []string) (ruletest.Report, error) {
	report := ruletest.Report{Rulesets: []ruletest.Tested{}}
	known := knownHere(t.env)
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

// knownHere knows the rulesets that a session in this folder knows: a project's too, if the
// user trusts it.
func knownHere(e *env.Env) *engine.Engine {
	workspace := e.WorkspaceOf("")
	e.Trusted = nil // what was trusted before may have changed since
	wire.TrustStored(e, workspace)
	return wire.Engine(e, workspace)
}

// ruleset plays the scenarios of one ruleset.
func (t *test) ruleset(ctx context.Context, known *engine.Engine, name string) (ruletest.Tested, error) {
	ruleset, err := rulesets.Ruleset(t.env, known.Set, name)
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
		Clock: func() time.Duration { return time.Since(t.env.Started) },
		Index: func(skills []abi.Item) (ruletest.Searcher, error) { return scenarioIndex(t.env, skills) }, Write: env.ReplaceFile,
	}
	files = slices.DeleteFunc(files, func(file ruletest.File) bool { return !t.wanted.MatchString(tested.ID + "/" + file.Name) })
	if len(files) == 0 {
		return tested, nil
	}
	rules.TellCost(t.env, ruleset)
	rules.TellPlaces(t.env, ruleset.Manifest)
	if err := rules.TellStale(t.env, ruleset, name); err != nil {
		return tested, env.Failed(err)
	}
	if err := rulesets.Vet(ctx, t.env, ruleset); err != nil {
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
func (t *test) write(player ruletest.Player, files []ruletest.File, cases []ruletest.Case) error {
	for i, file := range files {
		again, wrote, err := player.Update(file, cases[i])
		if err != nil {
			return err
		}
		if cases[i] = again; wrote {
			fmt.Fprintf(t.env.ErrOut, "wrote %s: look at the difference before you keep it\n", textline.Plain(file.Path))
		}
	}
	return nil
}

// covering returns an engine whose Lua guests are watched.
func covering(known *engine.Engine, coverage *lua.Coverage) *engine.Engine {
	watched := *known
	watched.Runtimes = maps.Clone(known.Runtimes)
	watched.Runtimes[".lua"] = abi.Start(coverage.Start)
	return &watched
}

// covered returns which lines of a ruleset's own Lua files ran.
func covered(ruleset engine.Ruleset, coverage *lua.Coverage) []ruletest.Covered {
	var list []ruletest.Covered
	files := ruleset.Files()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasSuffix(name, ".lua") {
			continue
		}
		lines, err := lua.CodeLines(files[name])
		if err != nil {
			continue // the scenarios tell that it cannot be run
		}
		full := ruleset.Manifest.ID + "/" + name
		if name == ruleset.Manifest.Code {
			full = ruleset.Program.Name
		}
		of := ruletest.Covered{File: name, Lines: len(lines), Missed: []int{}}
		for _, line := range lines {
			if coverage.Ran(full, line) {
				of.Ran++
			} else {
				of.Missed = append(of.Missed, line)
			}
		}
		list = append(list, of)
	}
	return list
}

// scenarioIndex indexes a scenario's skills really.
func scenarioIndex(e *env.Env, skills []abi.Item) (ruletest.Searcher, error) {
	return scenarioindex.Open(wire.Pools(e), e.Now, skills)
}

// takeTrace writes a recorded decision as a scenario of the ruleset in a folder,
// and returns the regular expression that plays it alone.
func (t *test) takeTrace(ctx context.Context, folder string) (only string, err error) {
	scenarios := filepath.Join(folder, "scenarios")
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return "", fmt.Errorf("--from-trace writes to the folder scenarios of a ruleset; %s is no folder", folder)
	}
	if !env.Exists(filepath.Join(folder, "ruleset.json")) && !env.Exists(scenarios) {
		return "", fmt.Errorf("--from-trace writes to the folder scenarios of a ruleset; %s has no ruleset.json", folder)
	}
	flags := trace.ScenarioFlags{Shrink: t.shrink}
	if ruleset, err := rulesets.Ruleset(t.env, knownHere(t.env).Set, folder); err == nil { // else playing tells it
		flags.For = ruleset.Manifest.ID
	}
	made, err := trace.ScenarioOf(ctx, t.env, t.fromTrace, flags)
	if err != nil {
		return "", env.Failed(err)
	}
	text, err := made.Yaml()
	if err != nil {
		return "", env.Failed(err)
	}
	name := scenarioName(made.Decision)
	file := filepath.Join(scenarios, name+".yaml")
	if err := writeFresh(file, text); err != nil {
		return "", env.Failed(err)
	}
	fmt.Fprintf(t.env.ErrOut, "wrote %s: %s and %s, of %d and %d; say in it why it should be so\n", textline.Plain(file),
		textline.Count(made.Is.Skills, "skill", "skills"), textline.Count(made.Is.Messages, "message", "messages"), made.Was.Skills, made.Was.Messages)
	if made.Note != "" {
		fmt.Fprintln(t.env.ErrOut, "impressionism: warning:", textline.Plain(made.Note))
	}
	return "/" + name + "$", nil
}

// scenarioName names the scenario of a decision, given by number or file.
func scenarioName(decision string) string {
	name, _, _ := strings.Cut(decision, ".")
	safe := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '-'
	}, name)
	return "decision-" + strings.ToLower(safe)
}

// writeFresh writes a file that is not there yet.
func writeFresh(file string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	created, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: remove it, or give it another name", file)
	}
	if err != nil {
		return err
	}
	_, err = created.Write(content)
	return errors.Join(err, created.Close())
}

// watchEvery is how often files are looked at, and watchFilesMax how many: times
// and sizes of so many take about a millisecond.
const (
	watchEvery    = 250 * time.Millisecond
	watchFilesMax = 2000
)

// again plays now and after each change, until it is interrupted.
func (t *test) again(ctx context.Context, paths []string) error {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	seen, played := "", false
	for {
		if now := t.stateOf(paths); now != seen || !played {
			seen, played = now, true
			report, err := t.play(ctx, paths)
			if err == nil {
				err = t.tell(report)
			}
			if err != nil {
				fmt.Fprintln(t.env.ErrOut, "impressionism:", err)
			}
			if t.update { // its own writing is no change
				seen = t.stateOf(paths)
			}
			fmt.Fprintln(t.env.Out, "waiting for a change; interrupt to end")
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// stateOf tells files apart by their times and sizes; names that begin with a dot
// are left out, as they are of a ruleset.
func (t *test) stateOf(paths []string) string {
	var state strings.Builder
	count := 0
	for _, path := range paths {
		roots, err := t.rootsOf(path)
		if err != nil {
			continue // playing tells it
		}
		for _, root := range roots {
			if info, err := os.Stat(root); err == nil && !info.IsDir() {
				root = filepath.Dir(root)
			}
			_ = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error { // an error is a change when it goes
				switch {
				case err != nil:
					return nil
				case entry.IsDir() && name != root && strings.HasPrefix(entry.Name(), "."):
					return fs.SkipDir
				case count > watchFilesMax:
					return fs.SkipAll
				}
				count++
				if info, err := entry.Info(); err == nil && !entry.IsDir() {
					fmt.Fprintf(&state, "%s %d %d\n", name, info.Size(), info.ModTime().UnixNano())
				}
				return nil
			})
		}
	}
	return state.String()
}

// rootsOf lists where the rulesets of a path lie; those of an id, in a rules folder.
func (t *test) rootsOf(path string) (roots []string, err error) {
	if !engine.ValidID(path) || env.Exists(path) {
		return ruletest.Rulesets(path)
	}
	for _, folder := range []string{t.env.ProjectRules(t.env.WorkspaceOf("")), t.env.Paths.Rules} {
		found, err := engine.LiesAt(folder, path)
		if err != nil {
			return nil, err
		}
		roots = append(roots, found...)
	}
	return roots, nil
}
