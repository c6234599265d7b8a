package engine_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/schemas"
)

// kindsInput is an event of a session with a skill, a command and a tool, which all fit
// and are all active.
func kindsInput(t *testing.T) engine.Input {
	t.Helper()
	script := recorded.Script{Search: map[abi.Ref]float64{}}
	for i, kind := range []string{abi.KindTool, abi.KindCommand, abi.KindSkill} {
		item := abi.Item{Ref: abi.Ref{Kind: kind, ID: "x"}, Embedding: abi.Embedding{Values: []float32{1, float32(i)}}}
		script.Items, script.Active = append(script.Items, item), append(script.Active, abi.Active{Item: item})
		script.Search[item.Ref] = 0.9
	}
	host, err := recorded.New(script)
	if err != nil {
		t.Fatal(err)
	}
	event := input(t, "x")
	event.Host, event.Known = host, host.Known
	return event
}

// seeing is the ruleset custom/narrow with kinds and all calls.
func seeing(t *testing.T, kinds ...string) engine.Ruleset {
	t.Helper()
	ruleset, err := testSet().Load("custom/narrow")
	if err != nil {
		t.Fatal(err)
	}
	ruleset.Manifest.Calls, ruleset.Manifest.Kinds = nil, kinds
	return ruleset
}

// answering is a guest that makes one call and answers with some entries.
type answering struct {
	sandbox       abi.Sandbox
	call, request string
	reply         *abi.Reply
	answer        string
}

func (a answering) Evaluate(string, []byte) ([]byte, error) {
	if a.call != "" {
		if err := json.Unmarshal(a.sandbox.Invoke(a.call, []byte(a.request)), a.reply); err != nil {
			return nil, err
		}
	}
	return []byte(a.answer), nil
}

func (answering) Close() error { return nil }

var aRef = regexp.MustCompile(`"ref":"([^"]*)"`)

// refsOf lists the refs that stand in a reply.
func refsOf(reply abi.Reply) string {
	var refs []string
	for _, match := range aRef.FindAllStringSubmatch(string(reply.OK), -1) {
		refs = append(refs, match[1])
	}
	slices.Sort(refs)
	return strings.Join(refs, " ")
}

// Ensure that a ruleset sees items of the kinds that its manifest names, whichever it
// asks for, and skills and commands where it names none.
func TestKindsSeen(t *testing.T) {
	const usual, every = "command:x skill:x", "command:x skill:x tool:x"
	named := []string{abi.KindSkill, abi.KindCommand, abi.KindTool}
	for _, c := range []struct {
		kinds               []string
		call, request, want string
	}{
		{nil, "search", `{"text":"x","limit":9}`, usual},
		{named, "search", `{"text":"x","limit":9}`, every},
		{nil, "search", `{"embedding":[1,1],"limit":9}`, usual},
		{named, "search", `{"embedding":[1,1],"limit":9}`, every},
		{nil, "search", `{"text":"x","limit":9,"kinds":["tool","skill"]}`, "skill:x"},
		{named, "search", `{"text":"x","limit":9,"kinds":["tool","skill"]}`, "skill:x tool:x"},
		{nil, "search", `{"text":"x","limit":9,"kinds":["tool"]}`, ""},
		{nil, "search", `{"text":"x","limit":1}`, "command:x"},
		{[]string{abi.KindTool}, "search", `{"text":"x","limit":9}`, "tool:x"},
		{[]string{"later"}, "search", `{"text":"x","limit":9}`, ""},
		{nil, "items", `{}`, usual},
		{named, "items", `{}`, every},
		{nil, "items", `{"limit":1}`, "command:x"},
		{nil, "items", `{"kinds":["tool"]}`, ""},
		{named, "items", `{"kinds":["tool"]}`, "tool:x"},
		{nil, "active", `{}`, usual},
		{named, "active", `{}`, every},
		{nil, "active", `{"kinds":["tool"]}`, ""},
		{named, "active", `{"kinds":["tool"]}`, "tool:x"},
		{nil, "relevance", `{"text":"x","refs":["tool:x","skill:x"]}`, "skill:x"},
		{named, "relevance", `{"text":"x","refs":["tool:x","skill:x"]}`, "skill:x tool:x"},
	} {
		var reply abi.Reply
		start := func(_ abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
			return answering{sandbox: sandbox, call: c.call, request: c.request, reply: &reply, answer: "[]"}, nil
		}
		e := &engine.Engine{Set: testSet(), Runtimes: map[string]abi.Start{".lua": start}, Check: schemas.CheckDecision}
		event := kindsInput(t)
		event.DeactivateOnly = true // one function is enough
		e.Consult(seeing(t, c.kinds...), event)
		if got := refsOf(reply); got != c.want || reply.Error != nil {
			t.Errorf("kinds %q, %s %s: got %q, %v, want %q", c.kinds, c.call, c.request, got, reply.Error, c.want)
		}
		if strings.Contains(string(reply.OK), "null") {
			t.Errorf("kinds %q, %s %s: %s: an empty list is a list", c.kinds, c.call, c.request, reply.OK)
		}
	}
}

