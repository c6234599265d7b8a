package rulefuzz

import (
	"cmp"
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ed-irl/impressionism/abi/scenario"
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
	sowing []scenario.Scenario
	words  words
	tried  []Property
	mutex  sync.Mutex
	broken map[string]broken // by property; of the lowest run
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
	w := &work{Input: input, notes: &notes{seen: map[string]bool{}, now: map[string]bool{}}, broken: map[string]broken{}}
	w.sowing, w.words = input.Seeds.events(), input.Seeds.sorted()
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
	if input.First && len(w.broken) > 0 {
		w.keepFirst()
	}
	for _, p := range w.tried {
		if b, ok := w.broken[p.ID]; ok {
			report.Findings = append(report.Findings, w.finding(p, b))
		} else if p.missing != nil && !report.Stopped && input.Runs >= runsJudged && !(input.First && len(w.broken) > 0) {
			for _, missing := range p.missing(input.Ruleset.Manifest, w.notes) {
				report.Findings = append(report.Findings, Finding{Property: p.ID, Sentence: p.Sentence, Difference: missing})
			}
		}
	}
	slices.SortStableFunc(report.Findings, func(a, b Finding) int { return cmp.Compare(a.Run, b.Run) })
	if input.First {
		report.Findings = report.Findings[:min(1, len(report.Findings))]
	}
	report.Asked = int(w.notes.asked.Load())
	return report
}

// keepFirst forgets all that is broken but the property of the lowest run; of several
// the first in the order of properties.
func (w *work) keepFirst() {
	first := slices.MinFunc(slices.DeleteFunc(slices.Clone(w.tried), func(p Property) bool {
		_, ok := w.broken[p.ID]
		return !ok
	}), func(a, b Property) int { return cmp.Compare(w.broken[a.ID].run, w.broken[b.ID].run) })
	w.broken = map[string]broken{first.ID: w.broken[first.ID]}
}

// all tries every property once, then all again, so that what stops the work
// early stops it for all alike. What one run has shown counts from the next one on,
// so that nothing depends on who was faster. False: it was stopped.
func (w *work) all() bool {
	for run := 1; run <= w.Runs; run++ {
		if isSet(w.Stop) || isSet(w.Enough) {
			return false
		}
		w.each(w.open(), func(p Property) { w.once(p, run) })
		w.notes.turn()
		if w.Progress != nil {
			w.Progress(run, w.Runs)
		}
		if w.First && len(w.broken) > 0 {
			return true
		}
	}
	return !isSet(w.Stop)
}

// each calls a function for properties, as many at once as there are processors. It
// leaves out none of them: what is found must not depend on who is faster.
func (w *work) each(properties []Property, try func(Property)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(properties)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(properties); i = int(next.Add(1)) - 1 {
				try(properties[i])
			}
		})
	}
	workers.Wait()
}

// open are the properties of which there is something to find out.
func (w *work) open() []Property {
	var open []Property
	for _, p := range w.tried {
		_, known := w.broken[p.ID]
		if !known && (p.settled == nil || !p.settled(w.Ruleset.Manifest, w.notes)) {
			open = append(open, p)
		}
	}
	return open
}

func isSet(flag *atomic.Bool) bool { return flag != nil && flag.Load() }

// once is one run of a property. Those that want something once look at several
// scenarios.
func (w *work) once(p Property, run int) {
	for i := range max(1, p.often) {
		number := run + i*w.Runs
		s := p.make(&maker{Rand: w.random(p, number, 0), manifest: w.Ruleset.Manifest, sowing: w.sowing, words: w.words})
		breach, id := w.check(p, number, s)
		if breach == nil {
			continue
		}
		w.mutex.Lock()
		known, ok := w.broken[id]
		if !ok || number < known.run || number == known.run && p.ID < known.property.ID {
			w.broken[id] = broken{p, number, s, breach}
		}
		w.mutex.Unlock()
	}
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
