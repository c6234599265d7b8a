package peers

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/lab/bench"
	"github.com/ed-irl/impressionism/host/eval"
)

// Names of programs, for -only; the same in tables.
const (
	nameOwn       = "impressionism"
	nameShell     = "sh + jq"
	nameNode      = "Node"
	namePython    = "Python"
	namePublished = "lockkeeper"
)

// makers make a program ready for a catalog.
var makers = []struct {
	name string
	make func(context.Context, *run, *catalog) (*peer, error)
}{
	{nameOwn, own},
	{nameShell, shell},
	{nameNode, node},
	{namePython, python},
	{namePublished, published},
}

func names() []string {
	var list []string
	for _, one := range makers {
		list = append(list, one.name)
	}
	return list
}

// run is one run of the bench, in a temporary folder that goes with it.
type run struct {
	options
	folder    string
	hooks     string // the sources of peers
	subject   string // impressionism
	gauge     bench.Gauge
	rules     []rule // of all skills
	installed map[string]error
	progress  io.Writer
}

// rulesOf are the rules of a catalog's skills: of a small catalog too they were made beside
// all skills, since which words are common is known to an author anyway.
func (r *run) rulesOf(c *catalog) []rule {
	return slices.DeleteFunc(slices.Clone(r.rules), func(one rule) bool { return !c.corpus.Has(one.id) })
}

// measure is one whole run.
func measure(ctx context.Context, o options, progress io.Writer) (*result, error) {
	folder, err := os.MkdirTemp("", "impressionism-peers-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return nil, err
	}
	r := &run{options: o, folder: folder, hooks: filepath.Join(folder, "hooks"), installed: map[string]error{}, progress: progress}
	if err := writeHooks(r.hooks); err != nil {
		return nil, err
	}
	catalogs, err := makeCatalogs(o, folder)
	if err != nil {
		return nil, err
	}
	r.rules = makeRules(catalogs[0].corpus.Items())
	fmt.Fprintln(progress, "build the programs")
	if r.gauge, err = bench.OpenGauge(ctx, o.root, folder); err != nil {
		return nil, err
	}
	if r.subject = o.program; r.subject == "" {
		if r.subject, err = bench.BuildProgram(ctx, o.root, folder, "./cmd/impressionism"); err != nil {
			return nil, err
		}
		if _, err = bench.BuildProgram(ctx, o.root, folder, "./cmd/impressionism-hook"); err != nil {
			return nil, err
		}
	}
	result := newResult(o)
	result.Load = load()
	for i := range catalogs {
		if err := r.catalog(ctx, &catalogs[i], result); err != nil {
			return nil, fmt.Errorf("%s: %w", catalogs[i].name, err)
		}
	}
	result.Load += " to " + load()
	return result, nil
}

// catalog measures every program with one catalog.
func (r *run) catalog(ctx context.Context, c *catalog, result *result) error {
	var contestants []contestant
	for _, maker := range makers {
		if !slices.Contains(r.only, maker.name) {
			continue
		}
		fmt.Fprintf(r.progress, "%s: %s\n", c.name, maker.name)
		p, err := maker.make(ctx, r, c)
		if why := skippable(err); why != "" {
			result.skip(maker.name, why)
			continue
		}
		if err != nil {
			return fmt.Errorf("make %s ready: %w", maker.name, err)
		}
		if p.end != nil {
			defer func() { result.Notes = append(result.Notes, p.end()...) }()
		}
		one := contestant{peer: p, expected: map[string][]string{}}
		if err := one.answer(ctx, c, r.alarms, result); err != nil {
			return fmt.Errorf("ask %s: %w", maker.name, err)
		}
		contestants = append(contestants, one)
	}
	return r.time(ctx, c, contestants, result)
}

// contestant is a peer with what its hook must answer, by the prompt's id.
type contestant struct {
	*peer
	expected map[string][]string
}

