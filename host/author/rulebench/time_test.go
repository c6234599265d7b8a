package rulebench_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/author/rulebench"
)

// Ensure that a ruleset made slow is told, by time and by fuel, and one that is as
// it was is not. It is some twenty times slower and five times are allowed, so that
// no busy machine decides.
func TestSlowVersion(t *testing.T) {
	baseline := saved(t, measured(t, bench(t), carefulWith(t, "")))
	for _, test := range []struct {
		work, want string
		found      int
	}{
		{"", "[] [] []", 0},
		{slowly, "[time fuel allocations] [time fuel allocations] [time]", 7},
		{"impressionism.get_param('x', 1)", "[fuel host calls] [fuel host calls] []", 4},
	} {
		report := measured(t, bench(t), carefulWith(t, test.work))
		if err := report.Compare(baseline, rulebench.Limits{Time: 4, Fuel: .02, Allocations: .5}); err != nil {
			t.Fatal(err)
		}
		c := report.Comparison.Rulesets[0]
		got := fmt.Sprint(c.Scenarios[0].Regressed, c.Scenarios[1].Regressed, c.All.Regressed)
		if got != test.want || report.Regressions != test.found {
			t.Errorf("%q: regressed %s (%d), want %s: %+v", test.work, got, report.Regressions, test.want, c)
		}
		if c.Same != (test.work == "") {
			t.Errorf("%q: same is %v", test.work, c.Same)
		}
	}
}

// Ensure that what the machine does is no regression: one three times as slow, one
// that becomes so during the run, one that is interrupted now and then. The clock
// stands for the machine: it goes a bit each time it is looked at.
func TestMachinesDoNotCount(t *testing.T) {
	careful := carefulWith(t, "")
	on := func(tick func(looked int) time.Duration) rulebench.Report {
		b := bench(t)
		looked, now := 0, time.Duration(0)
		b.Clock = func() time.Duration {
			looked++
			now += tick(looked)
			return now
		}
		return measured(t, b, careful)
	}
	baseline := saved(t, on(func(int) time.Duration { return time.Millisecond }))
	for _, test := range []struct {
		name string
		tick func(looked int) time.Duration
	}{
		{"the same", func(int) time.Duration { return time.Millisecond }},
		{"slow", func(int) time.Duration { return 3 * time.Millisecond }},
		{"slower and slower", func(looked int) time.Duration { return time.Duration(1_000_000 + 200*looked) }},
		{"interrupted", func(looked int) time.Duration {
			if looked%41 == 0 {
				return time.Second
			}
			return time.Millisecond
		}},
	} {
		report := on(test.tick)
		for _, one := range saved(t, report).Rulesets[0].Scenarios {
			if spread := slices.Max(one.Ratios) / slices.Min(one.Ratios); spread > 1.1 {
				t.Errorf("%s: %s: rounds differ by a factor of %.2f", test.name, one.Name, spread)
			}
		}
		if err := report.Compare(baseline, rulebench.Limits{Time: .02, Allocations: .5}); err != nil {
			t.Fatal(err)
		}
		for _, one := range report.Comparison.Rulesets[0].Scenarios {
			if change := one.Time.Change; change > .02 || change < -.02 || len(one.Regressed) > 0 {
				t.Errorf("%s: %s changed by %+.3f: %v", test.name, one.Name, change, one.Regressed)
			}
		}
	}
}

// Ensure that time runs on one account at a time, also where a ruleset evaluates
// another: by a clock that goes one millisecond each time it is looked at, once at
// every change of accounts.
func TestTimeIsCountedOnce(t *testing.T) {
	nested := ruleset(t,
		"ruleset.json", `{"id": "acme/careful", "version": "1.0.0", "abi": 2, "summary": "s", "calls": ["evaluate", "search", "param"]}`,
		"careful.lua", `return {
  evaluate_activation = function(c) return impressionism.evaluate("builtin/minimal", "evaluate_activation", c) end,
  evaluate_deactivation = function() return {} end,
}`,
		"scenarios/silent.yaml", silent)
	b := bench(t)
	b.Profile = true
	looked := 0
	b.Clock = func() time.Duration { looked++; return time.Duration(looked) * time.Millisecond }
	m := measured(t, b, nested).Rulesets[0]
	row := m.Scenarios[0]
	// start: two guests. guest: before and after evaluate, deactivation; inside
	// around param and search. host: these two; evaluate around start and evaluation. Four are the engine's.
	if row.StartMS != 2 || row.GuestMS != 3+3 || row.HostMS != 2+3 || row.P50MS != 17 || row.P99MS != 17 {
		t.Errorf("%+v", row)
	}
	if row.HostCalls != 3 {
		t.Errorf("%d host calls", row.HostCalls)
	}
	if first := m.Profile.HostCalls[0]; first.Call != "evaluate" || first.MS != 3 || first.Count != 1 {
		t.Errorf("%+v", m.Profile.HostCalls)
	}
	lines, ms := int64(0), 0.0
	for _, line := range m.Profile.Lines {
		lines += line.Fuel
		ms += line.MS
	}
	if math.Abs(ms-8) > .02 { // that of start and guest
		t.Errorf("lines take %.3f ms", ms)
	}
	if lines != row.Fuel || !slices.ContainsFunc(m.Profile.Lines, func(l rulebench.LineShare) bool { return strings.Contains(l.Source, "search") }) {
		t.Errorf("lines use %d, all %d: %+v", lines, row.Fuel, m.Profile.Lines)
	}
}
