package respond

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Ensure a session that starts is told of unfinished work if there is time for it, that the
// work is noted as told only where the answer is printed, and that a session that is to be
// told nothing is not told of work either.
func TestHandoffIsToldInTime(t *testing.T) {
	for name, test := range map[string]struct {
		options Options
		takes   bool // all the time that there is
		silent  bool
		agent   string
		want    string
		free    bool // the work can be handed on afterwards
	}{
		"in time":      {want: "unfinished"},
		"no time left": {options: Options{Deadlines: Deadlines{Refresh: func() time.Duration { return 0 }}}, free: true},
		"too slow":     {takes: true, free: true},
		"nobody reads": {options: Options{Print: func(Response, session.Handover) bool { return false }}, free: true},
		"silent":       {silent: true, free: true},
		"a subagent":   {agent: "a1", free: true},
	} {
		t.Run(name, func(t *testing.T) {
			store, err := session.Open(filepath.Join(t.TempDir(), "state.db"), session.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			for _, event := range []abi.Event{{Name: abi.EventPrompt, SessionID: "one", Prompt: "x"}, {Name: abi.EventSessionStarted, SessionID: "two"}} {
				if _, err := store.Record(event, session.Policy{}); err != nil {
					t.Fatal(err)
				}
			}
			if test.silent {
				if _, err := store.SetSilent("two", true); err != nil {
					t.Fatal(err)
				}
			}
			h := &Responder{
				Sessions: store, OpenIndex: func() (*index.Index, error) { return index.OpenMemory(nil) },
				List:   func(context.Context, string) catalog.Listing { return catalog.Listing{} },
				Engine: &engine.Engine{}, Pools: catalog.Pools{Default: rank.Default()}, Recipe: rank.Default(), Now: time.Now,
			}
			passed := false
			if test.takes {
				test.options.Refresh = func() time.Duration {
					if passed {
						return 0
					}
					return time.Minute
				}
			}
			h.Handoff = func(ctx context.Context, event abi.Event) (text, of string, err error) {
				if passed = true; name == "no time left" {
					t.Error("asked without time")
				}
				if _, limited := ctx.Deadline(); limited != (test.options.Refresh != nil) || event.SessionID != "two" {
					t.Errorf("asked of %s, limited: %v", event.SessionID, limited)
				}
				return "unfinished", "one", nil
			}
			response := h.Respond(context.Background(), abi.Event{Name: abi.EventSessionStarted, SessionID: "two", Time: time.Now(), Agent: test.agent}, test.options)
			left, err := store.Left("one")
			if err != nil || response.Context != test.want || left.Free(time.Now()) != test.free {
				t.Errorf("told %q, free: %v, %v", response.Context, left.Free(time.Now()), err)
			}
			for _, problem := range response.Problems {
				if problem.Code == decide.ProblemHandoff || problem.Code == decide.ProblemState {
					t.Error(problem)
				}
			}
		})
	}
}
