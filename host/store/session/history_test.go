package session

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
)

func score(x float64) *float64 { return &x }

var fullDecision = Decision{
	Event: abi.EventPrompt, At: began, RulesetID: "builtin/default", RulesetHash: "abc", InputsHash: "def",
	Answer: json.RawMessage(`{"activate":[{"ref":"skill:db"}],"deactivate":[]}`), Scores: json.RawMessage(`{"db":{"bm25":3.5}}`),
	Said: "These skills may help:\n- /db", Dropped: []Dropped{{abi.Skill("api"), "over 400 characters"}},
	Tier: TierLexical, Durations: map[string]int64{"index": 1200, "ruleset": 800},
	Fault: &abi.Fault{Code: abi.Limit, Message: "fuel: spent"},
}

func decide(t testing.TB, store *Store, change Change, decision Decision) int64 {
	t.Helper()
	recorded := mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "s", Workspace: "/w", Prompt: "x"})
	id, err := store.Apply("s", recorded.Sequence, change, decision)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// Ensure `why` finds everything that a decision rested on, as it was given,
// and what is active knows its decision.
func TestDecisionComesBack(t *testing.T) {
	store := openTest(t)
	change := Change{Activate: []abi.Entry{{Ref: abi.Skill("db"), Reason: "similarity=0.80", Score: score(0.8)}}, Told: asTold([]string{"db"}), Neutral: true}
	id := decide(t, store, change, fullDecision)
	plain := Decision{Event: abi.EventTurnEnded, At: began, Answer: json.RawMessage(`{}`)}
	second := decide(t, store, Change{}, plain)
	got, err := store.Decisions("s", 5)
	if err != nil {
		t.Fatal(err)
	}
	plain.Dropped = []Dropped{}
	want := []Made{
		{ID: second, SessionID: "s", Workspace: "/w", Sequence: 2, Prompt: 2, Told: []abi.Ref{}, Decision: plain},
		{ID: id, SessionID: "s", Workspace: "/w", Sequence: 1, Prompt: 1, Neutral: true, Told: []abi.Ref{abi.Skill("db")}, Decision: fullDecision},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("decisions (-want +got):\n%s", diff)
	}
	active, err := store.Active("s")
	wantActive := []ActiveItem{{
		Ref: abi.Skill("db"), ActivatedAt: began, Reason: "similarity=0.80", Score: score(0.8),
		Ruleset: "builtin/default", DecisionID: id, PromptsSinceRelevant: 1, Told: Telling{Count: 1, Sequence: 1, Prompt: 1},
	}}
	if diff := cmp.Diff(wantActive, active); err != nil || diff != "" {
		t.Errorf("active %v (-want +got):\n%s", err, diff)
	}
	if others, err := store.Decisions("other", 5); err != nil || len(others) != 0 {
		t.Errorf("another session's: got %v, %v", others, err)
	}
	if all, err := store.Decisions("", 1); err != nil || len(all) != 1 || all[0].ID != second {
		t.Errorf("newest of all: got %v, %v", all, err)
	}
}

// Ensure a decision that fails half way leaves nothing behind: no row, no item,
// no aged prompt.
func TestApplyIsOneTransaction(t *testing.T) {
	store := openTest(t)
	decide(t, store, Change{Activate: entries([]string{"db"})}, Decision{At: began})
	if _, err := store.db.Exec(`CREATE TRIGGER fail BEFORE INSERT ON suggestions BEGIN SELECT raise(ABORT, 'no'); END`); err != nil {
		t.Fatal(err)
	}
	recorded := mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "s"})
	change := Change{Activate: entries([]string{"api"}), Deactivate: entries([]string{"db"}), Told: asTold([]string{"api"})}
	if _, err := store.Apply("s", recorded.Sequence, change, Decision{At: began}); err == nil {
		t.Fatal("the failure was not told")
	}
	active, err := store.Active("s")
	if err != nil || len(active) != 1 || active[0].Ref.ID != "db" || active[0].PromptsSinceRelevant != 0 {
		t.Errorf("active: got %+v, %v", active, err)
	}
	if size, err := store.Size(); err != nil || size.Decisions != 1 {
		t.Errorf("decisions: got %+v, %v", size, err)
	}
}

// Ensure an oversized decision is refused by name, not cut.
func TestApplyLimit(t *testing.T) {
	store := openTest(t)
	recorded := mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "s"})
	if _, err := store.Apply("s", recorded.Sequence, Change{}, Decision{Answer: make([]byte, DecisionBytesMax+1)}); err == nil {
		t.Error("it was taken")
	}
}

// Ensure traces come back byte for byte, only the newest 50 are kept, and one
// that does not compress below the limit is refused.
func TestTraces(t *testing.T) {
	store := openTest(t)
	var ids []int64
	for i := range TracesKeptDefault + 3 {
		id := decide(t, store, Change{}, Decision{At: began})
		if err := store.SaveTrace(id, fmt.Appendf(nil, `{"trace":%d}`, i), nil, TracesKeptDefault); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	for i, id := range ids {
		got, err := store.Trace(id)
		if i < 3 {
			if !errors.Is(err, ErrNoTrace) {
				t.Errorf("trace %d: got %q, %v, want it gone", i, got, err)
			}
		} else if want := fmt.Sprintf(`{"trace":%d}`, i); err != nil || string(got) != want {
			t.Errorf("trace %d: got %q, %v", i, got, err)
		}
	}
	large := bytes.Repeat([]byte("compressible "), 1<<18)
	if err := store.SaveTrace(ids[9], large, nil, TracesKeptDefault); err != nil {
		t.Errorf("3 MB of the same: %v", err)
	}
	if got, err := store.Trace(ids[9]); err != nil || !bytes.Equal(got, large) {
		t.Errorf("a replaced trace: %d bytes, %v", len(got), err)
	}
	noise := make([]byte, TraceBytesMax+1000)
	_, _ = rand.Read(noise)
	if err := store.SaveTrace(ids[10], noise, nil, TracesKeptDefault); !errors.Is(err, ErrTraceTooLarge) {
		t.Errorf("noise: got %v", err)
	}
	made, err := store.Decisions("s", 1000)
	if err != nil || !made[0].HasTrace || made[len(made)-1].HasTrace {
		t.Errorf("HasTrace: %v", err)
	}
}

// Ensure that every trace is named, of more decisions than one query of a session returns.
func TestTraced(t *testing.T) {
	store := openTest(t)
	decide(t, store, Change{}, fullDecision) // has none
	var want []int64
	for range RowsMax + 1 {
		id := decide(t, store, Change{}, fullDecision)
		must(t, store.SaveTrace(id, []byte(`{}`), nil, 2*RowsMax))
		want = append(want, id)
	}
	if got, err := store.Traced(); err != nil || !slices.Equal(got, want) {
		t.Errorf("%d traces, want %d: %v", len(got), len(want), err)
	}
}

// Ensure stored bytes that are no trace are an error within bounds.
func FuzzInflate(f *testing.F) {
	good, err := deflate([]byte(`{"context":{}}`))
	if err != nil {
		f.Fatal(err)
	}
	bomb, err := deflate(make([]byte, 1<<20))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(bomb)
	f.Add([]byte("neither"))
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit = 64 << 10
		out, err := inflate(data, limit)
		if err != nil {
			return
		}
		if len(out) > limit {
			t.Errorf("%d bytes came out", len(out))
		}
		again, err := deflate(out)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := inflate(again, limit); err != nil || !bytes.Equal(back, out) {
			t.Errorf("round trip: %v", err)
		}
	})
}
