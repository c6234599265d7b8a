package session

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
)

// openContract1 opens a copy of a state.db that the last program made whose rulesets
// spoke contract 1: of three sessions, with commands, verdicts, settings that asked
// for an item, near-duplicates, a limit, a withdrawal, a failed ruleset, a shadow.
func openContract1(t *testing.T) *Store {
	t.Helper()
	script, err := os.ReadFile("testdata/contract-1.sql")
	must(t, err)
	path := filepath.Join(t.TempDir(), "state.db")
	db, err := sql.Open("sqlite3", path)
	must(t, err)
	_, err = db.Exec(string(script))
	must(t, err)
	must(t, db.Close())
	return openAt(t, path)
}

// Ensure what was decided with contract 1 is read as it was, its items named by refs,
// and nothing of it is taken again or run.
func TestMigrateRefs(t *testing.T) {
	store := openContract1(t)
	made, err := store.Decisions("s3", 10)
	must(t, err)
	if len(made) != 3 {
		t.Fatalf("got %d decisions, want 3", len(made))
	}
	for _, m := range made {
		if m.Event != abi.EventPrompt {
			t.Errorf("decision %d is of the event %q, want %q", m.ID, m.Event, abi.EventPrompt)
		}
	}
	second := made[1]
	want := `{"activate":[{"by":"suggest.words","reason":"the prompt says \"tag\"; found","ref":"skill:database-migrations"},` +
		`{"reason":"found","ref":"command:release-notes"},{"reason":"found","ref":"skill:unit-testing"}],"deactivate":[]}`
	if diff := cmp.Diff(want, string(second.Answer)); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Dropped{{abi.Skill("unit-testing"), "more items than suggest.max"}}, second.Dropped); diff != "" {
		t.Errorf("dropped (-want +got):\n%s", diff)
	}
	release := abi.Ref{Kind: abi.KindCommand, ID: "release-notes"}
	if diff := cmp.Diff([]abi.Ref{abi.Skill("database-migrations"), release}, second.Told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	scored := string(made[0].Answer) + string(made[2].Scores)
	for _, part := range []string{
		`{"reason":"fits the prompt, similarity=0.96","ref":"skill:unit-testing","score":0.961906}`,
		`"similar":[{"cosine":0.94,"why_not":"it is suggested itself","ref":"skill:pdf-filler"}],"ref":"skill:pdf-forms"}`,
	} {
		if !strings.Contains(scored, part) {
			t.Errorf("%s is not in %s", part, scored)
		}
	}
	for _, m := range made {
		if m.HasTrace {
			t.Errorf("decision %d has a trace of contract 1", m.ID)
		}
	}
	if hash, err := store.GoodHash("custom/mine"); err != nil || hash != "" {
		t.Errorf("version %q of a ruleset of contract 1 may run, %v", hash, err)
	}
	checkContract1Sums(t, store)
	events, err := collect(store, "read events", func(rows *sql.Rows) (event string, err error) {
		return event, rows.Scan(&event)
	}, `SELECT DISTINCT event_type FROM messages ORDER BY event_type`)
	must(t, err)
	if diff := cmp.Diff([]string{abi.EventPrompt, abi.EventToolUsed, abi.EventTurnEnded}, events); diff != "" {
		t.Errorf("events of the messages (-want +got):\n%s", diff)
	}
}

func checkContract1Sums(t *testing.T, store *Store) {
	t.Helper()
	rows, err := collect(store, "read messages", func(rows *sql.Rows) (active string, err error) {
		return active, rows.Scan(&active)
	}, `SELECT DISTINCT active_skills FROM messages WHERE session_id = 's1' ORDER BY sequence`)
	must(t, err)
	if want := `["skill:database-migrations","skill:unit-testing","command:release-notes"]`; !slices.Contains(rows, want) {
		t.Errorf("active at the messages: %s is not in %v", want, rows)
	}
	usage, err := store.Usage("/tmp/ada/project", "", time.UnixMilli(1795409909000))
	must(t, err)
	if got := usage[abi.Skill("database-migrations")]; got.Used != 1 || got.Good != 1 {
		t.Errorf("usage of database-migrations: %+v", got)
	}
	told, err := store.Told("s1")
	must(t, err)
	if !told.Refused(abi.Skill("unit-testing")) || told.Refused(abi.Skill("database-migrations")) {
		t.Errorf("told in s1: %+v", told)
	}
	seen, err := store.Shadowed("custom/quiet")
	must(t, err)
	at := slices.IndexFunc(seen, func(s Shadowed) bool { return s.Verdict == "withdrawals" })
	if len(seen) != 11 || at < 0 {
		t.Fatalf("shadows: %+v", seen)
	}
	if want := `{"activate":[],"deactivate":[{"reason":"not needed for 5 prompts","ref":"skill:pdf-forms"}]}`; string(seen[at].Made.Answer) != want {
		t.Errorf("a withdrawal beside a shadow: got %s, want %s", seen[at].Made.Answer, want)
	}
}
