package session

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
)

// fillStore stores so many sessions of an hour each, one after the other, with six prompts and a tool
// use after each; every second prompt has a suggestion of an item that 50 share. Sessions end,
// but for the last.
func fillStore(tb testing.TB, store *Store, sessions int) {
	tb.Helper()
	scores := `[` + strings.Repeat(`{"ref":"skill:other","similarity":0.41,"bm25":3.25,"fit":{"parts":{"meaning":11.02,"words":3.52},"odds":-1.25}},`, 12) +
		`{"ref":"skill:' || item || '","similarity":0.81}]`
	const all = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1),
p(i, k, at, id, session, item) AS (
  SELECT i, k.value, ?2 + i * 3600000 + k.value * 60000, i * 6 + k.value, 's' || i, 'item-' || ((i * 6 + k.value) % 50) FROM n, json_each('[1,2,3,4,5,6]') k) `
	for _, statement := range []string{
		`INSERT INTO sessions (session_id, workspace, started_at, last_active, ended_at, events, sequence, prompts)
SELECT 's' || i, '/w' || i % 20, ?2 + i * 3600000, ?2 + i * 3600000 + 1800000, iif(i + 1 < ?1, ?2 + i * 3600000 + 1800000, NULL), 14, 12, 6 FROM n`,
		`INSERT INTO messages (session_id, sequence, prompt, role, event_type, tool_name, content_preview, content_embedding, active_skills, logged_at)
SELECT session, 2 * k - 1, k, 'user', 'prompt', '', 'please look at number ' || i, randomblob(1536), '[]', at FROM p
UNION ALL SELECT session, 2 * k, k, 'tool', 'tool_used', 'Edit', printf('%.*c', 300, 'x'), NULL, '[]', at + 1000 FROM p`,
		`INSERT INTO decisions (id, session_id, sequence, prompt, event_type, decided_at, ruleset_id, ruleset_hash, inputs_hash, answer, scores, said, dropped, tier, neutral, durations)
SELECT id, session, 2 * k - 1, k, 'prompt', at, 'builtin/default', 'h', 'h', '{"activate":[],"deactivate":[]}', '` + scores + `', '', '[]',
  iif(id % 3, 'model', 'lexical'), id % 4 = 1, '{"record":900,"search":' || (4000 + id % 90000) || '}' FROM p`,
		`INSERT INTO suggestions (session_id, kind, item_id, decision_id, sequence, prompt, told_at, wording, chars, invoked_at, invoked_after, invoked_by)
