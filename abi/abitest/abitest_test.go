package abitest_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/abitest"
)

const script = `{
	"session": {"session_id": "s", "workspace_path": "/w", "started_at": "2026-01-02T03:04:05Z"},
	"skills": [{"id": "b", "embedding": [3, 4]}, {"id": "a", "name": "A", "keywords": ["k"], "embedding": [4, 3]}, {"id": "c", "kind": "command"}],
	"active": [{"id": "b", "prompts_since_relevant": 2, "reason": "r"}],
	"messages": [{"role": "user", "content": "one", "sequence": 1}, {"role": "tool", "content": "two", "sequence": 2, "embedding": [1, 0]}],
	"tool_use": [{"tool_name": "Read", "sequence": 2}],
	"parameters": {"similarity_threshold": 0.7},
	"search": {"a": 0.5, "b": 0.5, "c": 0.9}}`

func newHost(t *testing.T) *abitest.Host {
	t.Helper()
	s, err := abitest.Decode([]byte(script))
	if err != nil {
		t.Fatal(err)
	}
	host, err := abitest.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return host
}

// Ensure that the scripted host answers every call of the contract from its
// script, through the same door as the real one (000.13, 000.23b).
func TestEveryCall(t *testing.T) {
	a := `{"id":"a","kind":"skill","name":"A","description":"","path":"","keywords":["k"],"embedding":"e2","sticky":false}`
	b := `{"id":"b","kind":"skill","name":"b","description":"","path":"","keywords":[],"embedding":"e1","sticky":false}`
	cases := []struct{ call, request, want string }{
		{"get_recent_messages", `{"count":1}`, `[{"role":"tool","content":"two","embedding":"e3","sequence":2}]`},
		{"get_recent_tool_use", `{"count":5}`, `[{"tool_name":"Read","tool_input_preview":"","logged_at":"","sequence":2}]`},
		{"get_active_skills", `{"session_id":"s"}`, `[` + strings.TrimSuffix(b, "}") + `,"activated_at":"","prompts_since_relevant":2,"reason":"r"}]`},
		{"get_active_skills", `{"kinds":["command"]}`, `[]`},
		{"get_all_skills", `{"kinds":["skill"],"offset":1}`, `{"items":[` + a + `],"truncated":false}`},
		{"get_all_skills", `{"limit":1}`, `{"items":[` + b + `],"truncated":true}`},
		{"search_skills", `{"query_text":"x","limit":2,"kinds":["skill"]}`, `[{"skill":` + a + `,"similarity":0.5},{"skill":` + b + `,"similarity":0.5}]`},
		{"search_skills_by_embedding", `{"embedding":[1,0],"limit":1}`, `[{"skill":` + a + `,"similarity":0.8}]`},
		{"relevance", `{"query_text":"x","ids":["c","nowhere"]}`, `[{"id":"c","similarity":0.9}]`},
		{"cosine_similarity", `{"a":"e1","b":[0,1]}`, `0.8`},
		{"cosine_similarities", `{"a":"e1","bs":[[3,4],[0,0]]}`, `[1,0]`},
		{"cosine_similarity", `{"a":"e1","b":[0,1,0]}`, `bad_request: vectors of 2 and 3 numbers cannot be compared`},
		{"get_vector", `{"embedding":"e1"}`, `[3,4]`},
		{"get_vector", `{"embedding":"e9"}`, `bad_request: there is no embedding "e9" in this event`},
		{"embed_text", `{"text":"x"}`, `unavailable: the scripted host has no embedding model`},
		{"get_param", `{"name":"similarity_threshold","default":0.5}`, `0.7`},
		{"get_param", `{"name":"other","default":0.5}`, `0.5`},
		{"get_session", `{}`, `{"session_id":"s","workspace_path":"/w","started_at":"2026-01-02T03:04:05Z"}`},
		{"log", `{"level":"info","message":"x"}`, `null`},
		{"evaluate_ruleset", `{"ruleset":"x/y","function":"evaluate_activation"}`, `unavailable: the scripted host has no ruleset "x/y": play it with impressionism rules test, or say under answers what evaluate_ruleset gives`},
	}
	asked := map[string]bool{}
	for _, c := range cases {
		asked[c.call] = true
		var reply struct {
			OK    json.RawMessage
			Error *abi.Fault
		}
		if err := json.Unmarshal(abi.Invoke(newHost(t), "s", c.call, []byte(c.request)), &reply); err != nil {
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
		if !asked[call.Name] {
			t.Errorf("%s is not tried", call.Name)
		}
	}
}

// Ensure that a script with a slip is refused with the place, for else its test
// would pass for nothing.
func TestScriptSlips(t *testing.T) {
	for data, want := range map[string]string{
		`{"skils": []}`:                        `decode script: json: unknown field "skils"`,
		`{} {}`:                                `decode script: more than one JSON value`,
		`{"skills": [{"name": "a"}]}`:          `script: skill 0 has no id`,
		`{"skills": [{"id":"a"}, {"id":"a"}]}`: `script: skill a comes twice`,
		`{"active": [{"id":"a"}]}`:             `script: active "a" is none of the skills`,
		`{"search": {"a": 1}}`:                 `script: scores name "a", which is none of the skills`,

		`{"answers": [{"call": "log", "ok": true}]}`:                                            `script: answer 1: log cannot be answered otherwise: it never fails`,
		`{"answers": [{"call": "relevance"}]}`:                                                  `script: answer 1: relevance: give ok or error, one of them`,
		`{"answers": [{"call": "relevance", "ok": [], "error": {"code": "limit"}}]}`:            `script: answer 1: relevance: give ok or error, one of them`,
		`{"answers": [{"call": "relevance", "error": {"code": "lost", "message": "x"}}]}`:       `script: answer 1: relevance: an error has a message and one of the codes ` + strings.Join(abi.Codes, ", "),
		`{"answers": [{"call": "relevance", "ok": [{"id": "a", "similarty": 1}]}]}`:             `script: answer 1: relevance: ok: unknown field "similarty"`,
		`{"answers": [{"call": "relevance", "ok": []}, {"call": "cosine_similarity","ok":[]}]}`: `script: answer 2: cosine_similarity: ok: cannot unmarshal array into Go value of type float64`,
	} {
		s, err := abitest.Decode([]byte(data))
		if err == nil {
			_, err = abitest.New(s)
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
		active, err := host.GetActiveSkills(abi.KindsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		ages := map[string]int{}
		for _, item := range active {
			ages[item.ID] = item.PromptsSinceRelevant
		}
		return ages
	}
	for i, step := range []struct {
		context  abi.Context
		decision abi.Decision
		want     map[string]int
	}{
		{prompt, abi.Decision{Activate: []abi.Entry{{SkillID: "a"}}}, map[string]int{"b": 3, "a": 0}},
		{prompt, abi.Decision{Activate: []abi.Entry{{SkillID: "b"}}}, map[string]int{"b": 0, "a": 1}},
		{abi.Context{HookEvent: abi.EventStop}, abi.Decision{Deactivate: []abi.Entry{{SkillID: "b"}}}, map[string]int{"a": 1}},
	} {
		host.Apply(step.context, step.decision)
		if diff := cmp.Diff(step.want, ages()); diff != "" {
			t.Errorf("step %d (-want +got):\n%s", i+1, diff)
		}
	}
}

// Ensure that a script can answer a single call otherwise, by its request, with a
// reply or an error; that an id is enough for an item; and that all other calls
// stay the host's.
func TestAnswers(t *testing.T) {
	s, err := abitest.Decode([]byte(strings.TrimSuffix(script, "}") + `, "answers": [
		{"call": "search_skills", "request": {"query_text": "x", "limit": 2}, "ok": [{"skill": {"id": "c"}, "similarity": 0.1}]},
		{"call": "search_skills", "request": {"query_text": "x"}, "error": {"code": "unavailable", "message": "no index"}},
		{"call": "embed_text", "ok": [0, 1]},
		{"call": "evaluate_ruleset", "ok": []}]}`))
	if err != nil {
		t.Fatal(err)
	}
	host, err := abitest.New(s)
	if err != nil {
		t.Fatal(err)
	}
	for request, want := range map[string]string{
		`search_skills {"limit":2, "query_text":"x"}`:  `{"ok":[{"skill":{"id":"c","kind":"command","name":"c","description":"","path":"","keywords":[],"sticky":false},"similarity":0.1}]}`,
		`search_skills {"query_text":"x","limit":3}`:   `{"error":{"code":"unavailable","message":"no index"}}`,
		`search_skills {"query_text":"y","limit":2}`:   ``,
		`search_skills {"query_text":`:                 ``,
		`embed_text {"text":"whatever"}`:               `{"ok":"e4"}`,
		`evaluate_ruleset {"ruleset":"builtin/other"}`: `{"ok":[]}`,
		`get_session {}`:                               ``,
	} {
		call, request, _ := strings.Cut(request, " ")
		if got := string(host.Scripted(call, []byte(request))); got != want {
			t.Errorf("%s %s:\ngot  %s\nwant %s", call, request, got, want)
		}
	}
	if vector, err := host.GetVector(abi.EmbeddingRequest{Embedding: abi.Embedding{Ref: "e4"}}); err != nil || cmp.Diff(vector, []float32{0, 1}) != "" {
		t.Errorf("got %v, %v", vector, err)
	}
	if err := host.SetAnswers(nil); err != nil || host.Scripted("embed_text", []byte(`{}`)) != nil {
		t.Errorf("an answer outlived its event: %v", err)
	}
}
