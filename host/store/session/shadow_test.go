package session

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// careful is a version that looks on.
var careful = Version{ID: "custom/careful", Hash: "h1"}

func lookOn(t *testing.T, store *Store, decisionID int64, version Version, verdict string) {
	t.Helper()
	must(t, store.SaveShadow(Shadow{
		DecisionID: decisionID, Ruleset: version, At: began, Verdict: verdict, Answer: []byte(`{"activate":[]}`), Reason: "fuel: spent", Fuel: 9, Micros: 1500,
	}))
}

func unshadowedIDs(t *testing.T, store *Store, session string, versions ...Version) (ids []string) {
	t.Helper()
	pending, err := store.Unshadowed(session, versions, 100)
	must(t, err)
	for _, one := range pending {
		if !one.StartedAt.Equal(began) {
			t.Errorf("decision %d: its session began %v", one.DecisionID, one.StartedAt)
		}
		ids = append(ids, fmt.Sprintf("%d/%d", one.DecisionID, one.Ruleset))
	}
	return ids
}

// Ensure a version is asked once about each decision that has a trace and was
// taken by somebody, oldest first, and another version again.
func TestUnshadowed(t *testing.T) {
	store := openTest(t)
	var ids []int64
	for i := range 4 {
		decision := fullDecision
		if i == 3 {
			decision.RulesetID = "" // nobody answered
		}
		id := decide(t, store, Change{}, decision)
		if i != 1 {
			must(t, store.SaveTrace(id, []byte(`{}`), nil, TracesKeptDefault))
		}
		ids = append(ids, id)
	}
	other := Version{ID: "custom/other", Hash: "h"}
	if got := unshadowedIDs(t, store, "s", careful, other); fmt.Sprint(got) != "[1/0 1/1 3/0 3/1]" {
		t.Errorf("at first: %v", got)
	}
	lookOn(t, store, ids[0], careful, "same")
	lookOn(t, store, ids[2], other, VerdictFault)
	if got := unshadowedIDs(t, store, "", careful, other); fmt.Sprint(got) != "[1/1 3/0]" {
		t.Errorf("then: %v", got)
	}
	if got := unshadowedIDs(t, store, "", Version{ID: careful.ID, Hash: "h2"}); fmt.Sprint(got) != "[1/0 3/0]" {
		t.Errorf("another version: %v", got)
	}
	if got := unshadowedIDs(t, store, "another session", careful); got != nil {
		t.Errorf("another session: %v", got)
	}
	if waiting, dropped, err := store.ShadowsLeft(careful); waiting != 1 || dropped != 1 || err != nil {
		t.Errorf("left: %d waiting, %d dropped, %v", waiting, dropped, err)
	}
}

// Ensure evaluations come back beside the decision that they are compared with,
// one for each decision, and failures are counted in a row.
func TestShadowed(t *testing.T) {
	store := openTest(t)
	id, next := decide(t, store, Change{}, fullDecision), decide(t, store, Change{}, fullDecision)
	lookOn(t, store, id, Version{ID: careful.ID, Hash: "h0"}, "less")
	lookOn(t, store, id, careful, "more")
	lookOn(t, store, next, careful, VerdictFault)
	lookOn(t, store, 99, careful, "same") // it was forgotten meanwhile
	got, err := store.Shadowed(careful.ID)
	must(t, err)
	want := []Shadowed{{
		Shadow: Shadow{
			DecisionID: next, Ruleset: careful, At: began, Verdict: VerdictFault, Answer: []byte(`{"activate":[]}`),
			Reason: "fuel: spent", Fuel: 9, Micros: 1500,
		},
		SessionID: "s", Prompt: "x", Made: Decided{Ruleset: Version{"builtin/default", "abc"}, Event: fullDecision.Event, Answer: fullDecision.Answer, Sequence: 2, Prompt: 2},
	}}
	want = append(want, want[0])
	want[1].DecisionID, want[1].Verdict = id, "more"
	want[1].Made.Sequence, want[1].Made.Prompt = 1, 1
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if n, err := store.ShadowFailures(careful, 3); n != 1 || err != nil {
		t.Errorf("failures in a row: %d, %v", n, err)
	}
	if asked, err := store.ShadowRulesets(); err != nil || !cmp.Equal(asked, []Version{careful}) {
		t.Errorf("asked: %v, %v", asked, err)
	}
	must(t, store.ForgetShadows(careful.ID, "another session"))
	if got, err := store.Shadowed(careful.ID); len(got) != len(want) || err != nil {
		t.Errorf("after forgetting those of another session: %v, %v", got, err)
	}
	must(t, store.ForgetShadows(careful.ID, want[0].SessionID))
	if got, err := store.Shadowed(careful.ID); len(got) > 0 || err != nil {
		t.Errorf("after forgetting: %v, %v", got, err)
	}
	if err := store.SaveShadow(Shadow{DecisionID: id, Ruleset: careful, Answer: make([]byte, shadowBytesMax+1)}); err == nil {
		t.Error("an answer without end was kept")
	}
}