// Ensure that an answer loses the entries whose kind the manifest does not name, with a
// warning that says how to mend it, and that an entry of no item stays what it was.
func TestKindsBelieved(t *testing.T) {
	start := func(abi.Program, abi.Sandbox) (abi.Guest, error) {
		return answering{answer: `[{"ref":"tool:x","reason":"fits"},{"ref":"skill:x","reason":"fits"},{"ref":"tool:none","reason":"fits"}]`}, nil
	}
	e := &engine.Engine{Set: testSet(), Runtimes: map[string]abi.Start{".lua": start}, Check: schemas.CheckDecision}
	outcome := e.Consult(seeing(t), kindsInput(t))
	want := []string{
		`custom/narrow: evaluate_activation: "tool:x" is of a kind that its manifest does not name (kinds); left out`,
		`custom/narrow: evaluate_activation: there is no "tool:none"; left out`,
		`custom/narrow: evaluate_deactivation: "tool:x" is of a kind that its manifest does not name (kinds); left out`,
		`custom/narrow: evaluate_deactivation: there is no "tool:none"; left out`,
	}
	for _, warning := range want {
		if !slices.Contains(outcome.Warnings, warning) {
			t.Errorf("no warning %q among %q", warning, outcome.Warnings)
		}
	}
	d := outcome.Decision
	if len(d.Activate) != 1 || d.Activate[0].Ref != abi.Skill("x") || len(d.Deactivate) > 1 {
		t.Errorf("got %s", engine.Encode(d))
	}
	if seen := e.Consult(seeing(t, abi.KindTool), kindsInput(t)).Decision; len(seen.Activate) != 1 || seen.Activate[0].Ref.Kind != abi.KindTool {
		t.Errorf("with the kind: got %s", engine.Encode(seen))
	}
}

// Ensure that a decision which lost entries of unseen kinds is the same when it is taken
// again from its trace.
func TestKindsReplayed(t *testing.T) {
	start := func(_ abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
		return answering{sandbox: sandbox, call: "search", request: `{"text":"x","limit":9}`, reply: &abi.Reply{}, answer: `[{"ref":"tool:x","reason":"fits"},{"ref":"skill:x","reason":"fits"}]`}, nil
	}
	e := &engine.Engine{Set: testSet(), Runtimes: map[string]abi.Start{".lua": start}, Check: schemas.CheckDecision}
	first := e.Consult(seeing(t), kindsInput(t))
	again, err := e.Replay(seeing(t), first.Trace, abi.DefaultBudgets(), nil)
	if err != nil || again.Fault != nil {
		t.Fatal(err, again.Fault)
	}
	if len(first.Trace.Unknown) > 0 || !slices.Equal(again.Warnings, first.Warnings) {
		t.Errorf("the tool is in the catalog: unknown are %s, warnings %q, before %q", first.Trace.Unknown, again.Warnings, first.Warnings)
	}
	if want, got := string(engine.Encode(first.Decision)), string(engine.Encode(again.Decision)); got != want || !strings.Contains(want, "skill:x") {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Ensure that an evaluated ruleset sees what its own manifest names, and that its entries
// count only as far as the active ruleset sees their items.
func TestKindsOfTheEvaluated(t *testing.T) {
	callee, err := testSet().Load("acme/searcher")
	if err != nil {
		t.Fatal(err)
	}
	const search = `{"text":"x","limit":9}`
	for _, c := range []struct {
		own, callees     []string
		found, activated string
	}{
		{nil, []string{abi.KindTool}, "tool:x", "skill:x"},
		{[]string{abi.KindTool}, nil, "command:x skill:x", "tool:x"},
	} {
		callee.Manifest.Calls, callee.Manifest.Kinds = nil, c.callees
		var found, answer abi.Reply
		start := func(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
			const both = `[{"ref":"tool:x","reason":"fits"},{"ref":"skill:x","reason":"fits"}]`
			if program.ID == callee.Program.ID {
				return answering{sandbox: sandbox, call: "search", request: search, reply: &found, answer: both}, nil
			}
			return answering{sandbox: sandbox, call: "evaluate", request: `{"ruleset":"acme/searcher","function":"evaluate_activation"}`, reply: &answer, answer: both}, nil
		}
		e := &engine.Engine{Set: testSet().With(callee), Runtimes: map[string]abi.Start{".lua": start}, Check: schemas.CheckDecision}
		outcome := e.Consult(seeing(t, c.own...), kindsInput(t))
		if got := refsOf(found); got != c.found {
			t.Errorf("own %q, the callee's %q: the callee found %q, want %q", c.own, c.callees, got, c.found)
		}
		if answer.Error != nil || len(outcome.Decision.Activate) != 1 || outcome.Decision.Activate[0].Ref.String() != c.activated {
			t.Errorf("own %q, the callee's %q: got %s, %v, want %s", c.own, c.callees, engine.Encode(outcome.Decision), answer.Error, c.activated)
		}
	}
}

// Ensure that an update tells which kinds of items a ruleset now sees besides.
func TestKindsDiffer(t *testing.T) {
	from, to := abi.Manifest{}, abi.Manifest{Kinds: []string{abi.KindSkill, abi.KindTool}}
	if got, want := engine.DiffManifests(from, to), []string{"+ kind of items tool", "- kind of items command"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := engine.DiffManifests(from, abi.Manifest{Kinds: abi.UsualKinds}); len(got) > 0 {
		t.Errorf("naming what is seen anyway: got %q", got)
	}
}
