// Package growth measures how the time of a hook grows with what a user has: items, items
// of other workspaces, prompts of a session, and history. It keeps what it measured as
// JSON, and draws plots of it for the documents.
package growth

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
)

// options are the flags.
type options struct {
	rounds  int
	program string // empty: built from the sources
	corpus  string // empty: the bench's default
	out     string
	draw    bool
	homes   string // absolute; empty: a temporary folder
	only    string // name of one plot; empty: all
	sizes   sizes
}

// sizes are the points of each series.
type sizes struct {
	items, others, prompts, megabytes []int
}

var sizesDefault = sizes{
	items: []int{100, 1_000, 10_000}, others: []int{0, 1_000, 10_000, 100_000},
	prompts: []int{10, 100, 300, 1_000}, megabytes: []int{1, 10, 50, 200},
}

// plotNames are the names of the plots, and of their files.
var plotNames = []string{"items", "others", "session", "history"}

// Run measures or draws by the flags in args and returns an exit code.
func Run(args []string, out, errOut io.Writer) int {
	o := options{sizes: sizesDefault}
	flags := flag.NewFlagSet("growth", flag.ContinueOnError)
	flags.SetOutput(errOut)
	flags.IntVar(&o.rounds, "rounds", 25, "`rounds`: each runs every case once")
	flags.StringVar(&o.program, "program", "", "`file` to measure instead of building one")
	flags.StringVar(&o.corpus, "corpus", "", "`file` of skills; empty: the same as lab bench")
	flags.StringVar(&o.out, "out", filepath.Join("docs", "growth"), "`directory` of the JSON and SVG files")
	flags.BoolVar(&o.draw, "draw", false, "draw the SVG files again from the JSON files, and measure nothing")
	flags.StringVar(&o.homes, "homes", "", "`directory` to make the homes in and leave them, for a profile of one of them")
	flags.StringVar(&o.only, "only", "", "`name` of the one plot to measure: items, others, session or history")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if flags.NArg() > 0 || o.rounds < 1 || o.only != "" && !slices.Contains(plotNames, o.only) {
		fmt.Fprintf(errOut, "growth: wants at least one round, -only one of %q, and no arguments beside flags\n", plotNames)
		return 2
	}
	if err := run(o, out, errOut); err != nil {
		fmt.Fprintln(errOut, "growth:", err)
		return 1
	}
	return 0
}

func run(o options, out, progress io.Writer) error {
	if o.draw {
		return drawAll(o.out)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	plots, err := measure(ctx, o, progress)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return fmt.Errorf("make the folder of plots: %w", err)
	}
	for _, p := range plots {
		p.print(out)
		if err := p.write(o.out); err != nil {
			return err
		}
	}
	return drawAll(o.out)
}

// drawAll draws the SVG file of each JSON file of a folder.
func drawAll(folder string) error {
	names, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return fmt.Errorf("there is no JSON file in %s to draw: measure first", folder)
	}
	for _, name := range names {
		p, err := readPlot(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(svgOf(name), p.draw(), 0o644); err != nil {
			return fmt.Errorf("write a plot: %w", err)
		}
	}
	return nil
}
