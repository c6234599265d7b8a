package session

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"testing"
	"testing/fstest"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// earlierRows are of the first schema: a session with a suggestion that was
// invoked and one that was not, and totals.
const earlierRows = `
INSERT INTO sessions (session_id, workspace, started_at, last_active, events, sequence, prompts, decided) VALUES ('before', '/w', 1000, 1000, 3, 1, 1, 1);
INSERT INTO messages (session_id, sequence, prompt, role, event_type, tool_name, content_preview, active_skills, logged_at)
  VALUES ('before', 1, 1, 'user', 'UserPromptSubmit', '', 'x', '[]', 1000);
INSERT INTO decisions (id, session_id, sequence, prompt, event_type, decided_at, ruleset_id, ruleset_hash, inputs_hash, answer, said, dropped, tier, neutral, durations)
  VALUES (7, 'before', 1, 1, 'UserPromptSubmit', 1000, 'builtin/default', '', '', '{}', '/used /unused', '[]', 'lexical', 0, '{}');
INSERT INTO suggestions (session_id, kind, item_id, decision_id, sequence, prompt, told_at, invoked_at, invoked_after)
  VALUES ('before', 'skill', 'used', 7, 1, 1, 1000, 1000, 0), ('before', 'skill', 'unused', 7, 1, 1, 1000, NULL, NULL);
INSERT INTO totals (workspace, kind, item_id, suggested, invoked, late, ignored, last_told) VALUES ('/w', 'skill', 'used', 5, 2, 1, 2, 500);`

// Ensure a file of each earlier schema comes forward with its rows and its totals,
// and then keeps what the newest one has.
func TestMigrateEarlier(t *testing.T) {
	names, err := fs.Glob(migrations(), "*.sql")
	must(t, err)
	for from := 1; from < len(names); from++ {
		path := filepath.Join(t.TempDir(), "state.db")
		earlier := fstest.MapFS{}
		for _, name := range names[:from] {
			data, err := fs.ReadFile(migrations(), name)
			must(t, err)
			earlier[name] = &fstest.MapFile{Data: data}
		}
		db, err := sqlite.Open(path, sqlite.Options{Busy: time.Second})
		must(t, err)
		must(t, sqlite.Migrate(db, earlier))
		if from < 5 { // a later one has other totals
			_, err = db.Exec(earlierRows)
			must(t, err)
		}
		_, err = db.Exec(`INSERT INTO sessions (session_id, workspace, started_at, last_active, ended_at) VALUES ('ended', '/e', 1000, 1000, 2000)`)
		must(t, err)
		must(t, db.Close())

		store := openAt(t, path)
		if from < 5 {
			checkEarlierRows(t, store, from)
		}
		mustRecord(t, store, abi.Event{Name: abi.EventSessionStarted, SessionID: "ended", Source: "resume", Time: time.UnixMilli(9000)})
		if ran, err := store.Ran(time.UnixMilli(5000), "/e"); ran || err != nil {
			t.Errorf("from %d: a session that had ended ran before it was resumed: %v, %v", from, ran, err)
		}
		talk(t, store, "after", began, 3)
		must(t, store.Say("after", Good, keys([]string{"used"}), began))
		made, err := store.Decisions("after", 1)
		must(t, err)
		lookOn(t, store, made[0].ID, careful, "same")
		must(t, store.SaveTrace(made[0].ID, []byte(`{}`), [][]byte{[]byte(`{}`)}, TracesKeptDefault))
		if got, err := store.Shadowed(careful.ID); len(got) != 1 || err != nil {
			t.Errorf("from %d: shadows %v, %v", from, got, err)
		}
	}
}

// rewritten finds what goes over the rows of a table that grows with every event.
var rewritten = regexp.MustCompile(`(?i)\b(UPDATE|DELETE\s+FROM|REPLACE\s+INTO|INDEX\s+\w+\s+ON|FROM)\s+(messages|decisions|active_items|suggestions|traces|failed_traces|shadows)\b`)

// Ensure a file of any size comes forward within one event. A hook that migrates ends when its time
// is over, and the next one would begin anew: rewriting 200 MB, none would ever be done. The two
// that do are older than the first release.
func TestMigrationsAreShort(t *testing.T) {
	names, err := fs.Glob(migrations(), "*.sql")
	must(t, err)
	for _, name := range names {
		data, err := fs.ReadFile(migrations(), name)
		must(t, err)
		if found := rewritten.FindString(string(data)); found != "" && name > "0009" {
			t.Errorf("%s rewrites rows (%s): add a column or a table, and read older rows as they are", name, found)
		}
	}
	if !rewritten.MatchString("UPDATE messages SET x = 1") || rewritten.MatchString("ALTER TABLE messages ADD COLUMN x") {
		t.Error("what rewrites rows is not told from what does not")
	}
}

func checkEarlierRows(t *testing.T, store *Store, from int) {
	t.Helper()
	if made, err := store.Decisions("before", 10); err != nil || len(made) != 1 || len(made[0].Told) != 2 {
		t.Fatalf("from %d: %d decisions, %v", from, len(made), err)
	}
	mustRecord(t, store, abi.Event{Name: abi.EventSessionEnded, SessionID: "before"})
	if got := outcomeOf(t, store, "used"); got.Suggested != 6 || got.Invoked != 3 || got.Late != 1 || got.Ignored != 2 || got.ByUser != 0 {
		t.Errorf("from %d: used: %+v", from, got)
	}
	if got := outcomeOf(t, store, "unused"); got.Suggested != 1 || got.Ignored != 1 {
		t.Errorf("from %d: unused: %+v", from, got)
	}
}
