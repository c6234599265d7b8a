package engine_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/trace"
	"github.com/ed-irl/impressionism/schemas"
)

// Ensure that decisions are compared by their items, of all kinds, in any order.
func TestCompare(t *testing.T) {
	entries := func(ids string) (list []abi.Entry) {
		for id := range strings.FieldsSeq(ids) {
			kind, id, _ := strings.Cut(id, ":")
			list = append(list, abi.Entry{Ref: abi.Ref{Kind: kind, ID: id}, Reason: "r"})
		}
		return list
	}
	for _, c := range []struct{ decided, would, gone, goes, want string }{
		{"", "", "", "", engine.Same},
		{"skill:a skill:b", "skill:b skill:a", "skill:c", "skill:c", engine.Same},
		{"skill:a", "skill:a skill:b", "", "", engine.More},
		{"", "skill:b", "skill:c", "", engine.More},
		{"skill:a skill:b", "skill:b", "", "", engine.Less},
		{"skill:a", "", "", "", engine.Less},
		{"skill:a", "skill:b", "", "", engine.Other},
		{"skill:a", "command:a", "", "", engine.Other},
		{"skill:a", "skill:a", "skill:c", "", engine.Withdrawals},
		{"skill:a", "skill:a", "", "skill:c", engine.Withdrawals},
	} {
		decided := abi.Decision{Activate: entries(c.decided), Deactivate: entries(c.gone)}
		would := abi.Decision{Activate: entries(c.would), Deactivate: entries(c.goes)}
		if got := engine.Compare(decided, would); got != c.want {
			t.Errorf("%+v: got %s", c, got)
		}
	}
}

// recordedSearch is the trace of a ruleset that searched and nothing else.
func recordedSearch(t *testing.T) trace.Trace {
	t.Helper()
	e := shadowEngine(map[string]string{"mine": `return { evaluate_activation = function(c)
		impressionism.search(c.user_prompt, 2)
		impressionism.param("own", 1)
		return {}
	end }`})
	return ruled(t, e, "mine", input(t, "a database migration")).Trace
}

func shadowEngine(codes map[string]string) *engine.Engine {
	files := fstest.MapFS{}
	for name, code := range codes {
		files[name+"/"+name+".lua"] = &fstest.MapFile{Data: []byte(code)}
	}
	return &engine.Engine{
		Set:      engine.Find(engine.Places{Builtin: files}),
		Runtimes: map[string]abi.Start{".lua": lua.Start}, Check: schemas.CheckDecision,
	}
}

