package rulebench

import "github.com/ed-irl/impressionism/host/stats"

// judge marks regressions and returns how many there are. Time is one where
// the samples, divided by what is allowed, are still greater than they were, in a
// test that holds for all scenarios together; counts are exact, so they are simply
// compared.
func judge(rulesets []ComparedRuleset, limits Limits) int {
	var all []*Compared
	for i := range rulesets {
		c := &rulesets[i]
		for j := range c.Scenarios {
			all = append(all, &c.Scenarios[j])
		}
		if len(c.Scenarios) > 1 {
			all = append(all, &c.All) // of one scenario it would be the same again
		}
	}
	p := make([]float64, len(all))
	for i, one := range all {
		p[i] = greater(scaled(one.is, 1/(1+limits.Time)), one.was)
	}
	found := 0
	for i, adjusted := range holm(p) {
		one := all[i]
		one.Time = TimeChange{Was: digits(stats.Quantile(one.was, .5)), Is: digits(stats.Quantile(one.is, .5)), P: adjusted}
		one.Time.Change = change(one.Time.Was, one.Time.Is)
		one.Regressed = regressed(*one, limits)
		found += len(one.Regressed)
	}
	for i, c := range rulesets {
		if len(c.Scenarios) == 1 {
			rulesets[i].All.Time = c.Scenarios[0].Time
		}
	}
	return found
}

// regressed names what is worse than allowed. Of all scenarios together only time
// is judged: their counts are those of the scenarios, added up.
func regressed(c Compared, limits Limits) []string {
	names := []string{}
	if c.Time.P < significance {
		names = append(names, "time")
	}
	if c.together {
		return names
	}
	for _, count := range []struct {
		name  string
		of    CountChange
		limit float64
	}{{"fuel", c.Fuel, limits.Fuel}, {"host calls", c.HostCalls, limits.HostCalls}, {"allocations", c.Allocations, limits.Allocations}} {
		if float64(count.of.Is) > float64(count.of.Was)*(1+count.limit)+1e-9 {
			names = append(names, count.name)
		}
	}
	return names
}

func scaled(samples []float64, by float64) []float64 {
	list := make([]float64, len(samples))
	for i, sample := range samples {
		list[i] = sample * by
	}
	return list
}

// change is by which part a number grew.
func change(was, is float64) float64 {
	switch {
	case was == is:
		return 0
	case was == 0:
		return 1 // something of nothing is told as a doubling
	}
	return stats.Round(is/was - 1)
}
