package trace_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/trace"
)

// Ensure that what a manifest or a budget forbade the recorded ruleset is no
// answer to another one, and what nobody can know is missing.
func TestArchiveKnows(t *testing.T) {
	host := scripted(t, nil)
	record := recordOf(host, question{"search", `{"text":"query","limit":2}`}, question{"relevance", `{"text":"query","refs":["skill:gone"]}`})
	record.AddCall("", "session", []byte(`{}`), abi.EncodeFault(&abi.Fault{Code: abi.NotAllowed, Message: "not among the calls"}), 0, 0)
	record.AddCall("", "vector", []byte(`{"embedding":"e1"}`), nil, 0, 0) // left out of an incomplete trace
	record.Unknown = []abi.Ref{abi.Skill("made-up")}
	record.Answers = []trace.Answer{{Function: abi.Activation, Answer: json.RawMessage(`[{"ref":"skill:made-up","reason":"r"}]`)}}
	record.Decision = json.RawMessage(`{"activate":[],"deactivate":[{"ref":"skill:d","reason":"r"}]}`)
	missed := 0
	archive := trace.Archive(record, results, "")
	archive.OnMissing = func() { missed++ }
	for _, c := range []struct {
		kind, id    string
		has, missed bool
	}{
		{"command", "a", true, false},      // found by the search
		{"skill", "d", true, false},        // believed of the recorded answer
		{"skill", "made-up", false, false}, // not believed
		{"skill", "gone", false, false},    // asked about by its id
		{"skill", "e", false, true},
		{"skill", "a", false, true}, // of another kind
	} {
		before := missed
		if has := archive.Known(abi.Ref{Kind: c.kind, ID: c.id}); has != c.has || (missed > before) != c.missed {
			t.Errorf("%s %s: %v, missing %v", c.kind, c.id, has, archive.Missing)
		}
	}
	for _, q := range []question{{"session", `{}`}, {"vector", `{"embedding":"e1"}`}} {
		before := missed
		if ask(archive, q); missed == before {
			t.Errorf("%s was answered", q)
		}
	}
	if got := string(ask(trace.Archive(record, results, "2026-05-05T05:05:05Z"), question{"session", `{}`})); !strings.Contains(got, `"/w","started_at":"2026-05-05`) {
		t.Errorf("the session is %s", got)
	}
	whole := trace.Archive(recordOf(host, question{"items", `{"limit":50}`}), results, "")
	if whole.Known(abi.Skill("e")) != true || whole.Known(abi.Skill("nowhere")) || len(whole.Missing) > 0 {
		t.Errorf("the whole catalog is recorded; missing %v", whole.Missing)
	}
	for _, request := range []string{`{"limit":2}`, `{"limit":50,"kinds":["skill"]}`, `{"offset":4,"limit":50}`} {
		part := trace.Archive(recordOf(host, question{"items", request}), results, "")
		if part.Known(abi.Ref{Kind: "command", ID: "nowhere"}); len(part.Missing) != 1 {
			t.Errorf("%s is taken for the whole catalog", request)
		}
	}
}

// Ensure that a trace from anybody makes no archive that fails.
func FuzzArchive(f *testing.F) {
	host := scripted(f, nil)
	for _, q := range grid() {
		f.Add(q.call, []byte(q.request), ask(host, q), q.request)
	}
	f.Add("items", []byte(`{"offset":9223372036854775807,"limit":-1}`), []byte(`{"ok":{"items":[{"ref":"skill:a"}],"truncated":true}}`), `{"offset":9223372036854775807,"limit":9223372036854775807}`)
	f.Fuzz(func(_ *testing.T, call string, request, reply []byte, asked string) {
		t := trace.Trace{ABI: abi.Version}
		t.AddCall("", call, request, reply, 0, 0)
		archive := trace.Archive(t, results, "")
		for _, known := range abi.Calls {
			ask(archive, question{known.Name, asked})
		}
		archive.Known(abi.Skill(asked))
	})
}