func ruled(t *testing.T, e *engine.Engine, name string, in engine.Input) engine.Outcome {
	t.Helper()
	ruleset, err := e.Set.Load("builtin/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return e.Consult(ruleset, in)
}

// Ensure that a ruleset that looks on decides from the record with parameters of
// its own and rulesets as they are now, and that its evaluation ends where the
// record does.
func TestShadow(t *testing.T) {
	const first = `return { evaluate_activation = function(c)
		local hit = impressionism.search(c.user_prompt, 1)[1]
		local param, session = impressionism.param("own", 5), impressionism.session()
		return { { ref = hit.item.ref, reason = param .. " " .. session.started_at } }
	end }`
	for name, c := range map[string]struct{ code, reason, missing, fault string }{
		"prefix": {code: first, reason: "0.7 2026-05-05T05:05:05Z"},
		"nested": {code: `return { evaluate_activation = function(c) return impressionism.evaluate("builtin/prefix", "evaluate_activation") end }`, reason: "5 2026"},
		"more": {code: `return { evaluate_activation = function(c)
			pcall(impressionism.search, c.user_prompt, 3)
			while true do end
		end }`, missing: "search"},
		"guess":  {code: `return { evaluate_activation = function(c) return { { ref = "skill:unheard", reason = "r" } } end }`, missing: "catalog: whether there is skill:unheard"},
		"broken": {code: `return { evaluate_activation = function(c) error("no") end }`, fault: "no"},
		"later":  {code: `impressionism.items() return {}`, missing: "items"},
	} {
		e := shadowEngine(map[string]string{name: c.code, "prefix": first})
		ruleset, err := e.Set.Load("builtin/" + name)
		if err != nil {
			t.Fatal(err)
		}
		budgets := abi.DefaultBudgets()
		budgets.Fuel = 1 << 40 // only a stop ends a loop
		got := e.Shadow(ruleset, recordedSearch(t), engine.ShadowInput{
			Budgets: budgets, StartedAt: "2026-05-05T05:05:05Z", Stop: new(atomic.Bool),
			Params: func(id, name string) (any, bool) { return 0.7, id == ruleset.Manifest.ID && name == "own" },
		})
		switch {
		case c.missing != "":
			if len(got.Missing) != 1 || !strings.HasPrefix(got.Missing[0], c.missing) {
				t.Errorf("%s: missing %q", name, got.Missing)
			}
		case c.fault != "":
			if got.Fault == nil || !strings.Contains(got.Fault.Error(), c.fault) {
				t.Errorf("%s: fault %v", name, got.Fault)
			}
		case got.Fault != nil || len(got.Missing) > 0:
			t.Errorf("%s: fault %v, missing %q", name, got.Fault, got.Missing)
		case len(got.Decision.Activate) != 1 || got.Decision.Activate[0].Ref.ID != "database" || !strings.HasPrefix(got.Decision.Activate[0].Reason, c.reason):
			t.Errorf("%s: decided %+v", name, got.Decision)
		case got.Fuel <= 0:
			t.Errorf("%s: no fuel was used", name)
		}
	}
}

// Ensure that a trace without all of its answers compares with nothing.
func TestShadowIncomplete(t *testing.T) {
	record := recordedSearch(t)
	record.Incomplete = true
	e := shadowEngine(map[string]string{"quiet": `return {}`})
	ruleset, err := e.Set.Load("builtin/quiet")
	if err != nil {
		t.Fatal(err)
	}
	if got := e.Shadow(ruleset, record, engine.ShadowInput{Budgets: abi.DefaultBudgets()}); len(got.Missing) != 1 {
		t.Errorf("missing %q", got.Missing)
	}
}

// Ensure that a ruleset which sees other kinds than the recorded one decides from the kinds
// that both see, and that its decision means nothing where it asks for more.
func TestShadowOfOtherKinds(t *testing.T) {
	lesson := abi.Ref{Kind: abi.KindLesson, ID: "wal"}
	host, err := recorded.New(recorded.Script{
		Items:  []abi.Item{{Ref: abi.Skill("database")}, {Ref: lesson}},
		Active: []abi.Active{{Item: abi.Item{Ref: lesson}}},
		Search: map[abi.Ref]float64{abi.Skill("database"): 0.8, lesson: 0.9},
	})
	if err != nil {
		t.Fatal(err)
	}
	const all = `return { evaluate_activation = function(c)
		impressionism.active() impressionism.items() impressionism.search(c.user_prompt, 50)
		impressionism.relevance(c.user_prompt, { "skill:database", "lesson:wal" })
		return {}
	end }`
	files := fstest.MapFS{
		"nested/nested.lua": {Data: []byte(`return { evaluate_activation = function() return impressionism.evaluate("builtin/narrow", "evaluate_activation") end }`)},
		"narrow/narrow.lua": {Data: []byte(all)},
		"wide/wide.lua":     {Data: []byte(all)},
		"wide/ruleset.json": {Data: []byte(`{"id": "builtin/wide", "abi": 2, "kinds": ["skill", "command", "lesson"]}`)},
	}
	e := shadowEngine(nil)
	for name, c := range map[string]struct{ kinds, code, missing string }{
		"active":      {`"lesson"`, `impressionism.active()`, "active"},
		"items":       {`"lesson"`, `impressionism.items()`, "items"},
		"search":      {`"lesson"`, `impressionism.search(c.user_prompt, 5)`, "search"},
		"relevance":   {`"lesson"`, `impressionism.relevance(c.user_prompt, { "lesson:wal" })`, "relevance"},
		"catalog":     {`"lesson"`, `impressionism.items({ kinds = { "skill" } }) return { { ref = "lesson:other", reason = "r" } }`, "catalog"},
		"no such":     {`"skill"`, `impressionism.items() return { { ref = "skill:other", reason = "r" } }`, ""},
		"fewer kinds": {`"skill"`, `impressionism.active() impressionism.items() impressionism.relevance(c.user_prompt, { "skill:database" })`, ""},
		"background":  {`"skill"`, `impressionism.search({ text = c.user_prompt, limit = 5, background = "other" })`, ""},
	} {
		files["other/other.lua"] = &fstest.MapFile{Data: []byte(`return { evaluate_activation = function(c) ` + c.code + ` return {} end }`)}
		if strings.Contains(c.code, " return {") {
			files["other/other.lua"].Data = []byte(`return { evaluate_activation = function(c) ` + c.code + ` end }`)
		}
		files["other/ruleset.json"] = &fstest.MapFile{Data: []byte(`{"id": "builtin/other", "abi": 2, "kinds": [` + c.kinds + `]}`)}
		e.Set = engine.Find(engine.Places{Builtin: files})
		other, err := e.Set.Load("builtin/other")
		if err != nil {
			t.Fatal(err)
		}
		for _, recordedBy := range []string{"narrow", "nested", "wide"} {
			in := input(t, "a database migration")
			in.Host, in.Known = host, host.Known
			outcome := ruled(t, e, recordedBy, in)
			missing := c.missing
			if recordedBy == "wide" {
				missing = ""
			}
			got := e.Shadow(other, outcome.Trace, engine.ShadowInput{Budgets: abi.DefaultBudgets(), Params: in.Params})
			if outcome.Fault != nil || len(got.Missing) > 0 != (missing != "") || missing != "" && !strings.HasPrefix(got.Missing[0], missing) || missing == "" && got.Fault != nil {
				t.Errorf("%s after %s: fault %v, missing %q, fault %v", name, recordedBy, outcome.Fault, got.Missing, got.Fault)
			}
		}
	}
}
