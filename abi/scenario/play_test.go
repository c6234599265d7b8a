package scenario_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// best activates what a search finds and deactivates what three prompts left out.
func best(host *recorded.Host, context abi.Context) (scenario.Result, error) {
	var result scenario.Result
	ask := func(call, request string, reply any) error {
		result.Calls = append(result.Calls, call+" "+request)
		var answer abi.Reply
		err := json.Unmarshal(abi.Invoke(host, abi.DefaultBudgets(), call, []byte(request)), &answer)
		return errors.Join(err, json.Unmarshal(answer.OK, reply))
	}
	if !scenario.DeactivateOnly(context) {
		var found []abi.Candidate
		if err := ask("search", `{"text":"`+context.UserPrompt+`","limit":3}`, &found); err != nil {
			return result, err
		}
		for _, candidate := range found {
			entry := abi.Entry{Ref: abi.Skill(candidate.Item.Ref.ID), Reason: "it fits", Score: &candidate.Similarity}
			result.Decision.Activate = append(result.Decision.Activate, entry)
		}
		result.Log = append(result.Log, "info found it")
	}
	var active []abi.Active
	if err := ask("active", "{}", &active); err != nil {
		return result, err
	}
	for _, item := range active {
		again := slices.ContainsFunc(result.Decision.Activate, func(e abi.Entry) bool { return e.Ref.ID == item.Ref.ID })
		if item.PromptsSinceRelevant >= 3 && !again {
			result.Decision.Deactivate = append(result.Decision.Deactivate, abi.Entry{Ref: abi.Skill(item.Ref.ID), Reason: "unused"})
		}
	}
	return result, nil
}

const session = `why: it shows
items: [ { ref: skill:a }, { ref: skill:b }, { ref: command:a } ]
messages: [ { role: user, content: one, embedding: [1, 0] } ]
active: [ { ref: skill:a, prompts_since_relevant: 3 }, { ref: skill:b, prompts_since_relevant: 2 } ]
context: { user_prompt: one }
search: { skill:a: 0.9 }
expect:
  activate: [ { ref: skill:a, reason: fits, score: 0.9 } ]
  log: [info found]
  asked: ['search { "limit": 3, "text": "one" }']
  active: [skill:a, skill:b]
then:
  - { context: { hook_event: turn_ended }, search: { skill:b: 1 }, expect: { deactivate: [ { ref: skill:b, reason: unused } ], active: [skill:a] } }
  - { context: { user_prompt: two }, expect: { active: [skill:a] } }
`

// Ensure that each event finds the state that the one before left, and that a
// scenario can be played again.
func TestPlay(t *testing.T) {
	s, err := scenario.Decode([]byte(session))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for _, failure := range scenario.Play(s, best) {
			t.Error(failure)
		}
		if got := s.Messages[0].Embedding; len(got.Values) != 2 {
			t.Errorf("its message has lost its vector: %+v", got)
		}
	}
}

// Ensure that each part of an expectation can fail, and says what was found.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     []scenario.Failure
	}{
		{"reason: fits", "reason: suits", []scenario.Failure{{Event: 1, What: "activate skill:a: reason", Want: "suits", Got: "it fits"}}},
		{"score: 0.9 ", "score: 0.8999 ", []scenario.Failure{{Event: 1, What: "activate skill:a: score", Want: "0.8999", Got: "0.9000"}}},
		{"ref: skill:a, r", "ref: skill:b, r", []scenario.Failure{{Event: 1, What: "activate", Want: "skill:b", Got: "skill:a"}}},
		{"ref: skill:a, r", "ref: command:a, r", []scenario.Failure{{Event: 1, What: "activate", Want: "command:a", Got: "skill:a"}}},
		{"info found", "warn found", []scenario.Failure{{Event: 1, What: "log", Want: "warn found", Got: "info found it"}}},
		{"[ { ref: skill:b, reason: unused } ]", "[]", []scenario.Failure{{Event: 2, What: "deactivate", Got: "skill:b"}}},
		{"expect: { active: [skill:a] }", "expect: { active: [] }", []scenario.Failure{{Event: 3, What: "active", Got: "skill:a"}}},
		{"expect: { active: [skill:a] }", "expect: { fault: 'limit: x', warnings: [y] }", []scenario.Failure{
			{Event: 3, What: "fault", Want: "limit: x"}, {Event: 3, What: "warnings", Want: "y"},
		}},
		{`"limit": 3`, `"limit": 4`, []scenario.Failure{{
			Event: 1, What: "asked", Want: `search {"limit":4,"text":"one"}`,
			Got: "search {\"limit\":3,\"text\":\"one\"}\n       active {}",
		}}},
	} {
		text := strings.Replace(session, c.from, c.to, 1)
		s, err := scenario.Decode([]byte(text))
		if err != nil || text == session {
			t.Fatalf("%s: %v", c.to, err)
		}
		if diff := cmp.Diff(c.want, scenario.Play(s, best)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.to, diff)
		}
	}
}

// Ensure that an error is a failure unless it is the expected one, and that
// nothing is played after it.
func TestFault(t *testing.T) {
	fails := func(*recorded.Host, abi.Context) (scenario.Result, error) {
		return scenario.Result{}, &abi.Fault{Code: abi.Internal, Message: "no idea"}
	}
	for expect, want := range map[string][]scenario.Failure{
		"{}":                  {{Event: 1, What: "fault", Got: "internal: no idea"}},
		"{ fault: an idea }":  {{Event: 1, What: "fault", Want: "an idea", Got: "internal: no idea"}, {Event: 2, What: "fault", Got: "internal: no idea"}},
		"{ fault: internal }": {{Event: 2, What: "fault", Got: "internal: no idea"}},
	} {
		s, err := scenario.Decode([]byte("why: x\nexpect: " + expect + "\nthen: [ {}, {} ]"))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, scenario.Play(s, fails)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", expect, diff)
		}
	}
}

// Ensure that a context is completed: one session, a message and a minute later
// each time, and what the scenario says itself is kept.
func TestContexts(t *testing.T) {
	s, err := scenario.Decode([]byte(`why: x
session: { workspace_path: /w }
then: [ { context: { hook_event: turn_ended, sequence: 7, now: "2030-01-01T00:00:00Z", workspace_path: /x } } ]`))
	if err != nil {
		t.Fatal(err)
	}
	var got []abi.Context
	scenario.Play(s, func(host *recorded.Host, context abi.Context) (scenario.Result, error) {
		got = append(got, context)
		session, err := host.Session(abi.EmptyRequest{})
		if want := (abi.Session{SessionID: "session", WorkspacePath: "/w"}); err != nil || session != want {
			t.Errorf("got %v, %v, want %v", session, err, want)
		}
		return scenario.Result{}, nil
	})
	want := []abi.Context{
		{ABI: abi.Version, SessionID: "session", WorkspacePath: "/w", HookEvent: "prompt", Now: "2026-01-02T03:04:00Z", Sequence: 100},
		{ABI: abi.Version, SessionID: "session", WorkspacePath: "/x", HookEvent: "turn_ended", Now: "2030-01-01T00:00:00Z", Sequence: 7},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
