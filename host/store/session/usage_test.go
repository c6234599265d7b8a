package session

import (
	"database/sql"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// suggestAt tells items at a prompt of a session, and at prompts after it uses
// those of used; it ends the session where ends is set.
func suggestAt(t testing.TB, store *Store, session, workspace string, at time.Time, told, used []string, prompts int, ends bool) {
	t.Helper()
	prompt := abi.Event{Name: abi.EventPrompt, SessionID: session, Workspace: workspace, Time: at, Prompt: "x"}
	recorded := mustRecord(t, store, prompt)
	if _, err := store.Apply(session, recorded.Sequence, Change{Told: asTold(told)}, Decision{At: at}); err != nil {
		t.Fatal(err)
	}
	for range prompts {
		mustRecord(t, store, prompt)
	}
	for _, item := range used {
		mustRecord(t, store, abi.Event{Name: abi.EventToolUsed, SessionID: session, Workspace: workspace, Time: at, ToolName: "Skill", Invoked: item})
	}
	if ends {
		mustRecord(t, store, abi.Event{Name: abi.EventSessionEnded, SessionID: session, Workspace: workspace, Time: at})
	}
}

// Ensure that suggestions and uses are counted by workspace, each half as much a
// month later; that what may still be used counts nowhere, nor what was used too
// late, nor in the session under way; and that what retention summed up still
// counts.
func TestUsage(t *testing.T) {
	store := openTest(t)
	now := began.Add(60 * day)
	suggestAt(t, store, "old", "/w", began, []string{"db", "api"}, []string{"db"}, 0, true)
	suggestAt(t, store, "newer", "/w", began.Add(30*day), []string{"db"}, nil, UsedPrompts+1, false)
	suggestAt(t, store, "today", "/w", now, []string{"db", "late", "open"}, []string{"db"}, 0, false)
	suggestAt(t, store, "late", "/w", now, []string{"late"}, []string{"late"}, UsedPrompts+1, true)
	suggestAt(t, store, "now", "/w", now, []string{"db", "api"}, []string{"db"}, UsedPrompts+1, false)
	suggestAt(t, store, "homeless", "", now, []string{"db"}, nil, 0, true)
	suggestAt(t, store, "elsewhere", "/other", now, []string{"db", "api"}, []string{"api"}, 0, true)
	check := func(when string) {
		t.Helper()
		usage, err := store.Usage("/w", "now", now)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]Usage{
			"db":  {Suggested: 3, Used: 2, Weighted: 1.75, WeightedUsed: 1.25, LastUsed: now},
			"api": {Suggested: 1, Weighted: .25},
		}
		if len(usage) != len(want) {
			t.Errorf("%s: got %v", when, usage)
		}
		for id, want := range want {
			got := usage[abi.Skill(id)]
			if !got.LastUsed.Equal(want.LastUsed) || got.Suggested != want.Suggested || got.Used != want.Used ||
				math.Abs(got.Weighted-want.Weighted) > 1e-9 || math.Abs(got.WeightedUsed-want.WeightedUsed) > 1e-9 {
				t.Errorf("%s: %s: got %+v, want %+v", when, id, got, want)
			}
		}
	}
	check("before retention")
	if _, err := store.Retain(now, 45*day, RetainBytesDefault, nil); err != nil {
		t.Fatal(err)
	}
	if sessions, err := collectOne(store, `SELECT count(*) FROM sessions WHERE session_id = 'old'`); err != nil || sessions != 0 {
		t.Fatalf("the old session is still there: %d, %v", sessions, err)
	}
	check("after retention")
	suggestAt(t, store, "between", "/between", now.Add(-45*day), []string{"db"}, nil, 0, true)
	if usage, err := store.Usage("/between", "", now); err != nil || usage[abi.Skill("db")].Weighted != .375 {
		t.Errorf("between two half-lives: got %v, %v; want .375", usage, err)
	}
	if usage, err := store.Usage("/nowhere", "", now); err != nil || len(usage) != 0 {
		t.Errorf("an unknown workspace: got %v, %v", usage, err)
	}
	if usage, err := store.Usage("", "", now); err != nil || len(usage) != 0 {
		t.Errorf("no workspace: got %v, %v", usage, err)
	}
	future, err := store.Usage("/w", "now", began.Add(-90*day))
	if got := future[abi.Skill("db")]; err != nil || got.Weighted != 3 {
		t.Errorf("a clock that was set back: got %+v, %v", got, err)
	}
}

// Ensure use is told in plain words, of one suggestion too.
func TestUsageInWords(t *testing.T) {
	for want, usage := range map[string]Usage{
		"used 3 of the 4 times it was suggested here": {Suggested: 4, Used: 3},
		"used 0 of the 2 times it was suggested here": {Suggested: 2},
		"used the one time it was suggested here":     {Suggested: 1, Used: 1},
		"not used the one time it was suggested here": {Suggested: 1},
		"": {},
		"you called it bad once (each counts as 3 suggestions)":                                                               {Bad: 1},
		"used 1 of the 2 times it was suggested here; you called it good 2 times and bad once (each counts as 3 suggestions)": {Suggested: 2, Used: 1, Good: 2, Bad: 1},
	} {
		if got := usage.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func collectOne(store *Store, query string) (n int, err error) {
	err = store.db.QueryRow(query).Scan(&n)
	return n, err
}

// BenchmarkUsage is for a user of three months: 20 sessions a day, four
// suggestions each, in five workspaces. "weighed" is what a prompt costs before
// anything was summed up, "share" of it what it costs then.
func BenchmarkUsage(b *testing.B) {
	store := heavyUse(b)
	now := began.Add(90 * day)
	ask := func() {
		if usage, err := store.Usage("/w1", "", now); err != nil || len(usage) != 40 {
			b.Fatal(len(usage), err)
		}
	}
	start := time.Now()
	const rounds = 50
	for range rounds {
		ask()
	}
	weighed := time.Since(start) / rounds
	if err := store.SumUp("/w1", now); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		ask()
	}
	each := b.Elapsed() / time.Duration(b.N)
	b.ReportMetric(float64(weighed.Microseconds()), "µs-weighed")
	b.ReportMetric(float64(each)/float64(weighed), "share")
}

func heavyUse(b *testing.B) *Store {
	b.Helper()
	store := openTest(b)
	err := store.write("use", func(tx *sql.Tx) error {
		for i := range 1800 {
			at, id := began.Add(time.Duration(i)*day/20).UnixMilli(), fmt.Sprintf("0f4c1d2e-5b7a-4c1d-9e2f-%012d", i)
			if _, err := tx.Exec(`INSERT INTO sessions (session_id, workspace, started_at, last_active, ended_at, prompts) VALUES (?,?,?,?,?,9)`,
				id, fmt.Sprintf("/w%d", i%5), at, at, at); err != nil {
				return err
			}
			for j := range 4 {
				if _, err := tx.Exec(`INSERT INTO suggestions (session_id, kind, item_id, decision_id, sequence, prompt, told_at) VALUES (?, 'skill', ?, 1, 1, 1, ?)`,
					id, fmt.Sprintf("skill-%d", (i/5+j*7)%40), at); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return store
}
