package decide

import (
	"io/fs"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/schemas"
)

// timedInputs are those of a prompt with rulesets of which "slow" runs until it is stopped; time
// is up as soon as it runs.
func timedInputs(t *testing.T, rulesets ...string) Inputs {
	t.Helper()
	in := inputs(t, "write a database migration that adds a column")
	running := new(atomic.Bool)
	in.Rulesets = &engine.Engine{
		Set: engine.Find(engine.Places{Builtin: fstest.MapFS{
			"eager/eager.lua":    {Data: []byte(eager)},
			"tools/tools.lua":    {Data: []byte("return {}")},
			"tools/ruleset.json": {Data: []byte(`{"id": "builtin/tools", "abi": 2, "events": ["tool_used"]}`)},
			"slow/slow.lua":      {Data: []byte("return {}")},
		}}),
		Check: schemas.CheckDecision,
		Runtimes: map[string]abi.Start{".lua": func(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
			if program.ID != "builtin/slow" {
				return lua.Start(program, sandbox)
			}
			running.Store(true)
			for !sandbox.Stop.Load() {
				time.Sleep(time.Millisecond)
			}
			return nil, &abi.Fault{Code: abi.Limit, Message: engine.TimePrefix + " stopped by the host"}
		}},
	}
	in.Deadline = func() time.Duration {
		if running.Load() {
			return 0
		}
		return time.Millisecond
	}
	in.Settings.Rulesets, in.Settings.OnRulesetError = rulesets, engine.OnErrorSurface
	return in
}

// Ensure the user is told of the ruleset that ran out of time, though one before it did not
// want the event.
func TestNoticeOfLateRuleset(t *testing.T) {
	d := Decide(timedInputs(t, "builtin/tools", "builtin/slow"))
	if want := "ruleset builtin/slow: limit: time: stopped by the host; the scores at hand answered"; d.Notice != want {
		t.Errorf("got %q, want %q", d.Notice, want)
	}
}

// Ensure the scores at hand answer for no ruleset that did not want the event.
func TestScoresAnswerForNobody(t *testing.T) {
	in := timedInputs(t, "builtin/tools")
	in.Deadline = func() time.Duration { return 0 }
	in.Rulesets.Set = engine.Find(engine.Places{Builtin: slowFiles{fstest.MapFS{
		"tools/tools.lua":    {Data: []byte("return {}")},
		"tools/ruleset.json": {Data: []byte(`{"id": "builtin/tools", "abi": 2, "events": ["tool_used"]}`)},
	}}})
	if d := Decide(in); len(d.Suggested) > 0 || len(d.Late) > 0 || d.Notice != "" {
		t.Errorf("suggested %v, late %v, notice %q", d.Suggested, d.Late, d.Notice)
	}
}

// slowFiles are read after time is up.
type slowFiles struct{ fs.FS }

func (s slowFiles) Open(name string) (fs.File, error) {
	time.Sleep(time.Millisecond)
	return s.FS.Open(name)
}