// Ensure evaluations are bounded, and go with the decision that they are about.
func TestShadowsAreBounded(t *testing.T) {
	store := openTest(t)
	id, next := decide(t, store, Change{}, fullDecision), decide(t, store, Change{}, fullDecision)
	_, err := store.db.Exec(`
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
INSERT INTO shadows (decision_id, ruleset_id, ruleset_hash, evaluated_at, verdict, answer, reason, fuel, micros)
SELECT ?1, 'custom/' || i, 'h', 1, 'same', '{}', '', 0, 0 FROM n`, id, ShadowsKept)
	must(t, err)
	lookOn(t, store, next, careful, "same")
	rows := func() int {
		n, err := collect(store, "count", scanText, `SELECT count(*) || ' ' || min(ruleset_id = 'custom/careful') FROM shadows`)
		must(t, err)
		var count, only int
		_, err = fmt.Sscan(n[0], &count, &only)
		must(t, err)
		return count + only*1000000
	}
	if got := rows(); got != ShadowsKept {
		t.Errorf("%d are kept, want %d", got, ShadowsKept)
	}
	_, err = store.db.Exec(`DELETE FROM decisions WHERE id = ?`, id)
	must(t, err)
	if got := rows(); got != 1000001 {
		t.Errorf("%d are left, want the one of the other decision", got)
	}
}

// Ensure traces of failures are kept in order beside that of the decision, and go
// with it.
func TestFailedTraces(t *testing.T) {
	store := openTest(t)
	first, second := decide(t, store, Change{}, fullDecision), decide(t, store, Change{}, fullDecision)
	must(t, store.SaveTrace(first, []byte(`{}`), [][]byte{[]byte(`{"a":1}`), []byte(`{"a":2}`)}, 1))
	got, err := store.FailedTraces(first)
	if err != nil || fmt.Sprintf("%s", got) != `[{"a":1} {"a":2}]` {
		t.Errorf("got %s, %v", got, err)
	}
	must(t, store.SaveTrace(second, []byte(`{}`), nil, 1))
	if got, err := store.FailedTraces(first); len(got) > 0 || err != nil {
		t.Errorf("the trace is gone, its failures are not: %s, %v", got, err)
	}
	if _, err := store.Trace(first); !errors.Is(err, ErrNoTrace) {
		t.Errorf("got %v", err)
	}
}

// Ensure that all evaluations of a ruleset are read, the newest decision first and each once, by
// queries that follow an index and neither sort nor read a table whole.
func TestShadowedIsReadInParts(t *testing.T) {
	store := openTest(t)
	fillStore(t, store, 400)
	for _, id := range []string{"a", "b"} {
		if _, err := store.db.Exec(`INSERT INTO shadows (decision_id, ruleset_id, ruleset_hash, evaluated_at, verdict, answer, reason, fuel, micros)
SELECT id, ?, 'h', 1, 'less', '{}', '', 1, 1 FROM decisions WHERE id % 2 = 0`, id); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := store.Shadowed("a")
	if err != nil || len(rows) != 1200 || rows[0].DecisionID != 2400 || rows[0].Made.Sequence != 11 || rows[0].Made.Prompt != 6 || rows[0].Made.HasTrace {
		t.Fatalf("got %d, %v", len(rows), err)
	}
	for i, row := range rows {
		if row.Ruleset.ID != "a" || row.DecisionID != int64(2400-2*i) {
			t.Fatalf("number %d: got %+v", i, row)
		}
	}
	if plan := planOf(t, store, shadowed); strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "SCAN") {
		t.Error(plan)
	}
}
