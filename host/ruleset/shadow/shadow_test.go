package shadow_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/ruleset/shadow"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace"
	"github.com/ed-irl/impressionism/schemas"
)

var shadowTime = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// shadowHost has a session of some decisions, each with a trace of nothing, and
// rulesets to ask about them. Its clock stands still.
func shadowHost(t *testing.T, decisions int) (*shadow.Shadow, map[string]engine.Ruleset) {
	t.Helper()
	store, err := session.Open(filepath.Join(t.TempDir(), "state.db"), session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	for i := range decisions {
		event := abi.Event{Name: abi.EventPrompt, SessionID: "s", Workspace: "/w", Prompt: "p", Time: shadowTime}
		recorded, err := store.Record(event, session.Policy{})
		if err != nil {
			t.Fatal(err)
		}
		id, err := store.Apply("s", recorded.Sequence, session.Change{}, session.Decision{At: shadowTime, RulesetID: "builtin/quiet", Answer: []byte(`{}`)})
		if err != nil {
			t.Fatal(err)
		}
		data, err := trace.Encode(trace.Trace{
			ABI: abi.Version, Ruleset: "builtin/quiet", Decision: json.RawMessage(`{"activate":[],"deactivate":[]}`),
			Context: abi.Context{SessionID: "s", HookEvent: abi.EventPrompt, Sequence: int64(i), Now: shadowTime.Format(time.RFC3339)},
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := store.SaveTrace(id, data, nil, session.TracesKeptDefault); err != nil {
			t.Fatal(err)
		}
	}
	files := fstest.MapFS{
		"quiet/quiet.lua":     {Data: []byte(`return {}`)},
		"endless/endless.lua": {Data: []byte(`return { evaluate_activation = function() while true do end end }`)},
		"broken/broken.lua":   {Data: []byte(`return { evaluate_activation = function() error("no") end }`)},
		"module/module.wasm":  {Data: []byte("\x00asm\x01\x00\x00\x00")},
	}
	unvetted := func(abi.Program, abi.Sandbox) (abi.Guest, error) {
		return nil, &abi.Fault{Code: abi.Unavailable, Message: "it is not vetted"}
	}
	budgets := abi.DefaultBudgets()
	budgets.Fuel = 1 << 40 // time ends a loop
	h := &shadow.Shadow{
		Sessions: store, Now: func() time.Time { return shadowTime }, Budgets: budgets,
		Engine: &engine.Engine{
			Set: engine.Find(engine.Places{Builtin: files}), Check: schemas.CheckDecision,
			Runtimes: map[string]abi.Start{".lua": lua.Start, ".wasm": unvetted},
		},
	}
	rulesets := map[string]engine.Ruleset{}
	for _, name := range []string{"quiet", "endless", "broken", "module"} {
		if rulesets[name], err = h.Engine.Set.Load("builtin/" + name); err != nil {
			t.Fatal(err)
		}
	}
	return h, rulesets
}

// Ensure that time running out counts as a failure of who had a fair share of it,
// that others wait, and that who cannot be asked or keeps failing costs nothing.
func TestShadowShares(t *testing.T) {
	const enough, little = 500 * time.Millisecond, 2 * time.Millisecond
	for name, c := range map[string]struct {
		left     time.Duration // 0: no deadline
		rulesets []string
		want     map[string]int
		waiting  bool
		problems int
	}{
		"no time":               {-1, []string{"quiet"}, map[string]int{}, true, 0},
		"little time":           {little, []string{"endless"}, map[string]int{}, true, 0},
		"the first has its say": {enough, []string{"endless"}, map[string]int{"fault": 1}, true, 0},
		"after others":          {enough, []string{"quiet", "endless"}, map[string]int{"same": 4}, true, 0},
		"without a deadline":    {0, []string{"quiet", "quiet"}, map[string]int{"same": 4}, false, 0},
		"its own errors":        {0, []string{"broken", "quiet"}, map[string]int{"fault": 4, "same": 4}, false, 0},
		"not vetted":            {0, []string{"module", "quiet"}, map[string]int{"same": 4}, false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			h, all := shadowHost(t, 4)
			run := shadow.Run{Session: "s"}
			if c.left != 0 {
				run.Deadline = shadowTime.Add(c.left)
			}
			for _, ruleset := range c.rulesets {
				run.Rulesets = append(run.Rulesets, all[ruleset])
			}
			ran, err := h.Run(run)
			if err != nil || !maps.Equal(ran.Verdicts, c.want) || ran.Waiting != c.waiting || len(ran.Problems) != c.problems {
				t.Errorf("got %+v, %v\nwant %v, waiting %v", ran, err, c.want, c.waiting)
			}
		})
	}
}

// Ensure that who failed three times in a row is asked again only on demand.
func TestShadowGivesUp(t *testing.T) {
	h, all := shadowHost(t, shadow.FailuresMax)
	run := shadow.Run{Session: "s", Rulesets: []engine.Ruleset{all["broken"]}}
	var got []string
	for _, again := range []bool{false, false, true} {
		event := abi.Event{Name: abi.EventPrompt, SessionID: "s", Time: shadowTime}
		run.Again = again
		ran, err := h.Run(run)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(ran.Verdicts))
		recorded, err := h.Sessions.Record(event, session.Policy{})
		if err != nil {
			t.Fatal(err)
		}
		id, err := h.Sessions.Apply("s", recorded.Sequence, session.Change{}, session.Decision{At: shadowTime, RulesetID: "builtin/quiet"})
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Sessions.SaveTrace(id, []byte(`{"abi":2,"ruleset":"x","seed":"1","context":{"hook_event":"prompt"},"decision":{}}`), nil, 50); err != nil {
			t.Fatal(err)
		}
	}
	if fmt.Sprint(got) != "[map[fault:3] map[] map[fault:2]]" {
		t.Errorf("got %v", got)
	}
}

// Ensure that a trace that cannot be read is told and keeps no other from being
// compared.
func TestShadowDamagedTrace(t *testing.T) {
	h, all := shadowHost(t, 3)
	if err := h.Sessions.SaveTrace(2, []byte("no trace"), nil, 50); err != nil {
		t.Fatal(err)
	}
	ran, err := h.Run(shadow.Run{Rulesets: []engine.Ruleset{all["quiet"], all["broken"]}})
	if err != nil || len(ran.Problems) != 1 || ran.Verdicts["same"] != 2 || ran.Verdicts["fault"] != 2 {
		t.Errorf("got %+v, %v", ran, err)
	}
}
