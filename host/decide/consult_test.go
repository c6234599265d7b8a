package decide

import (
	"io/fs"
	"slices"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/schemas"
)

// timedInputs are those of a prompt with rulesets of which "slow" runs until it is stopped, and
// "stuck" until the test ends; time is up as soon as one of them runs.
func timedInputs(t *testing.T, rulesets ...string) Inputs {
	t.Helper()
	in := inputs(t, "write a database migration that adds a column")
	running, ended := new(atomic.Bool), make(chan struct{})
	t.Cleanup(func() { close(ended) })
	in.Rulesets = &engine.Engine{
		Set: engine.Find(engine.Places{Builtin: fstest.MapFS{
			"eager/eager.lua":    {Data: []byte(eager)},
			"tools/tools.lua":    {Data: []byte("return {}")},
			"tools/ruleset.json": {Data: []byte(`{"id": "builtin/tools", "abi": 2, "events": ["tool_used"]}`)},
			"slow/slow.lua":      {Data: []byte("return {}")},
			"stuck/stuck.lua":    {Data: []byte("return {}")},
		}}),
		Check: schemas.CheckDecision,
		Runtimes: map[string]abi.Start{".lua": func(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
			switch program.ID {
			case "builtin/slow":
				running.Store(true)
				for !sandbox.Stop.Load() {
					time.Sleep(time.Millisecond)
				}
			case "builtin/stuck":
				running.Store(true)
				<-ended
			default:
				return lua.Start(program, sandbox)
			}
			return nil, &abi.Fault{Code: abi.Limit, Message: engine.TimePrefix + " stopped by the host"}
		}},
	}
	in.Now = time.Now // for the grace
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
	in.Now = func() time.Time { return in.Event.Time } // the grace does not end
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

// Ensure a ruleset that does not stop leaves no trace, for nothing is known of what it did.
func TestLeftBehindHasNoTrace(t *testing.T) {
	in := timedInputs(t, "builtin/stuck")
	d := Decide(in)
	if _, failed, err := d.Traces(); err != nil || len(failed) > 0 || d.FirstFault() == nil {
		t.Errorf("traces %s, %v, fault %v", failed, err, d.FirstFault())
	}
}

// Ensure a ruleset that does not stop costs its own say alone, and is the one that is named.
func TestLeftBehindAfterOthers(t *testing.T) {
	d := Decide(timedInputs(t, "builtin/eager", "builtin/tools", "builtin/stuck"))
	if want := []abi.Ref{abi.Skill("database-migrations")}; !slices.Equal(d.Suggested, want) || d.Outcome.Ruleset != "builtin/eager" || len(d.Asked) != 2 {
		t.Errorf("suggested %v, by %s, %d asked", d.Suggested, d.Outcome.Ruleset, len(d.Asked))
	}
	if last := d.Attempts[len(d.Attempts)-1]; len(d.Attempts) != 3 || last.ID != "builtin/stuck" || last.Outcome.Fault == nil {
		t.Errorf("attempts end with %s: %v", last.ID, last.Outcome.Fault)
	}
	if want := "ruleset builtin/stuck: limit: time: it did not stop; builtin/eager answered"; d.Notice != want {
		t.Errorf("got %q, want %q", d.Notice, want)
	}
}
