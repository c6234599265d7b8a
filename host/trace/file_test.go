package trace_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/trace"
)

// recordedFile is a decision as `trace export` writes it.
func recordedFile(t testing.TB) trace.File {
	t.Helper()
	_, ruleset, recorded := record(t)
	return trace.File{
		Format: trace.FileFormat, Version: "0.1.0", Budgets: abi.DefaultBudgets(), Trace: recorded, Ruleset: engine.Bundle(ruleset),
		Made: trace.Made{ID: 7, At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Answer: recorded.Decision, Told: []abi.Ref{abi.Skill("forms")}, Dropped: []trace.Note{}, StepsMS: map[string]float64{"ruleset": 1.5}},
	}
}

func encodeFile(t testing.TB, f trace.File) []byte {
	t.Helper()
	data, err := trace.EncodeFile(f)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Ensure that a trace file holds all that it takes to decide again elsewhere:
// ruleset, parameters, answers, budgets.
func TestFile(t *testing.T) {
	f := recordedFile(t)
	data := encodeFile(t, f)
	got, err := trace.DecodeFile(data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(f, got, cmpopts.IgnoreUnexported(trace.Trace{})); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
	ruleset, err := engine.Unbundle(got.Ruleset)
	if err != nil {
		t.Fatal(err)
	}
	e, _, _ := record(t)
	outcome, err := e.Replay(ruleset, got.Trace, got.Budgets, nil)
	if err != nil || !bytes.Equal(outcome.Trace.Decision, f.Trace.Decision) {
		t.Errorf("got %s, %v\nwant %s", outcome.Trace.Decision, err, f.Trace.Decision)
	}
	if diff := trace.DiffRun(f.Trace, outcome.Trace); diff != nil {
		t.Errorf("differences %+v", diff)
	}
}

// Ensure that of a redacted file every text but those of the bundles is redacted, and that
// nothing else of it changes.
func TestFileRedacted(t *testing.T) {
	f := recordedFile(t)
	f.Made.Said = "say hunter2 <now>"
	f.Trace.Calls = append(f.Trace.Calls, trace.Call{Call: "log", Request: json.RawMessage(`{"message":"a \u003c \"hunter2\"","level":1.50}`), Reply: json.RawMessage(`{"ok":["hunter2","b"]}`)})
	f.Failed = []trace.Failure{{Trace: f.Trace, Ruleset: json.RawMessage(`"hunter2"`)}}
	redact := func(text string) string { return strings.ReplaceAll(text, "hunter2", "<gone>") }
	got, err := f.Redacted(redact)
	if err != nil {
		t.Fatal(err)
	}
	want := recordedFile(t)
	want.Made.Said = "say <gone> <now>"
	want.Trace.Calls = append(want.Trace.Calls, trace.Call{Call: "log", Request: json.RawMessage(`{"message":"a < \"<gone>\"","level":1.50}`), Reply: json.RawMessage(`{"ok":["<gone>","b"]}`)})
	want.Failed = []trace.Failure{{Trace: want.Trace, Ruleset: json.RawMessage(`"hunter2"`)}}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(trace.Trace{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !strings.Contains(string(f.Failed[0].Trace.Calls[len(f.Trace.Calls)-1].Reply), "hunter2") {
		t.Error("the file that was redacted has changed itself")
	}
}

// Ensure that a file that is no trace file, of another version, damaged or too
// large is refused with what to do, and nothing in it is guessed.
func TestFileSlips(t *testing.T) {
	whole := string(encodeFile(t, recordedFile(t)))
	changed := func(from, to string) string {
		if !strings.Contains(whole, from) {
			t.Fatalf("the file has no %s", from)
		}
		return strings.Replace(whole, from, to, 1)
	}
	for name, c := range map[string]struct{ data, want string }{
		"empty":         {"", "unexpected end of JSON input"},
		"no trace file": {`{"a":1}`, "impressionism trace export"},
		"later":         {changed(`"impressionism_trace":1`, `"impressionism_trace":2`), "format 2; this program reads 1"},
		"unknown field": {changed(`"version":`, `"vrsion":`), `unknown field "vrsion"`},
		"deep field":    {changed(`"seed":`, `"sead":`), `unknown field "sead"`},
		"two values":    {whole + "{}", "after top-level value"},
		"cut off":       {whole[:len(whole)/2], "unexpected end"},
		"abi":           {changed(`"trace":{"abi":2`, `"trace":{"abi":99`), "abi 99 is not served"},
		"no ruleset":    {changed(`"ruleset":"builtin/probe","hash"`, `"ruleset":"","hash"`), "names no ruleset"},
		"decision":      {changed(`"decision":{"activate":[`, `"decision":{"activate":[1,`), "its decision: "},
		"reply":         {changed(`"reply":{"ok":`, `"reply":{"error":1,"ok":`), "the reply to call 1"},
		"large":         {strings.Repeat(" ", trace.FileBytesMax+1), "are more than"},
	} {
		if _, err := trace.DecodeFile([]byte(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
}

// Ensure that a file holds what failed before the decision, with its rulesets, and
// that failures are read as strictly, and where nobody answered, alone.
func TestFileFailures(t *testing.T) {
	f := recordedFile(t)
	failure := trace.Failure{Trace: f.Trace, Ruleset: f.Ruleset}
	for name, c := range map[string]struct {
		change func(*trace.File)
		want   string
	}{
		"beside an answer":     {func(f *trace.File) { f.Failed = []trace.Failure{failure, failure} }, ""},
		"alone":                {func(f *trace.File) { f.Failed, f.Trace = []trace.Failure{failure}, trace.Trace{} }, ""},
		"neither":              {func(f *trace.File) { f.Trace = trace.Trace{} }, "abi 0"},
		"without its decision": {func(f *trace.File) { f.Failed = []trace.Failure{failure, {Trace: trace.Trace{ABI: abi.Version}}} }, "failure 2: its trace names no ruleset"},
		"many":                 {func(f *trace.File) { f.Failed = make([]trace.Failure, 18) }, "at most 17"},
	} {
		file := f
		c.change(&file)
		data := encodeFile(t, file)
		got, err := trace.DecodeFile(data)
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: got %v", name, err)
			}
			continue
		}
		if err != nil || len(got.Failed) != len(file.Failed) || !bytes.Equal(got.Failed[0].Ruleset, f.Ruleset) {
			t.Fatalf("%s: %d failures, %v", name, len(got.Failed), err)
		}
		if of := got.Of(got.Failed[0]); of.Trace.Ruleset != f.Trace.Ruleset || of.Failed != nil {
			t.Errorf("%s: as a decision it is of %s", name, of.Trace.Ruleset)
		}
	}
}

// Ensure that a file holds what further rulesets decided, each with its own, and that
// they are read as strictly.
func TestFileAlso(t *testing.T) {
	f := recordedFile(t)
	nested := f.Trace
	nested.Also = []trace.Trace{f.Trace}
	for name, c := range map[string]struct {
		also []trace.Trace
		want string
	}{
		"two":     {[]trace.Trace{f.Trace, f.Trace}, ""},
		"many":    {make([]trace.Trace, 8), "at most 7"},
		"no abi":  {[]trace.Trace{f.Trace, {}}, "ruleset 3: abi 0"},
		"in each": {[]trace.Trace{nested}, "ruleset 2: it has further rulesets itself"},
	} {
		file := f
		file.Trace.Also, file.Also = c.also, []json.RawMessage{nil, f.Ruleset}
		got, err := trace.DecodeFile(encodeFile(t, file))
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: got %v", name, err)
			}
			continue
		}
		parts := got.Parts()
		if err != nil || len(parts) != 3 || parts[1].Ruleset != nil || !bytes.Equal(parts[2].Ruleset, f.Ruleset) || parts[0].Trace.Also != nil {
			t.Errorf("%s: %v, %d parts", name, err, len(parts))
		}
	}
}

// Ensure that a stranger's file gets budgets within ten times the defaults, and
// one without any the defaults.
func TestFileBudgets(t *testing.T) {
	f := recordedFile(t)
	f.Budgets = abi.Budgets{Fuel: 1 << 60, MemoryBytes: -1, HostCalls: 1 << 40, Depth: 1000, LogLines: 5}
	got, err := trace.DecodeFile(encodeFile(t, f))
	if err != nil {
		t.Fatal(err)
	}
	want := abi.DefaultBudgets()
	want.Fuel, want.HostCalls, want.LogLines = 10*want.Fuel, 10*want.HostCalls, 5
	if diff := cmp.Diff(want, got.Budgets); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Ensure that no file, however broken, ends the reader, that what it accepts is
// written again as it was read, and that it can be compared and answered from.
func FuzzDecodeFile(f *testing.F) {
	file := recordedFile(f)
	file.Ruleset, file.Trace.Calls = []byte(`{"id":"a/b"}`), file.Trace.Calls[:2] // a small one is changed in more ways
	f.Add(encodeFile(f, file))
	f.Add(encodeFile(f, trace.File{Failed: []trace.Failure{{Trace: file.Trace, Ruleset: file.Ruleset}}}))
	f.Add([]byte(`{"impressionism_trace":1,"trace":{"abi":2,"ruleset":"a/b","seed":"1","context":{"hook_event":"turn_ended"},"calls":["call", "log", "request", "\u0000", "reply", "ok"],"decision":{"activate":null}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := trace.DecodeFile(data)
		if err != nil {
			return
		}
		written := encodeFile(t, first)
		second, err := trace.DecodeFile(written)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, written)
		}
		if diff := trace.Diff(first.Trace, second.Trace); diff != nil {
			t.Errorf("differences %+v", diff)
		}
		host := trace.NewHost(first.Trace)
		for _, call := range first.Trace.Calls {
			host.Invoke(call.Call, call.Request)
		}
	})
}
