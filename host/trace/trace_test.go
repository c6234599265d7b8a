package trace_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/trace"
)

// Ensure that a trace, written and read, gives the same decision byte for byte
// without the host that it was recorded with.
func TestReplay(t *testing.T) {
	e, ruleset, recorded := record(t)
	encoded, err := trace.Encode(recorded)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := trace.Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"ref":"skill:forms"`, "topic changed to forms", "dice say"} {
		if !strings.Contains(string(recorded.Decision), part) {
			t.Errorf("the recorded decision shows too little: %s has no %s", recorded.Decision, part)
		}
	}
	outcome, err := e.Replay(ruleset, stored, abi.DefaultBudgets(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if outcome.Fault != nil || !bytes.Equal(outcome.Trace.Decision, recorded.Decision) {
		t.Errorf("fault %v\ngot  %s\nwant %s", outcome.Fault, outcome.Trace.Decision, recorded.Decision)
	}
	ignored := cmpopts.IgnoreFields(trace.Trace{}, "Params", "Kinds", "MS")
	nested := cmpopts.IgnoreSliceElements(func(c trace.Call) bool { return c.By != "" })
	times := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".MS" }, cmp.Ignore())
	if diff := cmp.Diff(stored, outcome.Trace, ignored, nested, times, cmpopts.IgnoreUnexported(trace.Trace{})); diff != "" {
		t.Errorf("traces (-recorded +replayed):\n%s", diff)
	}
}

// Ensure that a trace holds what its reader asks for: parameters with their
// origin, who made a call, log lines, times, warnings.
func TestTraceTells(t *testing.T) {
	_, ruleset, got := record(t)
	if got.ABI != abi.Version || got.Ruleset != "builtin/probe" || got.Hash != ruleset.Hash || got.Seed == 0 {
		t.Errorf("identity is %d %s %s %d", got.ABI, got.Ruleset, got.Hash, got.Seed)
	}
	wantParam := trace.Param{Name: "max_active_skills", Value: 2.0, From: "configuration"}
	params := map[string]trace.Param{}
	for _, param := range got.Params {
		params[param.Name] = param
	}
	if diff := cmp.Diff(wantParam, params["max_active_skills"]); diff != "" {
		t.Error(diff)
	}
	if params["keyword_boost"].From != "caller" {
		t.Errorf("keyword_boost is from %q", params["keyword_boost"].From)
	}
	callers := map[string]bool{}
	for _, call := range got.Calls {
		callers[call.By+" "+call.Call] = true
		if call.MS <= 0 {
			t.Errorf("%s took %v ms", call.Call, call.MS)
		}
	}
	for _, want := range []string{" search", " evaluate", "builtin/default similarities"} {
		if !callers[want] {
			t.Errorf("%q is not recorded in %v", want, callers)
		}
	}
	if len(got.Log) == 0 || got.Log[0].Message != "<looking>" || len(got.Warnings) != 1 || len(got.Answers) != 2 {
		t.Errorf("log %v, warnings %q, %d answers", got.Log, got.Warnings, len(got.Answers))
	}
}

// Ensure that a changed ruleset asking for more than was recorded is told so,
// and that nothing is made up for it.
func TestReplayOfAnotherRuleset(t *testing.T) {
	e, ruleset, recorded := record(t)
	recorded.Calls = recorded.Calls[:2]
	outcome, err := e.Replay(ruleset, recorded, abi.DefaultBudgets(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if outcome.Fault == nil || !strings.Contains(outcome.Fault.Message, "the trace has no answer to ") {
		t.Errorf("got %v", outcome.Fault)
	}
}

// Ensure that the order of a request's fields does not matter, that equal
// requests get their replies in order, and what is missing is listed.
func TestHost(t *testing.T) {
	var recorded trace.Trace
	recorded.AddCall("", "relevance", []byte(`{"text":"x","refs":["skill:a"]}`), []byte(`{"ok":1}`), 0, 0)
	recorded.AddCall("", "relevance", []byte(`{"text":"x","refs":["skill:a"]}`), []byte(`{"ok":2}`), 0, 0)
	recorded.AddCall("builtin/other", "param", []byte(`{"name":"x"}`), []byte(`{"ok":3}`), 0, 0)
	host := trace.NewHost(recorded)
	var got []string
	for range 3 {
		got = append(got, string(host.Invoke("relevance", []byte(`{"refs":["skill:a"], "text":"x"}`))))
	}
	got = append(got, string(host.Invoke("log", []byte(`{}`))), string(host.Invoke("param", []byte(`{"name":"x"}`))))
	want := []string{`{"ok":1}`, `{"ok":2}`, `{"ok":2}`, `{"ok":null}`, `{"error":{"code":"not_found","message":"the trace has no answer to param {\"name\":\"x\"}"}}`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{`param {"name":"x"}`}, host.Missing); diff != "" {
		t.Errorf("missing (-want +got):\n%s", diff)
	}
}

// Ensure that a trace does not grow without end, and that what was cut is not
// replayed as if it were whole.
func TestTraceCap(t *testing.T) {
	e, ruleset, recorded := record(t)
	long, err := json.Marshal(map[string]string{"ok": strings.Repeat("x", trace.CallBytesMax)})
	if err != nil {
		t.Fatal(err)
	}
	before := len(recorded.Calls)
	recorded.AddCall("", "items", []byte(`{}`), long, 1, 0)
	recorded.AddCall("", "session", []byte(`{}`), []byte(`{"ok":{}}`), 1, 0)
	if !recorded.Incomplete || recorded.Calls[before].Reply != nil || recorded.Calls[before+1].Reply != nil {
		t.Errorf("incomplete is %v, the long reply has %d bytes", recorded.Incomplete, len(recorded.Calls[before].Reply))
	}
	if _, err := e.Replay(ruleset, recorded, abi.DefaultBudgets(), nil); err == nil || !strings.Contains(err.Error(), "incomplete") {
		t.Errorf("got %v", err)
	}
	if _, err := trace.Encode(recorded); err != nil {
		t.Error(err)
	}
}

// Ensure that bytes of a guest that are no JSON do not break the trace.
func TestRaw(t *testing.T) {
	for _, data := range []string{`{"a":1}`, "not \xff JSON", ""} {
		if raw := trace.Raw([]byte(data)); !json.Valid(raw) {
			t.Errorf("%q became %s", data, raw)
		}
	}
}

// FuzzDecode holds that any trace that can be read can be written again.
func FuzzDecode(f *testing.F) {
	_, _, recorded := record(f)
	encoded, err := trace.Encode(recorded)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(encoded)
	f.Add([]byte(`{"abi":2,"seed":"18446744073709551615","calls":["call", "x"]}`))
	f.Add([]byte(`{"abi":2}`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, data []byte) {
		decoded, err := trace.Decode(data)
		if err != nil {
			return
		}
		if _, err := trace.Encode(decoded); err != nil {
			t.Error(err)
		}
		trace.NewHost(decoded).Invoke("search", data)
	})
}

// Ensure that replies make room for requests, however short each is, the last first; and that
// a request longer than the room for all takes none from the others.
func TestRepliesMakeRoom(t *testing.T) {
	var cut trace.Trace
	request, reply := []byte(`{"a":"`+strings.Repeat("q", 800)+`"}`), []byte(`{"ok":"`+strings.Repeat("r", 800)+`"}`)
	huge := []byte(`"` + strings.Repeat("q", trace.CallBytesMax) + `"`)
	for range 600 {
		cut.AddCall("", "search", request, reply, 0, 0)
	}
	if cut.RequestsCut() {
		t.Error("requests are cut, which fit alone")
	}
	cut.AddCall("", "search", huge, reply, 0, 0)
	cut.AddCall("", "search", request, reply, 0, 0)
	replies, total := 0, 0
	for i, call := range cut.Calls {
		total += len(call.Request) + len(call.Reply)
		if string(call.Request) != string(request) && i != 600 {
			t.Fatalf("request %d is %.20s", i, call.Request)
		}
		if call.Reply != nil {
			if replies != i {
				t.Fatalf("reply %d is kept, and %d before it", i, replies)
			}
			replies++
		}
	}
	if !cut.Incomplete || !cut.RequestsCut() || string(cut.Calls[600].Request) != "{}" || replies < 30 || total > trace.CallBytesMax {
		t.Errorf("incomplete is %v, cut %v, %.20s, %d replies, %d bytes", cut.Incomplete, cut.RequestsCut(), cut.Calls[600].Request, replies, total)
	}
}
