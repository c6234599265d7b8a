package recorded_test

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
)

const script = `{
	"session": {"session_id": "s", "workspace_path": "/w", "started_at": "2026-01-02T03:04:05Z"},
	"items": [{"ref": "skill:b", "embedding": [3, 4]}, {"ref": "skill:a", "name": "A", "keywords": ["k"], "embedding": [4, 3]}, {"ref": "command:c"}],
	"active": [{"ref": "skill:b", "prompts_since_relevant": 2, "reason": "r"}],
	"messages": [{"role": "user", "content": "one", "sequence": 1}, {"role": "tool", "content": "two", "sequence": 2, "embedding": [1, 0]}],
	"tool_uses": [{"tool_name": "Read", "sequence": 2}],
	"parameters": {"similarity_threshold": 0.7},
	"search": {"skill:a": 0.5, "skill:b": 0.5, "command:c": 0.9}}`

func newHost(t *testing.T) *recorded.Host {
	t.Helper()
	s, err := recorded.Decode([]byte(script))
	if err != nil {
		t.Fatal(err)
	}
	host, err := recorded.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return host
}

// Ensure that the scripted host answers every call of the contract from its
// script, through the same door as the real one.
func TestEveryCall(t *testing.T) {
	a := `{"ref":"skill:a","name":"A","description":"","keywords":["k"],"embedding":"e2","sticky":false}`
	b := `{"ref":"skill:b","name":"b","description":"","keywords":[],"embedding":"e1","sticky":false}`
	cases := []struct{ call, request, want string }{
		{"messages", `{"count":1}`, `[{"role":"tool","content":"two","embedding":"e3","sequence":2}]`},
		{"tool_uses", `{"count":5}`, `[{"tool_name":"Read","tool_input_preview":"","logged_at":"","sequence":2}]`},
		{"active", `{}`, `[` + strings.TrimSuffix(b, "}") + `,"activated_at":"","prompts_since_relevant":2,"reason":"r"}]`},
		{"active", `{"kinds":["command"]}`, `[]`},
		{"items", `{"kinds":["skill"],"offset":1}`, `{"items":[` + a + `],"truncated":false}`},
		{"items", `{"limit":1}`, `{"items":[` + b + `],"truncated":true}`},
		{"search", `{"text":"x","limit":2,"kinds":["skill"]}`, `[{"item":` + a + `,"similarity":0.5},{"item":` + b + `,"similarity":0.5}]`},
		{"search", `{"embedding":[1,0],"limit":1}`, `[{"item":` + a + `,"similarity":0.8}]`},
		{"relevance", `{"text":"x","refs":["command:c","skill:c","skill:nowhere"]}`, `[{"ref":"command:c","similarity":0.9}]`},
		{"similarities", `{"a":"e1","bs":[[0,1]]}`, `[0.8]`},
		{"similarities", `{"a":"e1","bs":[[3,4],[0,0]]}`, `[1,0]`},
		{"similarities", `{"a":"e1","bs":[[0,1,0]]}`, `bad_request: similarities: vectors of 2 and 3 numbers cannot be compared`},
		{"vector", `{"embedding":"e1"}`, `[3,4]`},
		{"vector", `{"embedding":"e9"}`, `not_found: vector: there is no embedding "e9" in this event`},
		{"embed", `{"text":"x"}`, `unavailable: the scripted host has no answer to embed: say under answers what it gives`},
		{"param", `{"name":"similarity_threshold","default":0.5}`, `0.7`},
		{"param", `{"name":"other","default":0.5}`, `0.5`},
		{"session", `{}`, `{"session_id":"s","workspace_path":"/w","started_at":"2026-01-02T03:04:05Z"}`},
		{"log", `{"level":"info","message":"x"}`, `null`},
		{"evaluate", `{"ruleset":"x/y","function":"evaluate_activation"}`, `unavailable: the scripted host has no answer to evaluate: say under answers what it gives`},
	}
	asked := map[string]bool{}
	for _, c := range cases {
		asked[c.call] = true
		var reply struct {
			OK    json.RawMessage
			Error *abi.Fault
		}
		if err := json.Unmarshal(abi.Invoke(newHost(t), abi.DefaultBudgets(), c.call, []byte(c.request)), &reply); err != nil {
			t.Fatal(err)
		}
		got := string(reply.OK)
		if reply.Error != nil {
			got = reply.Error.Error()
		}
		if got != c.want {
			t.Errorf("%s %s:\ngot  %s\nwant %s", c.call, c.request, got, c.want)
		}
	}
	for _, call := range abi.Calls {
		if asked[call.Name] {
			continue
		}
		if got := string(abi.Invoke(newHost(t), abi.DefaultBudgets(), call.Name, []byte(`{}`))); !strings.Contains(got, "the scripted host has no answer to "+call.Name) {
			t.Errorf("%s is answered, and no case tries it: %s", call.Name, got)
		}
	}
}

