package trace_test

import (
	"testing"
	"testing/fstest"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/trace"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

// record takes a decision that uses most calls: background, keyword, refresh,
// topic shift, an unknown id and a random number on top.
func record(t testing.TB) (*engine.Engine, engine.Ruleset, trace.Trace) {
	t.Helper()
	code := `local default = require("builtin.default")
		return {
			evaluate_activation = function(context)
				impressionism.log("info", "<looking>")
				local answer = default.evaluate_activation(context)
				table.insert(answer, { ref = "skill:made-up", reason = "r" })
				table.insert(answer, { ref = "skill:docs", reason = "dice say " .. math.random(1e9), score = 0.1 + 0.2 })
				return answer
			end,
			evaluate_deactivation = function(context)
				return impressionism.evaluate("builtin/default", "evaluate_deactivation", context)
			end,
		}`
	files := fstest.MapFS{"probe/probe.lua": {Data: []byte(code)}}
	for _, name := range []string{"default/default.lua", "default/ruleset.json"} {
		data, err := builtin.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	e := &engine.Engine{
		Set:      engine.Find(engine.Places{Builtin: files}),
		Runtimes: map[string]abi.Start{".lua": lua.Start}, Check: schemas.CheckDecision,
	}
	ruleset, err := e.Set.Load("builtin/probe")
	if err != nil {
		t.Fatal(err)
	}
	script, err := recorded.Decode([]byte(`{
		"items": [{"ref": "skill:database", "embedding": [1, 0]}, {"ref": "skill:forms", "keywords": ["<form>"], "embedding": [0, 1]}, {"ref": "skill:docs"}],
		"active": [{"ref": "skill:database", "prompts_since_relevant": 1}],
		"messages": [{"role": "user", "content": "earlier", "sequence": 1}],
		"parameters": {"max_active_skills": 2},
		"search": {"skill:forms": 0.65, "skill:database": 0.1}}`))
	if err != nil {
		t.Fatal(err)
	}
	host, err := recorded.New(script)
	if err != nil {
		t.Fatal(err)
	}
	var clock time.Duration
	outcome := e.Consult(ruleset, engine.Input{
		Context: abi.Context{SessionID: "s", HookEvent: abi.EventPrompt, UserPrompt: "now that this is done, build the <form> of the signup page & more", Now: "2026-01-02T03:04:05Z", Sequence: 9},
		Host:    host, Known: host.Known, Budgets: abi.DefaultBudgets(),
		Params: func(_, name string) (any, bool) { return host.Parameter(name) },
		Clock:  func() time.Duration { clock += time.Millisecond; return clock },
	})
	if outcome.Fault != nil {
		t.Fatal(outcome.Fault)
	}
	return e, ruleset, outcome.Trace
}
