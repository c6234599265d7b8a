package growth

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/cmd/lab/bench"
	"github.com/ed-irl/impressionism/host/stats"
)

// The events of each plot.
var events = []string{"prompt, settled by words", "prompt about nothing", "Stop"}

// small is how many items a home has where something else grows.
const small = 100

// series makes the cases of one plot.
type series struct {
	plot plot
	xs   []int
	at   func(x int) (place, error)
}

// place is where a point is measured.
type place struct {
	home    bench.Home
	session string       // empty: one of its own for each run
	before  func() error // may be nil
}

// growth is one measurement under way.
type growth struct {
	bed      *bench.Bed
	folder   string
	progress io.Writer
	base     bench.Home // of small items and nothing else
	settled  bench.Prompt
}

// measure measures the plots in a folder.
func measure(ctx context.Context, o options, progress io.Writer) ([]plot, error) {
	folder, err := homesFolder(o.homes)
	if err != nil {
		return nil, err
	}
	if o.homes == "" {
		defer os.RemoveAll(folder)
	}
	if o.program != "" { // homes are elsewhere
		if o.program, err = filepath.Abs(o.program); err != nil {
			return nil, fmt.Errorf("find the program: %w", err)
		}
	}
	g := growth{folder: folder, progress: progress}
	g.say("build the programs")
	if g.bed, err = bench.NewBed(ctx, bench.BedOptions{Folder: folder, Program: o.program, Corpus: o.corpus}); err != nil {
		return nil, err
	}
	before := load()
	all, cases, err := g.cases(ctx, o.sizes, o.only)
	if err != nil {
		return nil, err
	}
	empty, taken, err := g.bed.Measure(ctx, cases, o.rounds, progress)
	if err != nil {
		return nil, err
	}
	m := machine{System: runtime.GOOS + "/" + runtime.GOARCH, CPUs: runtime.NumCPU(), Rounds: o.rounds}
	if m.EmptyMS = round(stats.Quantile(empty, .5)); before != "" {
		m.Load = before + ", " + load()
	}
	return sumUp(all, taken, m)
}

// homesFolder makes a folder, a temporary one for "", and returns its path without links:
// the program tells resolved ones.
func homesFolder(wanted string) (string, error) {
	var err error
	if wanted == "" {
		wanted, err = os.MkdirTemp("", "impressionism-growth-")
	} else {
		err = os.MkdirAll(wanted, 0o700)
	}
	if err == nil {
		wanted, err = filepath.Abs(wanted)
	}
	if err == nil {
		wanted, err = filepath.EvalSymlinks(wanted)
	}
	if err != nil {
		return "", fmt.Errorf("make a folder for homes: %w", err)
	}
	return wanted, nil
}

func (g *growth) say(what string) {
	fmt.Fprintln(g.progress, time.Now().Format(time.TimeOnly), what)
}

// cases makes the homes of one plot, or of all for "", and the cases in the order of
// plots, sizes and events.
func (g *growth) cases(ctx context.Context, s sizes, only string) ([]series, []bench.Case, error) {
	all := g.series(ctx, s)
	if only != "" {
		all = slices.DeleteFunc(all, func(one series) bool { return one.plot.Name != only })
	}
	var err error
	if g.base, err = g.bed.Home(ctx, "base", small, 0); err != nil {
		return nil, nil, err
	}
	places := make([][]place, len(all))
	for i, one := range all {
		for _, x := range one.xs {
			g.say(fmt.Sprintf("make a home: %s, %d", one.plot.Name, x))
			at, err := one.at(x)
			if err != nil {
				return nil, nil, fmt.Errorf("%s, %d: %w", one.plot.Title, x, err)
			}
			places[i] = append(places[i], at)
		}
	}
	if err := g.choose(ctx, places); err != nil {
		return nil, nil, err
	}
	var made []bench.Case
	for i, one := range all {
		for k, at := range places[i] {
			name := func(event string) string { return fmt.Sprintf("%s-%d-%s", one.plot.Name, one.xs[k], event) }
			made = append(made,
				g.bed.Prompt(name(events[0]), at.home, g.settled, at.session, at.before),
				g.bed.Prompt(name(events[1]), at.home, g.bed.Silent(), at.session, at.before),
				g.bed.Stop(name(events[2]), at.home, g.settled, at.session, at.before))
		}
	}
	return all, made, nil
}

// choose finds a prompt that all homes answer alike.
func (g *growth) choose(ctx context.Context, places [][]place) error {
	g.say("choose a prompt")
	var homes []bench.Home
	for _, of := range places {
		for _, at := range of {
			homes = append(homes, at.home)
		}
	}
	var err error
	g.settled, err = g.bed.Settled(ctx, homes)
	return err
}

// series are all plots, and how their points are made.
func (g *growth) series(ctx context.Context, s sizes) []series {
	items := func(x int) (place, error) {
		h, err := g.bed.Home(ctx, fmt.Sprintf("items-%d", x), x, 0)
		return place{home: h}, err
	}
	others := func(x int) (place, error) {
		h, err := g.bed.Home(ctx, fmt.Sprintf("others-%d", x), small, x)
		return place{home: h}, err
	}
	return []series{
		{plot{Name: plotNames[0], Title: "Items in the workspace", X: "items in the workspace"}, s.items, items},
		{plot{Name: plotNames[1], Title: "Items of other workspaces, beside 100 of its own", X: "items of other workspaces"}, s.others, others},
		{plot{Name: plotNames[2], Title: "A long session", X: "number of the prompt in its session"}, s.prompts, g.longSession(ctx)},
		{plot{Name: plotNames[3], Title: "History of other sessions", X: "state.db, MB"}, s.megabytes, g.longHistory(ctx)},
	}
}

// sumUp puts what was taken into the plots, in the order of cases.
func sumUp(all []series, taken []bench.Taken, m machine) ([]plot, error) {
	var plots []plot
	for _, one := range all {
		p := one.plot
		p.System = m
		for _, event := range events {
			p.Lines = append(p.Lines, line{Name: event})
		}
		for _, x := range one.xs {
			for i, event := range events {
				got := taken[0]
				if taken = taken[1:]; got.Wrong != nil {
					return nil, fmt.Errorf("%s, %d, %s: a wrong or late answer: %w", p.Title, x, event, got.Wrong)
				}
				p.Lines[i].Points = append(p.Lines[i].Points, newPoint(x, got.MS, m.EmptyMS))
			}
		}
		plots = append(plots, p)
	}
	return plots, nil
}

// load is how many processes wanted a processor, over the last minute; empty where the
// system does not say.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}
