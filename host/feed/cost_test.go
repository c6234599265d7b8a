package feed

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// readMax is how long the feed may keep the log from being emptied at a time.
const readMax = 50 * time.Millisecond

// fill makes a file of many sessions, each with prompts, decisions, tool uses and suggestions.
func fill(t testing.TB, path string, sessions int) {
	t.Helper()
	store, err := session.Open(path, session.Options{})
	must(t, err)
	must(t, decideOnce(store, "s0", "first", began))
	must(t, store.Close())
	db, err := sqlite.Open(path, sqlite.Options{})
	must(t, err)
	defer db.Close()
	for _, statement := range []string{
		`CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %[1]d) SELECT i FROM n`,
		`INSERT INTO sessions (session_id, workspace, started_at, last_active, events, sequence, prompts, decided, words)
 SELECT 's' || i, '/w' || (i % 20), started_at + i, last_active + i, 20, 6, 2, 2, '' FROM n, sessions WHERE session_id = 's0'`,
		`INSERT INTO messages (session_id, sequence, prompt, role, event_type, tool_name, content_preview, content_embedding, active_skills, logged_at)
 SELECT 's' || i, k.value, (k.value + 2) / 3, iif(k.value % 3 = 1, 'user', 'tool'), iif(k.value % 3 = 1, 'prompt', 'tool_used'), '', 'prompt ' || i, zeroblob(1536), '[]', logged_at + i
 FROM n, json_each('[1,2,3,4,5,6]') k, messages m WHERE m.session_id = 's0'`,
		`INSERT INTO decisions (session_id, sequence, prompt, event_type, decided_at, ruleset_id, ruleset_hash, inputs_hash, answer, scores, said, dropped, tier, neutral, durations, late)
 SELECT 's' || i, k.value, (k.value + 2) / 3, event_type, decided_at + i, ruleset_id, ruleset_hash, inputs_hash, answer, scores, said, dropped, tier, neutral, durations, late
 FROM n, json_each('[1,4]') k, decisions d WHERE d.session_id = 's0'`,
		`INSERT INTO suggestions (session_id, kind, item_id, decision_id, sequence, prompt, told_at, wording, chars)
 SELECT session_id, 'skill', 'db', id, sequence, prompt, decided_at, 'firm-0a', 100 FROM decisions WHERE session_id <> 's0'`,
	} {
		if strings.Contains(statement, "%[1]d") {
			statement = fmt.Sprintf(statement, sessions)
		}
		_, err := db.Exec(statement)
		must(t, err)
	}
	must(t, db.EmptyLog())
}

// Ensure no read takes long enough to keep who writes from emptying the log: with 10,000
// sessions, each question takes at most 50 ms. BenchmarkLook prints what a look costs.
func TestReadsAreShort(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.db")
	fill(t, path, 10_000)
	store, err := session.Open(path, session.Options{ReadOnly: true, Kept: true})
	must(t, err)
	defer store.Close()
	newest, err := store.LastRows(session.FollowDecisions, chunkRows)
	must(t, err)
	sessions, err := store.SessionsSince(time.Time{}, sessionsMax)
	must(t, err)
	var names []string
	for _, s := range sessions {
		names = append(names, s.SessionID)
	}
	suggestions, err := store.LastSuggestions(suggestionsMax)
	must(t, err)
	var told []int64
	for _, g := range suggestions {
		told = append(told, g.ID)
	}
	if len(newest) != chunkRows || len(names) != sessionsMax || len(told) != suggestionsMax {
		t.Fatalf("the file is too small: %d, %d, %d", len(newest), len(names), len(told))
	}
	for name, ask := range map[string]func() error{
		"sessions of a day":    func() error { _, err := store.SessionsSince(began.Add(-time.Hour), RecentMax); return err },
		"sessions again":       func() error { _, err := store.FollowSessions(names); return err },
		"new sessions":         func() error { _, err := store.SessionsAfter(9_990, pageRows); return err },
		"suggestions again":    func() error { _, err := store.FollowSuggestions(told); return err },
		"last suggestions":     func() error { _, err := store.LastSuggestions(suggestionsMax); return err },
		"whole decisions":      func() error { _, err := store.FollowDecisions(idsOf(newest)); return err },
		"last decisions":       func() error { _, err := store.LastRows(session.FollowDecisions, knownRows); return err },
		"last messages":        func() error { _, err := store.LastRows(session.FollowMessages, knownRows); return err },
		"rows of a session":    func() error { _, err := store.RecentRows(session.FollowMessages, "s5000", 200); return err },
		"rows of all sessions": func() error { _, err := store.RecentRows(session.FollowMessages, "", 200); return err },
		"changes":              func() error { _, err := store.DataVersion(); return err },
	} {
		if took := best(t, 20, ask); took > readMax {
			t.Errorf("%s: %v", name, took)
		} else {
			t.Logf("%s: %v", name, took)
		}
	}
}

// best is the least that something took of a few times: others use the machine, too.
func best(t testing.TB, times int, do func() error) time.Duration {
	t.Helper()
	least := time.Hour
	for range times {
		at := time.Now()
		must(t, do())
		least = min(least, time.Since(at))
	}
	return least
}

// BenchmarkLook prints what a look costs after a decision, with 10 sessions and with 10,000.
func BenchmarkLook(b *testing.B) {
	for _, sessions := range []int{10, 10_000} {
		b.Run(fmt.Sprint(sessions, "-sessions"), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "state.db")
			fill(b, path, sessions)
			f := open(b, path)
			store, err := session.Open(path, session.Options{Kept: true})
			must(b, err)
			defer store.Close()
			n := 0
			for b.Loop() {
				b.StopTimer()
				n++
				must(b, decideOnce(store, "s1", fmt.Sprint("prompt ", n), began))
				b.StartTimer()
				f.look()
			}
			if changes, _ := f.Since(0); len(changes) < min(n, ChangesMax) {
				b.Errorf("%d changes of %d", len(changes), n)
			}
		})
	}
}

// BenchmarkIdleLook prints what a look costs when nothing was written.
func BenchmarkIdleLook(b *testing.B) {
	path := filepath.Join(b.TempDir(), "state.db")
	fill(b, path, 1000)
	f := open(b, path)
	for b.Loop() {
		f.look()
	}
}