// Ensure that a script with a slip is refused with the place, for else its test
// would pass for nothing.
func TestScriptSlips(t *testing.T) {
	for data, want := range map[string]string{
		`{"skils": []}`:              `decode script: json: unknown field "skils"`,
		`{} {}`:                      `decode script: more than one JSON value`,
		`{"items": [{"name": "a"}]}`: `script: item 1 has no ref`,
		`{"items": [{"ref":"skill:a"}, {"ref":"skill:a"}]}`: `script: item skill:a comes twice`,
		`{"items": [{"ref":"a"}]}`:                          `decode script: "a" names no item; a ref is a kind, a colon and an id, as in skill:pdf-forms`,
		`{"active": [{"ref":"skill:a"}]}`:                   `script: active "skill:a" is none of the items`,
		`{"search": {"skill:a": 1}}`:                        `script: scores name "skill:a", which is none of the items`,

		`{"answers": [{"call": "log", "ok": true}]}`:                                       `script: answer 1: log cannot be answered otherwise: it never fails`,
		`{"answers": [{"call": "relevance"}]}`:                                             `script: answer 1: relevance: give ok or error, one of them`,
		`{"answers": [{"call": "relevance", "ok": [], "error": {"code": "limit"}}]}`:       `script: answer 1: relevance: give ok or error, one of them`,
		`{"answers": [{"call": "relevance", "error": {"code": "lost", "message": "x"}}]}`:  `script: answer 1: relevance: an error has a message and one of the codes ` + strings.Join(abi.Codes, ", "),
		`{"answers": [{"call": "relevance", "ok": [{"ref": "skill:a", "similarty": 1}]}]}`: `script: answer 1: relevance: ok: unknown field "similarty"`,
		`{"answers": [{"call": "relevance", "ok": []}, {"call": "similarities","ok":1}]}`:  `script: answer 2: similarities: ok: it is a number where a list is wanted`,
	} {
		s, err := recorded.Decode([]byte(data))
		if err == nil {
			_, err = recorded.New(s)
		}
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", data, err, want)
		}
	}
}

