package hook

import (
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/config"
)

// Ensure a deadline passes when it should where the process has had its time of a
// processor, is put off in proportion where it has not, and at most to the limit.
func TestDeadlinesStretch(t *testing.T) {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, test := range map[string]struct {
		worked  float64 // processors that the process had
		stretch int
		passes  int // ms, for a prompt of 150
		model   int // ms, for a model of 100
		refresh int // ms, for an index of 30
	}{
		"alone":                      {worked: 1, stretch: 400, passes: 150, model: 100, refresh: 30},
		"on two processors":          {worked: 1.7, stretch: 400, passes: 150, model: 100, refresh: 30},
		"beside much other work":     {worked: .2, stretch: 400, passes: 400, model: 267, refresh: 80},
		"beside a little":            {worked: .9, stretch: 400, passes: 150, model: 100, refresh: 30},
		"stuck in a wait":            {worked: 0, stretch: 400, passes: 400, model: 267, refresh: 80},
		"where that is not wanted":   {worked: .2, stretch: 0, passes: 150, model: 100, refresh: 30},
		"with more than the stretch": {worked: .2, stretch: 120, passes: 150, model: 100, refresh: 30},
	} {
		t.Run(name, func(t *testing.T) {
			now := began
			e := &env.Env{Started: began, Now: func() time.Time { return now }, Loaded: &config.Loaded{Config: config.Defaults(config.Folders{})}}
			e.Worked = func() time.Duration { return time.Duration(test.worked * float64(now.Sub(began))) }
			e.Loaded.Hook.StretchMS = test.stretch
			passes := func(passed func() bool) int {
				for now = began; !passed(); now = now.Add(time.Millisecond) {
				}
				return int(now.Sub(began).Milliseconds())
			}
			if got := passes(end(e, abi.EventPrompt).Passed); got != test.passes {
				t.Errorf("ends after %d ms, want %d", got, test.passes)
			}
			now = began
			if got := passes(deadlines(e, abi.EventPrompt).Model.Passed); got != test.model {
				t.Errorf("gives the model up after %d ms, want %d", got, test.model)
			}
			now = began
			if got := passes(deadlines(e, abi.EventPrompt).Refresh.Passed); got != test.refresh {
				t.Errorf("leaves files to the next event after %d ms, want %d", got, test.refresh)
			}
			now = began
			if got, want := passes(end(e, abi.EventSessionStarted).Passed), e.Loaded.Hook.SessionStartMS; got != want {
				t.Errorf("a session's start ends after %d ms, want %d", got, want)
			}
		})
	}
}

// Ensure what comes after the ruleset has its margin, also where both deadlines were put
// off and an endless ruleset has a processor to itself at last.
func TestMarginOfDeadlines(t *testing.T) {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, test := range map[string]struct {
		prompt, stretch, margin int     // ms
		share                   float64 // of a processor, in the first 500 ms
	}{
		"alone":                {150, 400, 20, 1},
		"held up, then alone":  {150, 2000, 20, .2},
		"with more time":       {3000, 10000, 360, 1},
		"held up, with more":   {400, 10000, 48, .5},
		"with little time":     {10, 2000, 10, 1},
		"held up all the time": {150, 400, 20, .1},
	} {
		now := began
		e := &env.Env{Started: began, Now: func() time.Time { return now }, Loaded: &config.Loaded{Config: config.Defaults(config.Folders{})}}
		e.Loaded.Hook.PromptMS, e.Loaded.Hook.StretchMS = test.prompt, test.stretch
		e.Worked = func() time.Duration {
			held := min(now.Sub(began), 500*time.Millisecond)
			return time.Duration(test.share*float64(held)) + now.Sub(began) - held
		}
		ruleset, end := deadlines(e, abi.EventPrompt).Ruleset, end(e, abi.EventPrompt)
		stopped := time.Time{}
		for ; !end.Passed(); now = now.Add(time.Millisecond) {
			if stopped.IsZero() && ruleset.Passed() {
				stopped = now
			}
		}
		if got := int(now.Sub(stopped).Milliseconds()); stopped.IsZero() || got < test.margin {
			t.Errorf("%s: %d ms are left, want %d", name, got, test.margin)
		}
	}
}
