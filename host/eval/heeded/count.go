package heeded

import (
	"math"

	"github.com/ed-irl/impressionism/host/stats"
)

// Outcome is what came of asking a task once in one way.
type Outcome struct {
	Task    int // which
	Way     string
	Failure string // why there is no answer, or empty
	Verdict
	In, Out int // tokens, as the provider counts them
}

// Row counts one way. A task that was asked several times counts once, by most of its answers:
// answers to one task resemble each other.
type Row struct {
	Way     string
	Asked   int
	Failed  int        // without an answer
	Heeded  stats.Rate // tasks whose answers act on the lesson
	Misled  stats.Rate // tasks whose answers act on the stale lesson
	Works   stats.Rate // tasks whose request is met at all
	In, Out float64    // tokens of a request and an answer, on average
}

// Difference is how much more often something is so in one way than without a lesson, among the
// tasks that were answered in both.
type Difference struct {
	Tasks            int
	More             int // tasks in which it is so with the lesson alone
	Less             int // and without it alone
	Value, Low, High float64
}

// Result is what a measurement says.
type Result struct {
	Rows    []Row
	Heeded  Difference // acting on the lesson: with it, against without
	Misled  Difference // acting on the stale lesson: with that, against without
	Harmed  Difference // meeting no request: with the lesson, against without
	Stalled Difference // meeting no request: with the stale lesson, against without
}

// Count sums up outcomes.
func Count(outcomes []Outcome) Result {
	var r Result
	heeded := func(v Verdict) bool { return v.Heeded }
	misled := func(v Verdict) bool { return v.Misled }
	works := func(v Verdict) bool { return v.Works }
	fails := func(v Verdict) bool { return !v.Works }
	for _, way := range Ways {
		row := Row{Way: way}
		answered := 0
		for _, o := range outcomes {
			if o.Way != way {
				continue
			}
			if row.Asked++; o.Failure != "" {
				row.Failed++
				continue
			}
			answered++
			row.In, row.Out = row.In+float64(o.In), row.Out+float64(o.Out)
		}
		if answered > 0 {
			row.In, row.Out = row.In/float64(answered), row.Out/float64(answered)
		}
		row.Heeded, row.Misled, row.Works = rate(outcomes, way, heeded), rate(outcomes, way, misled), rate(outcomes, way, works)
		r.Rows = append(r.Rows, row)
	}
	r.Heeded, r.Misled = difference(outcomes, With, heeded), difference(outcomes, Stale, misled)
	r.Harmed, r.Stalled = difference(outcomes, With, fails), difference(outcomes, Stale, fails)
	return r
}

// byTask returns for each task that was answered in a way whether something is so in most of
// the answers.
func byTask(outcomes []Outcome, way string, is func(Verdict) bool) map[int]bool {
	so, of := map[int]int{}, map[int]int{}
	for _, o := range outcomes {
		if o.Way != way || o.Failure != "" {
			continue
		}
		of[o.Task]++
		if is(o.Verdict) {
			so[o.Task]++
		}
	}
	most := map[int]bool{}
	for task, n := range of {
		most[task] = 2*so[task] > n
	}
	return most
}

func rate(outcomes []Outcome, way string, is func(Verdict) bool) stats.Rate {
	count := 0
	tasks := byTask(outcomes, way, is)
	for _, so := range tasks {
		if so {
			count++
		}
	}
	return stats.Wilson(count, len(tasks))
}

// difference compares a way with Without, task by task.
func difference(outcomes []Outcome, way string, is func(Verdict) bool) Difference {
	var d Difference
	both := 0
	before := byTask(outcomes, Without, is)
	for task, now := range byTask(outcomes, way, is) {
		was, there := before[task]
		if !there {
			continue
		}
		d.Tasks++
		switch {
		case now && was:
			both++
		case now:
			d.More++
		case was:
			d.Less++
		}
	}
	d.Value, d.Low, d.High = paired(both, d.More, d.Less, d.Tasks, stats.Wilson(both+d.More, d.Tasks), stats.Wilson(both+d.Less, d.Tasks))
	return d
}

// paired is the 95 % interval of the difference of two shares of the same cases: R. G.
// Newcombe, Improved confidence intervals for the difference between binomial proportions
// based on paired data, Statistics in Medicine 17 (1998), method 10, without correction for
// continuity. Without a case nothing is known: -1 to 1.
func paired(both, more, less, of int, a, b stats.Rate) (value, low, high float64) {
	if of == 0 {
		return 0, -1, 1
	}
	neither := of - both - more - less
	pa, pb := float64(both+more)/float64(of), float64(both+less)/float64(of)
	value = pa - pb
	phi := 0.0
	if product := float64(both+more) * float64(less+neither) * float64(both+less) * float64(more+neither); product > 0 {
		phi = (float64(both)*float64(neither) - float64(more)*float64(less)) / math.Sqrt(product)
	}
	spread := func(da, db float64) float64 {
		return math.Sqrt(max(0, da*da-2*phi*da*db+db*db))
	}
	low = value - spread(pa-a.Low, b.High-pb)
	high = value + spread(a.High-pa, pb-b.Low)
	return stats.Round(value), stats.Round(max(-1, low)), stats.Round(min(1, high))
}