// Ensure that the state after an event is that of the contract: fresh, gone, or
// one prompt older; and that only prompts age.
func TestApply(t *testing.T) {
	host := newHost(t)
	prompt := abi.Context{HookEvent: abi.EventPrompt, Now: "now"}
	ages := func() map[string]int {
		active, err := host.Active(abi.KindsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		ages := map[string]int{}
		for _, item := range active {
			ages[item.Ref.ID] = item.PromptsSinceRelevant
		}
		return ages
	}
	for i, step := range []struct {
		context  abi.Context
		decision abi.Decision
		want     map[string]int
	}{
		{prompt, abi.Decision{Activate: []abi.Entry{{Ref: abi.Skill("a")}}}, map[string]int{"b": 3, "a": 0}},
		{prompt, abi.Decision{Activate: []abi.Entry{{Ref: abi.Skill("b")}}}, map[string]int{"b": 0, "a": 1}},
		{abi.Context{HookEvent: abi.EventTurnEnded}, abi.Decision{Deactivate: []abi.Entry{{Ref: abi.Skill("b")}}}, map[string]int{"a": 1}},
	} {
		host.Apply(step.context, step.decision)
		if diff := cmp.Diff(step.want, ages()); diff != "" {
			t.Errorf("step %d (-want +got):\n%s", i+1, diff)
		}
	}
}

// Ensure that where a file was touched one lesson becomes active: the first that was not, as
// the host tells no other; and that at prompts all do.
func TestApplyAtFile(t *testing.T) {
	lesson := func(id string) abi.Ref { return abi.Ref{Kind: abi.KindLesson, ID: id} }
	host, err := recorded.New(recorded.Script{
		Items:  []abi.Item{{Ref: lesson("a")}, {Ref: lesson("b")}, {Ref: lesson("c")}, {Ref: lesson("d")}, {Ref: abi.Skill("s")}},
		Active: []abi.Active{{Item: abi.Item{Ref: lesson("a")}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var all abi.Decision
	for _, ref := range []abi.Ref{lesson("a"), lesson("b"), lesson("c"), abi.Skill("s")} {
		all.Activate = append(all.Activate, abi.Entry{Ref: ref})
	}
	host.Apply(abi.Context{HookEvent: abi.EventFileTouched}, all)
	if diff := cmp.Diff([]abi.Ref{lesson("a"), lesson("b"), abi.Skill("s")}, host.ActiveRefs()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	host.Apply(abi.Context{HookEvent: abi.EventPrompt}, all)
	if diff := cmp.Diff([]abi.Ref{lesson("a"), lesson("b"), abi.Skill("s"), lesson("c")}, host.ActiveRefs()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// Ensure that a script can answer a single call otherwise, by its request, with a
// reply or an error; that a ref is enough for an item; and that all other calls
// stay the host's.
func TestAnswers(t *testing.T) {
	s, err := recorded.Decode([]byte(strings.TrimSuffix(script, "}") + `, "answers": [
		{"call": "search", "request": {"text": "x", "limit": 2}, "ok": [{"item": {"ref": "command:c"}, "similarity": 0.1}]},
		{"call": "search", "request": {"text": "x"}, "error": {"code": "unavailable", "message": "no index"}},
		{"call": "embed", "ok": [0, 1]},
		{"call": "evaluate", "ok": []}]}`))
	if err != nil {
		t.Fatal(err)
	}
	host, err := recorded.New(s)
	if err != nil {
		t.Fatal(err)
	}
	for request, want := range map[string]string{
		`search {"limit":2, "text":"x"}`:       `{"ok":[{"item":{"ref":"command:c","name":"c","description":"","keywords":[],"sticky":false},"similarity":0.1}]}`,
		`search {"text":"x","limit":3}`:        `{"error":{"code":"unavailable","message":"no index"}}`,
		`search {"text":"y","limit":2}`:        ``,
		`search {"text":`:                      ``,
		`embed {"text":"whatever"}`:            `{"ok":"e4"}`,
		`evaluate {"ruleset":"builtin/other"}`: `{"ok":[]}`,
		`session {}`:                           ``,
	} {
		call, request, _ := strings.Cut(request, " ")
		if got := string(host.Scripted(call, []byte(request))); got != want {
			t.Errorf("%s %s:\ngot  %s\nwant %s", call, request, got, want)
		}
	}
	if vector, err := host.Vector(abi.EmbeddingRequest{Embedding: abi.Embedding{Ref: "e4"}}); err != nil || cmp.Diff(vector, []float32{0, 1}) != "" {
		t.Errorf("got %v, %v", vector, err)
	}
	if err := host.SetAnswers(nil); err != nil || host.Scripted("embed", []byte(`{}`)) != nil {
		t.Errorf("an answer outlived its event: %v", err)
	}
}

// Ensure that a trace is a recorded scenario: a host of what a scripted one answered
// has the script's items, active items, messages and scores, answers the same, and
// answers a call that nothing follows from by its recorded reply.
func TestReadIsScript(t *testing.T) {
	scripted := newHost(t)
	var calls []recorded.Call
	for call, request := range map[string]string{
		"messages": `{"count":9}`, "tool_uses": `{"count":9}`, "active": `{}`, "items": `{"limit":9}`,
		"search": `{"text":"x","limit":9}`, "session": `{}`,
	} {
		reply := abi.Invoke(scripted, abi.DefaultBudgets(), call, []byte(request))
		calls = append(calls, recorded.Call{Name: call, Request: []byte(request), Reply: reply})
	}
	evaluated := recorded.Call{Name: "evaluate", Request: []byte(`{"ruleset":"x/y","function":"f"}`), Reply: []byte(`{"ok":[{"ref":"skill:a","reason":"r"}]}`)}
	host := recorded.Read(append(calls, evaluated), abi.Session{}, 100)
	script := host.Script()
	again, err := recorded.New(script)
	if err != nil {
		t.Fatal(err)
	}
	if len(script.Items) != 3 || len(script.Active) != 1 || len(script.Messages) != 2 || len(script.Search) != 3 {
		t.Errorf("got %+v", script)
	}
	for _, call := range calls {
		for name, answers := range map[string]abi.Host{"recorded": host, "written": again} {
			got := string(abi.Invoke(answers, abi.DefaultBudgets(), call.Name, call.Request))
			want := string(call.Reply)
			if name == "written" { // references of a trace are no numbers
				want = withoutEmbeddings.ReplaceAllString(want, "")
			}
			if got != want && (name != "written" || call.Name != "items") { // whose order is that of the calls
				t.Errorf("%s %s:\ngot  %s\nwant %s", name, call.Name, got, want)
			}
		}
	}
	if got := string(abi.Invoke(host, abi.DefaultBudgets(), evaluated.Name, evaluated.Request)); got != string(evaluated.Reply) {
		t.Errorf("got %s", got)
	}
	if len(host.Missing) > 0 {
		t.Errorf("missing %v", host.Missing)
	}
}

var withoutEmbeddings = regexp.MustCompile(`"embedding":"e[0-9]+",`)

// Ensure that every host call but log can be answered by a script, with a reply of
// its own type.
func TestEveryReply(t *testing.T) {
	host := newHost(t)
	for _, call := range abi.Calls {
		if call.Name == "log" {
			continue
		}
		reply := reflect.New(call.Reply).Elem()
		switch call.Reply.Kind() {
		case reflect.Slice:
			reply.Set(reflect.MakeSlice(call.Reply, 1, 1))
		case reflect.Interface:
			reply.Set(reflect.ValueOf("x"))
		}
		if call.Reply == reflect.TypeFor[abi.Embedding]() {
			reply.Set(reflect.ValueOf(abi.Embedding{Values: []float32{1}}))
		}
		if err := host.SetAnswers([]recorded.Answer{{Call: call.Name, OK: reply.Interface()}}); err != nil {
			t.Errorf("%s: %v", call.Name, err)
		} else if got := string(host.Scripted(call.Name, []byte(`{}`))); !strings.HasPrefix(got, `{"ok":`) || got == `{"ok":null}` {
			t.Errorf("%s: got %s", call.Name, got)
		}
	}
}

// Ensure that a call is answered with the fault that was recorded of it where the door
// names the kinds that the guest left open, and with no list that may be of more kinds.
func TestRecordedWithoutKinds(t *testing.T) {
	call := func(name, request, reply string) recorded.Call {
		return recorded.Call{Name: name, Request: json.RawMessage(request), Reply: json.RawMessage(reply)}
	}
	host := recorded.Read([]recorded.Call{
		call("search", `{"text":"x","limit":2}`, `{"error":{"code":"unavailable","message":"no index"}}`),
		call("search", `{"text":"y","limit":1}`, `{"ok":[{"item":{"ref":"tool:a"},"similarity":0.5}]}`),
	}, abi.Session{}, 1000)
	usual := []string{abi.KindSkill, abi.KindCommand}
	if _, err := host.Search(abi.SearchRequest{Text: "x", Limit: 2, Kinds: usual}); err == nil || err.Error() != "unavailable: no index" {
		t.Errorf("the recorded fault: got %v", err)
	}
	if found, err := host.Search(abi.SearchRequest{Text: "y", Limit: 1, Kinds: usual}); err == nil || len(host.Missing) != 1 {
		t.Errorf("the first of all kinds is a tool: got %v, %v, missing %q", found, err, host.Missing)
	}
}