// answer fits the threshold and scores the answers to every set.
func (one *contestant) answer(ctx context.Context, c *catalog, alarms float64, result *result) error {
	least := 0.0
	if one.limit != nil {
		if err := one.limit(0); err != nil {
			return err
		}
		answers, err := one.ask(ctx, c.fitted.queries)
		if err != nil {
			return err
		}
		rankings := make([][]eval.Ranked, len(answers))
		for i, a := range answers {
			rankings[i] = a.ranking
		}
		least = fit(c.fitted.labels, rankings, alarms, suggestionsMax)
		if err := one.limit(least); err != nil {
			return err
		}
	}
	for _, set := range c.sets {
		answers, err := one.ask(ctx, set.queries)
		if err != nil {
			return err
		}
		for number, v := range one.variants {
			told := make([][]string, len(answers))
			for i, a := range answers {
				told[i] = v.choose(a, least)
				if number == 0 {
					one.expected[set.name+"/"+set.queries[i].ID] = told[i]
				}
			}
			result.Quality = append(result.Quality, qualityOf{
				Catalog: c.name, Set: set.name, Program: v.name, Threshold: least, quality: score(set.labels, told),
			})
		}
	}
	return nil
}

// taken is what was measured of a way.
type taken struct {
	ms   []float64
	peak int64
	same int // answers as without a deadline, or as in a batch
}

// roundSession begins the name of every session whose prompt is timed.
const roundSession = "round-"

// time runs rounds: each has a prompt of its own, and starts every program once with it, in
// an order that differs each time, so that whatever else the machine does meets all alike.
func (r *run) time(ctx context.Context, c *catalog, contestants []contestant, result *result) error {
	type timed struct {
		way
		of    *contestant
		taken taken
	}
	idle := way{yardstick, func(string, string) bench.Start {
		return bench.Start{Command: []string{r.gauge.Noop}, Dir: c.work, Environ: c.environ()}
	}}
	all := []timed{{way: idle}}
	for i := range contestants {
		for _, w := range contestants[i].ways {
			all = append(all, timed{way: w, of: &contestants[i]})
		}
	}
	prompts := c.sample(r.rounds+1, r.seed) // the first is not counted: files come into memory
	for round, prompt := range prompts {
		fmt.Fprintf(r.progress, "%s: round %d of %d\n", c.name, round, len(prompts)-1)
		for _, i := range rand.New(rand.NewPCG(r.seed, uint64(round))).Perm(len(all)) {
			one := &all[i]
			reading, err := r.gauge.Run(ctx, one.start(fmt.Sprintf("%s%d-%d", roundSession, round, i), prompt.text))
			if err == nil && (reading.Exit != 0 || reading.TimedOut) {
				err = fmt.Errorf("it ended with %d: %.300s", reading.Exit, reading.ErrOut)
			}
			if err != nil {
				return fmt.Errorf("time %s: %w", one.name, err)
			}
			if round > 0 {
				one.taken.add(reading, one.of, prompt)
			}
		}
	}
	for _, one := range all {
		result.add(c.name, one.name, one.taken, all[0].taken)
	}
	return nil
}

func (t *taken) add(reading bench.Reading, of *contestant, prompt sampled) {
	t.ms, t.peak = append(t.ms, reading.MS), max(t.peak, reading.PeakBytes)
	if of == nil {
		return
	}
	told, err := of.read(reading.Out)
	t.same += one(err == nil && slices.Equal(told, of.expected[prompt.id]))
}

// sampled is a prompt of one of the sets.
type sampled struct{ id, text string }

// sample draws so many different prompts of all sets, if there are as many.
func (c *catalog) sample(count int, seed uint64) []sampled {
	var all []sampled
	for _, set := range c.sets {
		for _, query := range set.queries {
			all = append(all, sampled{set.name + "/" + query.ID, query.Text})
		}
	}
	rand.New(rand.NewPCG(seed, 1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(count, len(all))]
}

// load is the machine's over the last minute, where the system tells.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "?"
	}
	return strings.Fields(string(text))[0]
}
