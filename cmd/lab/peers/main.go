// Package peers measures the program beside the hooks that a user would write or install
// instead: the same skills, the same labelled prompts, one run. It knows peers as processes
// only: an event on stdin, an answer on stdout.
package peers

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/lab/bench"
)

// options are the flags; all paths are absolute after parse.
type options struct {
	root     string // of the repository
	fitted   string // the set on which thresholds of peers are fitted
	sets     []string
	drawn    int // skills of the small catalog
	seed     uint64
	rounds   int
	alarms   float64 // of false alarms, at most so many when a threshold is fitted
	only     []string
	models   string
	program  string // empty: built from the sources
	python   string
	jsonFile string
	settings []string // environment of our program, beside its places
}

// Run measures by the flags in args and returns an exit code.
func Run(args []string, out, errOut io.Writer) int {
	o, err := parse(args, errOut)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintln(errOut, "peers:", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	result, err := measure(ctx, o, errOut)
	if err == nil && o.jsonFile != "" {
		err = result.write(o.jsonFile)
	}
	if err != nil {
		fmt.Fprintln(errOut, "peers:", err)
		return 2
	}
	result.print(out)
	return 0
}

func parse(args []string, errOut io.Writer) (options, error) {
	o := options{}
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	flags.SetOutput(errOut)
	flags.StringVar(&o.fitted, "fitted", "../shared/eval/dev/skills-real", "`folder` of the labelled prompts on which the peers' thresholds are fitted")
	sets := flags.String("sets", "../shared/eval/dev/skills-real,host/eval/testdata/aside-d", "`folders` of the labelled prompts to score, with commas between them; all have the skills of -fitted")
	flags.IntVar(&o.drawn, "drawn", 40, "how many `skills` the second catalog has, drawn at random; 0: no second catalog")
	flags.Uint64Var(&o.seed, "seed", 1, "`seed` of the drawn skills, of the timed prompts and of the order within rounds")
	flags.IntVar(&o.rounds, "rounds", 25, "`rounds`: each times every program once, on a prompt of its own")
	flags.Float64Var(&o.alarms, "alarms", .02, "the `share` of prompts without a fitting skill for which a fitted threshold lets a peer suggest something")
	only := flags.String("only", strings.Join(names(), ","), "`programs` to measure, with commas between them")
	flags.StringVar(&o.models, "models", ".tools/models", "`directory` of installed models")
	flags.StringVar(&o.program, "program", "", "`file` to measure as ours instead of building one")
	flags.StringVar(&o.python, "python", "python3", "Python of which the environments are made that pip installs into")
	flags.StringVar(&o.jsonFile, "json", "", "`file` to write the result to as JSON")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() > 0 || o.rounds < 0 || o.drawn < 0 || !(o.alarms >= 0 && o.alarms <= 1) {
		return o, errors.New("wants no negative numbers, a share from 0 to 1 for -alarms, and no arguments beside flags")
	}
	o.sets, o.only = strings.Split(*sets, ","), strings.Split(*only, ",")
	for _, name := range o.only {
		if !slices.Contains(names(), name) {
			return o, fmt.Errorf("-only wants some of %s; got %q", strings.Join(names(), ", "), name)
		}
	}
	var err error
	if o.root, err = bench.FindRoot(); err != nil {
		return o, err
	}
	for _, path := range []*string{&o.fitted, &o.models, &o.program} {
		*path = o.absolute(*path)
	}
	for i, set := range o.sets {
		o.sets[i] = o.absolute(set)
	}
	return o, nil
}

func (o options) absolute(path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(o.root, path)
}
