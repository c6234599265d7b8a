package checkup

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/client/claude/wiring"
	"github.com/ed-irl/impressionism/host/client/inspect"
)

// Ensure that every wired hook has a row: with times and its place where the client recorded
// some, else with the reason why none is known; and that one that the client drops has none.
func TestTimesOfEveryHook(t *testing.T) {
	acme := wiring.Source{Name: "acme@market", Kind: wiring.KindPlugin, File: "/p/hooks.json"}
	hook := func(event, matcher, command string, timeout float64, line int) wiring.Hook {
		return wiring.Hook{Source: acme, Event: event, Matcher: matcher, Command: command, Timeout: timeout, Line: line}
	}
	e := &exam{wiring: wiring.Found{Wired: inspect.Wired{Hooks: []wiring.Hook{
		hook("PostToolUse", "Edit", "lint", 0, 4), hook("PostToolUse", "Write", "lint", 5, 9), hook("PostToolUse", "Write", "lint", 5, 9),
		hook("Stop", "", "speak", 0, 12), hook("SessionEnd", "", "log", 60, 20), hook("SessionEnd", "", "log", 60, 22),
		{Source: acme, Event: "Stop", Command: "broken", Dropped: true},
	}}}}
	lint := &hookTime{HookTime: inspect.HookTime{Event: "PostToolUse", Command: "lint", Runs: 200}}
	for i := range 200 {
		lint.times = append(lint.times, time.Duration(200-i)*time.Millisecond)
	}
	e.runs.found = []*hookTime{
		{HookTime: inspect.HookTime{Event: "Stop", Command: "gone", Runs: 2}}, {HookTime: inspect.HookTime{Event: "Stop", Command: "speak", Runs: 3}}, lint,
	}
	e.times()
	samples := e.report.Times[0].SampleMS
	e.report.Times[0].SampleMS = nil
	const noRun = "the client recorded no run of it, as it does of hooks that print nothing"
	const noTime = "the client recorded its runs without a time"
	want := []inspect.HookTime{
		{Source: acme.Name, Event: "PostToolUse", Matcher: "Edit, Write", Command: "lint", Runs: 200, Timed: 200, P50MS: 100, P95MS: 190, MaxMS: 200, TimeoutMS: 5000, File: acme.File, Line: 9},
		{Event: "Stop", Command: "gone", Runs: 2, Untimed: noTime},
		{Source: acme.Name, Event: "Stop", Command: "speak", Runs: 3, Untimed: noTime, TimeoutMS: 125_000, File: acme.File, Line: 12},
		{Source: acme.Name, Event: "SessionEnd", Command: "log", Untimed: noRun, TimeoutMS: 1500, File: acme.File, Line: 22},
	}
	if diff := cmp.Diff(want, e.report.Times); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if len(samples) != inspect.SamplesMax || samples[0] != 1 || samples[59] != 200 || !slices.IsSorted(samples) {
		t.Errorf("samples: %v", samples)
	}
	if got := sampled([]time.Duration{1234567}); len(got) != 1 || got[0] != 1.2 {
		t.Errorf("of one: %v", got)
	}
}
