package rulefuzz

import (
	"cmp"
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ed-irl/impressionism/abi/abitest/scenario"
)

// Breach is how a property is broken. Its last scenario says what should come.
type Breach struct {
	Difference string
	Scenarios  []scenario.Scenario
}

// work is a ruleset being tried.
type work struct {
	Input
	notes  *notes
	tried  []Property
	mutex  sync.Mutex
	broken map[string]broken // by property; of the lowest run
	ended  atomic.Bool
}

type broken struct {
	property Property // that was tried
	run      int
	s        scenario.Scenario
	breach   *Breach
}

// Run holds a ruleset to its properties. Equal seeds and runs give equal reports,
// unless it is stopped.
func Run(input Input) Report {
	if input.Runs == 0 {
		input.Runs = RunsDefault
	}
	w := &work{Input: input, notes: &notes{seen: map[string]bool{}}, broken: map[string]broken{}}
	report := Report{ID: input.Ruleset.Manifest.ID, Seed: input.Seed, Runs: input.Runs, Tried: []string{}, Findings: []Finding{}}
	for _, p := range All() {
		reason, off := input.Ruleset.Manifest.Disable[p.ID]
		switch {
		case len(input.Properties) > 0 && !slices.Contains(input.Properties, p.ID):
		case off && reason != "":
			report.Off = append(report.Off, Off{p.ID, reason})
		case p.applies == nil || p.applies(input.Ruleset.Manifest):
			w.tried = append(w.tried, p)
			report.Tried = append(report.Tried, p.ID)
		}
	}
	report.Stopped = !w.all()
	for _, p := range w.tried {
		if b, ok := w.broken[p.ID]; ok {
			report.Findings = append(report.Findings, w.finding(p, b))
		} else if p.missing != nil && !report.Stopped && input.Runs >= runsJudged && !w.ended.Load() {
			for _, missing := range p.missing(input.Ruleset.Manifest, w.notes) {
				report.Findings = append(report.Findings, Finding{Property: p.ID, Sentence: p.Sentence, Difference: missing})
			}
		}
	}
	slices.SortStableFunc(report.Findings, func(a, b Finding) int { return cmp.Compare(a.Run, b.Run) })
	report.Asked = int(w.notes.asked.Load())
	return report
}

// all tries every property once, then all again, so that what stops the work
// early stops it for all alike. Each run is a function of seed, property and
// number, whoever does it when. False: it was stopped.
func (w *work) all() bool {
	jobs := int64(w.Runs * len(w.tried))
	var next, done atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < jobs && !w.ended.Load(); i = next.Add(1) - 1 {
				if isSet(w.Stop) || isSet(w.Enough) {
					return
				}
				w.once(w.tried[int(i)%len(w.tried)], int(i)/len(w.tried)+1)
				if n := done.Add(1); w.Progress != nil {
					w.Progress(int(n), int(jobs))
				}
			}
		})
	}
	workers.Wait()
	return w.ended.Load() || done.Load() == jobs
}

func isSet(flag *atomic.Bool) bool { return flag != nil && flag.Load() }

// once is one run of a property. Those that want something once look at several
// scenarios, until it has happened.
func (w *work) once(p Property, run int) {
	for i := range max(1, p.often) {
		if p.settled != nil && p.settled(w.Ruleset.Manifest, w.notes) {
			return
		}
		w.scenario(p, run+i*w.Runs)
	}
}

func (w *work) scenario(p Property, run int) {
	if w.isBroken(p.ID, run) {
		return
	}
	s := p.make(&maker{Rand: w.random(p, run, 0), manifest: w.Ruleset.Manifest})
	breach, id := w.check(p, run, s)
	if breach == nil || w.isBroken(id, run) {
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if known, ok := w.broken[id]; !ok || run < known.run || run == known.run && p.ID < known.property.ID {
		w.broken[id] = broken{p, run, s, breach}
	}
	if w.First {
		w.ended.Store(true)
	}
}

func (w *work) isBroken(id string, run int) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	known, ok := w.broken[id]
	return ok && known.run < run
}

// check tries a property on a scenario. Whatever is tried, a ruleset that fails
// breaks the property that it never does.
func (w *work) check(p Property, run int, s scenario.Scenario) (*Breach, string) {
	t := &trial{input: &w.Input, rand: w.random(p, run, 1), s: s, notes: w.notes}
	breach := p.check(t)
	if t.fault == nil {
		return breach, p.ID
	}
	if _, off := w.Ruleset.Manifest.Disable[faults]; off {
		return nil, p.ID
	}
	if len(w.Properties) > 0 && !slices.Contains(w.Properties, faults) {
		return t.fault, p.ID
	}
	return t.fault, faults
}

func (w *work) random(p Property, run, use int) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(p.ID)) //nolint:errcheck // a hash takes everything
	return rand.New(rand.NewPCG(w.Seed^h.Sum64(), uint64(run)<<1|uint64(use)))
}
