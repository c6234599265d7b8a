package rulebench

import (
	"fmt"
	"slices"
)

// Limits are how much more something may be than in the baseline, as parts of it:
// .1 is ten percent.
type Limits struct {
	Time        float64 // a regression only where chance does not explain it
	Fuel        float64
	HostCalls   float64
	Allocations float64 // their number; that of bytes depends on the Go version, too
}

// significance is how probable chance may be as the reason of what is told as a
// regression of time, all scenarios together.
const significance = .01

// Comparison is what became of a baseline's numbers.
type Comparison struct {
	Program  string            `json:"program"` // that measured the baseline
	Machine  Machine           `json:"machine"`
	Rulesets []ComparedRuleset `json:"rulesets"`
}

// ComparedRuleset is one ruleset beside its former self.
type ComparedRuleset struct {
	ID        string     `json:"id"`
	Same      bool       `json:"same"` // file by file what it was
	Scenarios []Compared `json:"scenarios"`
	All       Compared   `json:"all"`     // of the compared scenarios
	Fresh     []string   `json:"fresh"`   // scenarios that the baseline does not have
	Changed   []string   `json:"changed"` // those whose files differ
	Gone      []string   `json:"gone"`
}

// Compared is one scenario, or all together.
type Compared struct {
	Name        string      `json:"name"`
	Time        TimeChange  `json:"time"`
	Fuel        CountChange `json:"fuel"`
	HostCalls   CountChange `json:"host_calls"`
	Allocations CountChange `json:"allocations"`
	Regressed   []string    `json:"regressed"` // "time", "fuel", "host calls", "allocations"

	together bool // it is all scenarios
	was, is  []float64
}

// TimeChange compares medians in yardsticks. P is the probability that chance
// alone makes the time grow beyond the limit as it did, corrected for the number
// of scenarios.
type TimeChange struct {
	Was    float64 `json:"was"`
	Is     float64 `json:"is"`
	Change float64 `json:"change"` // .1: a tenth more
	P      float64 `json:"p"`
}

// CountChange compares what is counted.
type CountChange struct {
	Was    int64   `json:"was"`
	Is     int64   `json:"is"`
	Change float64 `json:"change"`
}

// Compare holds a report to a baseline and writes what it finds into the report.
// The error is why they cannot be compared.
func (r *Report) Compare(b Baseline, limits Limits) error {
	if b.Yardstick.Hash != r.Yardstick.Hash || b.Yardstick.Fuel != r.Yardstick.Fuel {
		return fmt.Errorf("impressionism %.20s measured it with another yardstick or another price of fuel; %s", b.Program, saveAnew)
	}
	c := Comparison{Program: b.Program, Machine: b.Machine, Rulesets: []ComparedRuleset{}}
	for _, m := range r.Rulesets {
		at := slices.IndexFunc(b.Rulesets, func(saved SavedRuleset) bool { return saved.ID == m.ID })
		if at < 0 {
			return fmt.Errorf("it has no ruleset %s, only %s; %s", m.ID, named(b.Rulesets), saveAnew)
		}
		compared := compareRuleset(b.Rulesets[at], m)
		if len(compared.Scenarios) == 0 {
			return fmt.Errorf("no scenario of %s is what it was when it was measured; %s", m.ID, saveAnew)
		}
		c.Rulesets = append(c.Rulesets, compared)
	}
	r.Regressions = judge(c.Rulesets, limits)
	r.Comparison = &c
	return nil
}

func named(rulesets []SavedRuleset) string {
	names := ""
	for i, ruleset := range rulesets[:min(len(rulesets), 5)] {
		if i > 0 {
			names += ", "
		}
		names += fmt.Sprintf("%.100q", ruleset.ID)
	}
	if names == "" {
		return "none"
	}
	return names
}

func compareRuleset(was SavedRuleset, is Measured) ComparedRuleset {
	c := ComparedRuleset{ID: is.ID, Same: was.Hash == is.Hash, Scenarios: []Compared{}, Fresh: []string{}, Changed: []string{}, Gone: []string{}}
	all := Compared{Name: "all", Regressed: []string{}, together: true}
	for _, row := range is.Scenarios {
		at := slices.IndexFunc(was.Scenarios, func(s SavedScenario) bool { return s.Name == row.Name })
		if at < 0 {
			c.Fresh = append(c.Fresh, row.Name)
			continue
		}
		saved := was.Scenarios[at]
		if saved.Hash != row.hash {
			c.Changed = append(c.Changed, row.Name)
			continue
		}
		one := Compared{
			Name: row.Name, Fuel: counted(saved.Fuel, row.Fuel), HostCalls: counted(int64(saved.HostCalls), int64(row.HostCalls)),
			Allocations: counted(saved.Allocations, row.Allocations), Regressed: []string{}, was: saved.Ratios, is: row.samples,
		}
		c.Scenarios = append(c.Scenarios, one)
		all.Fuel = counted(all.Fuel.Was+one.Fuel.Was, all.Fuel.Is+one.Fuel.Is)
		all.HostCalls = counted(all.HostCalls.Was+one.HostCalls.Was, all.HostCalls.Is+one.HostCalls.Is)
		all.Allocations = counted(all.Allocations.Was+one.Allocations.Was, all.Allocations.Is+one.Allocations.Is)
		all.was, all.is = sum(all.was, one.was), sum(all.is, one.is)
	}
	for _, saved := range was.Scenarios {
		if !slices.ContainsFunc(is.Scenarios, func(row Row) bool { return row.Name == saved.Name }) {
			c.Gone = append(c.Gone, saved.Name)
		}
	}
	c.All = all
	return c
}

func counted(was, is int64) CountChange {
	return CountChange{Was: was, Is: is, Change: change(float64(was), float64(is))}
}
