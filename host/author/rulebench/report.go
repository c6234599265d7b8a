package rulebench

import (
	"math"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/stats"
)

// Report is what a bench measured. Times are of one evaluation: one event, from
// starting the guest to the checked decision.
type Report struct {
	Rounds      int         `json:"rounds"`
	Regressions int         `json:"regressions"` // where a baseline was given
	Yardstick   Yardstick   `json:"yardstick"`
	Rulesets    []Measured  `json:"rulesets"`
	Comparison  *Comparison `json:"comparison,omitempty"`
}

// Yardstick is the unit of times: they are reported as its multiples.
type Yardstick struct {
	Hash string  `json:"hash"` // of its ruleset, scenario included
	MS   float64 `json:"ms"`   // median
	Fuel int64   `json:"fuel"`
}

// Measured is one ruleset.
type Measured struct {
	ID        string   `json:"id"`
	Path      string   `json:"path"`
	Language  string   `json:"language"`
	Hash      string   `json:"hash"`
	Scenarios []Row    `json:"scenarios"`
	All       Row      `json:"all"`
	Profile   *Profile `json:"profile,omitempty"`
}

// Row is one scenario, or all together. Fuel, host calls and what is allocated are
// of all its events.
type Row struct {
	Name           string  `json:"name"`
	Events         int     `json:"events"`
	P50MS          float64 `json:"p50_ms"`
	P95MS          float64 `json:"p95_ms"`
	P99MS          float64 `json:"p99_ms"`
	Ratio          float64 `json:"ratio"`    // median of all events, in yardsticks
	StartMS        float64 `json:"start_ms"` // median: making the guest, its code read
	GuestMS        float64 `json:"guest_ms"` // median: its two functions, host calls apart
	HostMS         float64 `json:"host_ms"`  // median: host calls
	Fuel           int64   `json:"fuel"`
	HostCalls      int     `json:"host_calls"`
	Allocations    int64   `json:"allocations"` // on the program's heap
	AllocatedBytes int64   `json:"allocated_bytes"`
	MemoryBytes    int64   `json:"memory_bytes"` // of a guest's account, at the most

	hash    string
	samples []float64 // time of all events, in yardsticks, by round
}

func (r *run) report(rulesets []Ruleset) Report {
	units := make([]float64, len(r.yards))
	for i := range units {
		units[i] = r.unit(i)
	}
	report := Report{
		Rounds:    len(r.yards),
		Yardstick: Yardstick{Hash: r.yardstick.player.Ruleset.Hash, MS: milliseconds(stats.Quantile(units, .5)), Fuel: r.yardstick.cost.fuel},
		Rulesets:  []Measured{},
	}
	for i, ruleset := range rulesets {
		m := Measured{ID: ruleset.Manifest.ID, Path: ruleset.Path, Language: ruleset.Language, Hash: ruleset.Hash, Scenarios: []Row{}}
		var evaluations []evaluation
		for _, s := range r.subjects {
			if s.of != i {
				continue
			}
			m.Scenarios = append(m.Scenarios, s.row(units))
			evaluations = append(evaluations, s.evaluations...)
		}
		m.All = together(m.Scenarios, evaluations)
		report.Rulesets = append(report.Rulesets, m)
	}
	return report
}

func (s *subject) row(units []float64) Row {
	row := Row{
		Name: s.name, Events: s.cost.events, Fuel: s.cost.fuel, HostCalls: s.cost.hostCalls, MemoryBytes: s.cost.memory,
		Allocations: int64(stats.Quantile(s.objects, .5)), AllocatedBytes: int64(stats.Quantile(s.bytes, .5)), hash: s.hash,
	}
	for i, took := range s.rounds {
		row.samples = append(row.samples, digits(float64(took)/units[i]))
	}
	row.Ratio = stats.Quantile(row.samples, .5)
	row.times(s.evaluations)
	return row
}

// together makes the row of all scenarios.
func together(rows []Row, evaluations []evaluation) Row {
	all := Row{Name: "all"}
	for _, row := range rows {
		all.Events += row.Events
		all.Fuel += row.Fuel
		all.HostCalls += row.HostCalls
		all.Allocations += row.Allocations
		all.AllocatedBytes += row.AllocatedBytes
		all.MemoryBytes = max(all.MemoryBytes, row.MemoryBytes)
		all.samples = sum(all.samples, row.samples)
	}
	all.Ratio = digits(stats.Quantile(all.samples, .5))
	all.times(evaluations)
	return all
}

func (row *Row) times(evaluations []evaluation) {
	each := func(of func(evaluation) time.Duration) []float64 {
		list := make([]float64, len(evaluations))
		for i, one := range evaluations {
			list[i] = float64(of(one))
		}
		slices.Sort(list)
		return list
	}
	all := each(func(e evaluation) time.Duration { return e.all })
	row.P50MS, row.P95MS, row.P99MS = milliseconds(stats.Quantile(all, .5)), milliseconds(stats.Quantile(all, .95)), milliseconds(stats.Quantile(all, .99))
	row.StartMS = milliseconds(stats.Quantile(each(func(e evaluation) time.Duration { return e.start }), .5))
	row.GuestMS = milliseconds(stats.Quantile(each(func(e evaluation) time.Duration { return e.guest }), .5))
	row.HostMS = milliseconds(stats.Quantile(each(func(e evaluation) time.Duration { return e.host }), .5))
}

// sum adds samples round by round; nothing is zeros.
func sum(a, b []float64) []float64 {
	if a == nil {
		return slices.Clone(b)
	}
	total := make([]float64, min(len(a), len(b)))
	for i := range total {
		total[i] = a[i] + b[i]
	}
	return total
}

// milliseconds of nanoseconds, to the microsecond.
func milliseconds(ns float64) float64 { return math.Round(ns/1e3) / 1e3 }

// digits keeps five significant digits, less than any clock is good for.
func digits(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 0) {
		return 0
	}
	scale := math.Pow(10, 4-math.Floor(math.Log10(x)))
	return math.Round(x*scale) / scale
}