SELECT session, 'skill', item, id, 2 * k - 1, k, at, 'firm-1', 120, iif(id % 4, NULL, at + 1000), iif(id % 4, NULL, id % 16 / 4 * 2), iif(id % 4, NULL, 'model') FROM p WHERE id % 2 = 0`,
	} {
		if _, err := store.db.Exec(all+statement, sessions, began.UnixMilli()); err != nil {
			tb.Fatal(err)
		}
	}
}

// Ensure a period of many sessions (10,000 with 60,000 prompts in a long run) is read whole, by
// queries that each read along keys and of few sessions: none holds a state of the database
// that cannot be cleaned up meanwhile. How long they take is printed.
func TestPeriodIsReadInShortQueries(t *testing.T) {
	store := openTest(t)
	sessions := 2000
	if os.Getenv("IMPRESSIONISM_SOAK") != "" {
		sessions = 10_000
	}
	fillStore(t, store, sessions)
	start := time.Now()
	p, err := store.Period(began)
	all := time.Since(start)
	want := Digest{Sessions: sessions, Prompts: 6 * sessions, Answered: 3 * sessions, Suggested: 3 * sessions, Invoked: sessions * 3 / 4, Late: sessions * 3 / 4, Ignored: 3*sessions/2 - 1}
	if got := p.Digest(); err != nil || got != want {
		t.Errorf("got %+v, want %+v, %v", got, want, err)
	}
	var longest time.Duration
	for first := 0; first < sessions; first += 5 * periodSessions {
		var ids []string
		for i := range periodSessions {
			ids = append(ids, fmt.Sprintf("s%d", first+i))
		}
		for _, read := range []func() error{
			func() error { _, err := store.asked(ids, 0); return err },
			func() error { _, err := store.judged(ids, 0, ofKindMax); return err },
		} {
			best := time.Duration(math.MaxInt64) // of three: the machine may do something else
			for range 3 {
				start := time.Now()
				if err := read(); err != nil {
					t.Fatal(err)
				}
				best = min(best, time.Since(start))
			}
			longest = max(longest, best)
		}
	}
	t.Logf("all %v, the longest query %v", all, longest)
	queries := 0
	must(t, store.sessionsSince(0, func(some []string, _ int64) (more bool, err error) {
		if queries++; len(some) > periodSessions {
			t.Errorf("a query is of %d sessions", len(some))
		}
		return true, nil
	}))
	if queries != sessions/periodSessions {
		t.Errorf("%d queries", queries)
	}
	for _, query := range []string{periodPrompts, judgedRows} {
		if plan := planOf(t, store, query); strings.Contains(plan, "SCAN m") || strings.Contains(plan, "SCAN d") || strings.Contains(plan, "SCAN g") || strings.Contains(plan, "SCAN s") {
			t.Errorf("a table is read whole:\n%s", plan)
		}
	}
}

// Ensure few sessions with many messages are read at a time, and one with more than that alone.
func TestLongSessionsAreReadFewAtATime(t *testing.T) {
	store := openTest(t)
	fillStore(t, store, 7)
	_, err := store.db.Exec("UPDATE sessions SET sequence = iif(session_id = 's2', ?1 + 1, ?1 / 2)", periodMessages)
	must(t, err)
	var pieces []string
	must(t, store.sessionsSince(0, func(some []string, _ int64) (more bool, err error) {
		pieces = append(pieces, strings.Join(some, " "))
		return true, nil
	}))
	if want := []string{"s6 s5", "s4 s3", "s2", "s1 s0"}; !slices.Equal(pieces, want) {
		t.Errorf("got %q, want %q", pieces, want)
	}
}

// numbered is how many arguments a query has.
func numbered(query string) (n int) {
	for strings.Contains(query, fmt.Sprintf("?%d", n+1)) {
		n++
	}
	return n
}

func planOf(t *testing.T, store *Store, query string) string {
	t.Helper()
	args := []any{"[]", 0, UsedPrompts, 1, 0, 0, 0}
	rows, err := store.db.Query("EXPLAIN QUERY PLAN "+query, args[:numbered(query)]...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&plan, detail)
	}
	return plan.String()
}

// Ensure a period says of each prompt what the session's own list says of it, with the tier and
// the time of its decision, and of each suggestion its similarity and the user's word.
func TestPeriodTellsOfPromptsAndSuggestions(t *testing.T) {
	store := openTest(t)
	ask := func(event abi.Event, change Change, d *Decision) {
		t.Helper()
		event.Name, event.SessionID, event.Workspace = abi.EventPrompt, "s", "/w"
		recorded := mustRecord(t, store, event)
		if d == nil {
			return
		}
		d.Event, d.At = abi.EventPrompt, began
		if d.Answer == nil {
			d.Answer = []byte(`{"activate":[]}`)
		}
		if _, err := store.Apply("s", recorded.Sequence, change, *d); err != nil {
			t.Fatal(err)
		}
	}
	db := []ToldItem{{Ref: abi.Skill("db"), Wording: "firm-1", Chars: 80}, {Ref: abi.Skill("odd"), Wording: "beside-1"}, {Ref: abi.Skill("unfound")}}
	ask(abi.Event{Prompt: "told"}, Change{Told: db}, &Decision{
		RulesetID: "r", Tier: TierModel, Durations: map[string]int64{"record": 400, "search": 31_000},
		Scores: []byte(`[7,{"ref":"skill:api","similarity":0.99},{"ref":"skill:db","similarity":0.87},{"ref":"skill:odd","similarity":"much"}]`),
	})
	ask(abi.Event{Prompt: "known"}, Change{}, &Decision{RulesetID: "r", Answer: []byte(`{"activate":[{"ref":"skill:db"}]}`)})
	ask(abi.Event{Prompt: "far"}, Change{}, &Decision{RulesetID: "r", Tier: TierLexical, Scores: []byte(`{`)})
	if _, err := store.Apply("s", 3, Change{}, Decision{Event: abi.EventPrompt, At: began, RulesetID: "r", Answer: []byte(`{"activate":[{"ref":"skill:db"}]}`)}); err != nil {
		t.Fatal(err) // decided twice: the later one counts
	}
	ask(abi.Event{Prompt: "thanks"}, Change{Neutral: true}, &Decision{RulesetID: "r"})
	ask(abi.Event{Prompt: "never"}, Change{}, &Decision{RulesetID: "r", Dropped: []Dropped{{Ref: abi.Skill("db"), Why: "your settings never suggest it"}}})
	ask(abi.Event{Prompt: "slow"}, Change{}, &Decision{Fault: &abi.Fault{Code: abi.Limit}, Late: []string{LateModel, LateRuleset}})
	ask(abi.Event{Prompt: "broken"}, Change{}, &Decision{Fault: &abi.Fault{Code: abi.Limit}})
	ask(abi.Event{Prompt: "damaged"}, Change{Neutral: true}, &Decision{RulesetID: "r", Answer: []byte(`{"activate`)})
	ask(abi.Event{Prompt: "/x", Command: "x"}, Change{}, nil)
	ask(abi.Event{Prompt: "killed"}, Change{}, nil)
	must(t, store.Say("s", Bad, keys([]string{"db"}), began))
	p, err := store.Period(began)
	if err != nil {
		t.Fatal(err)
	}
	listed, err := store.Prompts("s", 100)
	if err != nil || len(listed) != len(p.Asked) {
		t.Fatalf("got %d prompts, want %d, %v", len(p.Asked), len(listed), err)
	}
	var got, want []string
	for i, a := range p.Asked {
		l := listed[len(listed)-1-i]
		got, want = append(got, fmt.Sprint(a.Sequence, a.Outcome)), append(want, fmt.Sprint(l.Sequence, l.Outcome))
		if l.Decision == nil {
			continue
		}
		if became, _ := l.Decision.Became(); became != a.Outcome {
			t.Errorf("prompt %d became %q, and counts as %q", a.Sequence, became, a.Outcome)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if !slices.Contains(got, fmt.Sprint(5, OutcomeNotTold)) {
		t.Errorf("what the user never wants counts otherwise: %v", got)
	}
	if a := p.Asked[0]; a.Tier != TierModel || a.Micros != 31_400 {
		t.Errorf("got %+v", a)
	}
	judged, err := store.Judged("s")
	if diff := cmp.Diff(p.Told, judged); err != nil || diff != "" || len(judged) != 3 {
		t.Fatalf("%v\n%s", err, diff)
	}
	if j := judged[2]; j.Ref.ID != "db" || j.Similarity == nil || *j.Similarity != .87 || j.Became != BecameIgnored || j.Verdict != Bad || j.Chars != 80 {
		t.Errorf("got %+v", j)
	}
	if judged[0].Similarity != nil || judged[1].Similarity != nil {
		t.Errorf("a similarity out of nothing: %+v", judged)
	}
}

// Ensure that the newest prompts of all sessions are found without reading all, those of a session
// that began long ago too, and that prompts are counted from a time on.
func TestNewestPromptsOfAllSessions(t *testing.T) {
	store := openTest(t)
	const sessions = 20 * periodSessions
	fillStore(t, store, sessions)
	end := began.Add(sessions * time.Hour)
	mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "s7", Prompt: "the newest", Time: end})
	check := func() {
		t.Helper()
		texts, err := store.PromptTexts(14)
		if err != nil || len(texts) != 14 || texts[0] != "the newest" {
			t.Fatalf("got %q, %v", texts, err)
		}
		for i, text := range texts[1:] {
			if want := fmt.Sprint("please look at number ", sessions-1-i/6); text != want {
				t.Errorf("number %d: got %q, want %q", i+1, text, want)
			}
		}
	}
	check()
	for i := range 8 * periodSessions { // those touched last have no new prompt
		mustRecord(t, store, abi.Event{Name: abi.EventSessionEnded, SessionID: fmt.Sprint("s", i), Time: end})
	}
	check()
	for limit, want := range map[int]int{0: 0, 5000: RowsMax} {
		if texts, err := store.PromptTexts(limit); len(texts) != want || err != nil {
			t.Errorf("of %d: got %d, %v", limit, len(texts), err)
		}
	}
	for since, want := range map[time.Time]int{began: 6*sessions + 1, end: 1, end.Add(-time.Hour): 7, end.Add(time.Second): 0} {
		if got, err := store.PromptsSince(since); got != want || err != nil {
			t.Errorf("since %v: got %d, want %d, %v", since, got, want, err)
		}
	}
}
