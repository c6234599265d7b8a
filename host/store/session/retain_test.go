package session

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

const day = 24 * time.Hour

// talk records a session of some prompts at a time, with one suggestion that is
// followed and one that is not, and a trace.
func talk(t *testing.T, store *Store, id string, at time.Time, prompts int) {
	t.Helper()
	for i := range prompts {
		recorded := mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: id, Workspace: "/w", Time: at, Prompt: secretOf(id) + strings.Repeat(" word", 95)})
		decision := Decision{At: at, Answer: []byte(`{}`), Said: "/used /unused"}
		change := Change{}
		if i == 0 {
			change = Change{Activate: entries([]string{"used", "unused"}), Told: asTold([]string{"used", "unused"})}
		}
		decisionID, err := store.Apply(id, recorded.Sequence, change, decision)
		if err != nil {
			t.Fatal(err)
		}
		if err := store.SaveTrace(decisionID, []byte(`{"of":"`+id+`"}`), nil, TracesKeptDefault); err != nil {
			t.Fatal(err)
		}
	}
	mustRecord(t, store, abi.Event{Name: abi.EventToolUsed, SessionID: id, Time: at, Invoked: "used"})
}

func secretOf(id string) string { return "SECRET-" + id }

func retain(t *testing.T, store *Store, now time.Time, age time.Duration, bytes int64) Retained {
	t.Helper()
	done, err := store.Retain(now, age, bytes, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !done.Done {
		t.Error("an unhurried run did not finish")
	}
	return done
}

func sessionsLeft(t *testing.T, store *Store) (ids []string) {
	t.Helper()
	ids, err := collect(store, "list sessions", scanText, "SELECT session_id FROM sessions ORDER BY session_id")
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func outcomeOf(t *testing.T, store *Store, id string) Outcome {
	t.Helper()
	all, err := store.Outcomes(OutcomesOf{All: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range all {
		if o.Ref.ID == id {
			return o
		}
	}
	return Outcome{}
}

// Ensure sessions older than the limit go with everything of theirs, younger
// ones stay, and what was learned of suggestions outlives both.
func TestRetainByAge(t *testing.T) {
	store := openTest(t)
	talk(t, store, "old", began, 12)
	talk(t, store, "young", began.Add(80*day), 2)
	retain(t, store, began.Add(91*day), RetainAgeDefault, RetainBytesDefault)
	if got := sessionsLeft(t, store); fmt.Sprint(got) != "[young]" {
		t.Errorf("sessions left: %v", got)
	}
	size, err := store.Size()
	if err != nil || size.Messages != 3 || size.Decisions != 2 {
		t.Errorf("left: %+v, %v", size, err)
	}
	for _, table := range []string{"active_items", "suggestions", "traces"} {
		var count int
		if err := store.db.QueryRow("SELECT count(*) FROM " + table).Scan(&count); err != nil || count != 2 {
			t.Errorf("%s left: %d, %v want 2", table, count, err)
		}
	}
	if got := outcomeOf(t, store, "used"); got.Suggested != 2 || got.Invoked != 1 || got.Late != 1 {
		t.Errorf("used: got %+v", got)
	}
	talk(t, store, "older", began.Add(-10*day), 2)
	retain(t, store, began.Add(91*day), RetainAgeDefault, RetainBytesDefault)
	if got := outcomeOf(t, store, "unused"); got.Suggested != 3 || got.Ignored != 2 || got.Workspace != "/w" || got.LastTold != began.Add(80*day) {
		t.Errorf("unused: got %+v, want 2 of 3 ignored and one open", got)
	}
}

// Ensure a session that goes on for months keeps only its young messages, and
// that its numbers go on.
func TestRetainInsideSession(t *testing.T) {
	store := openTest(t)
	talk(t, store, "s", began, 5)
	talk(t, store, "s", began.Add(100*day), 1)
	retain(t, store, began.Add(101*day), RetainAgeDefault, RetainBytesDefault)
	messages, err := store.Messages("s", 100)
	if err != nil || len(messages) != 2 || messages[0].Sequence != 7 {
		t.Errorf("messages: got %+v, %v", messages, err)
	}
	if got := mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "s"}); got.Sequence != 9 {
		t.Errorf("next: got %+v want 9", got)
	}
}

// Ensure age 0 keeps a session only while it lasts.
func TestRetainPerSession(t *testing.T) {
	store := openTest(t)
	for _, id := range []string{"ended", "going-on", "resumed"} {
		talk(t, store, id, began, 2)
	}
	talk(t, store, "silent", began.Add(-2*day), 2)
	mustRecord(t, store, abi.Event{Name: abi.EventSessionEnded, SessionID: "ended"})
	mustRecord(t, store, abi.Event{Name: abi.EventSessionEnded, SessionID: "resumed"})
	mustRecord(t, store, abi.Event{Name: abi.EventSessionStarted, SessionID: "resumed", Source: "resume"})
	retain(t, store, began.Add(time.Hour), 0, RetainBytesDefault)
	if got := sessionsLeft(t, store); fmt.Sprint(got) != "[going-on resumed]" {
		t.Errorf("sessions left: %v", got)
	}
}

// Ensure the file itself becomes smaller than the limit, the oldest going first.
func TestRetainBySize(t *testing.T) {
	store := openTest(t)
	for i := range 6 {
		talk(t, store, fmt.Sprint("s", i), began.Add(time.Duration(i)*time.Minute), 120)
	}
	before, err := store.Size()
	if err != nil {
		t.Fatal(err)
	}
	limit := before.Bytes / 2
	done := retain(t, store, began.Add(day), RetainAgeDefault, limit)
	if done.Bytes > limit || done.Bytes < limit/3 {
		t.Errorf("got %d bytes from %d, limit %d", done.Bytes, before.Bytes, limit)
	}
	if err := store.db.EmptyLog(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(store.Path()); err != nil || info.Size() != done.Bytes {
		t.Errorf("the file has %d bytes, want %d", info.Size(), done.Bytes)
	}
	if got, err := store.Messages("s5", 1000); err != nil || len(got) != 121 {
		t.Errorf("the newest session has %d messages, %v", len(got), err)
	}
	if got, err := store.Messages("s0", 1000); err != nil || len(got) != 0 {
		t.Errorf("the oldest session has %d messages, %v", len(got), err)
	}
}

// Ensure versions of rulesets and imported handoffs, which no deletion of messages makes smaller,
// cost no message of a session, that a version goes with the last trace that needs it, and that
// forgetting all empties the file.
func TestRetainBesideVersions(t *testing.T) {
	store := openTest(t)
	talk(t, store, "s", began, 2)
	old, last := []byte(strings.Repeat("x", 3<<20)), []byte(strings.Repeat("y", 5<<20))
	must(t, store.SaveGood("custom/mine", "old", old, began))
	_, err := store.db.Exec(`UPDATE decisions SET ruleset_id = 'custom/mine', ruleset_hash = 'old'`)
	must(t, err)
	must(t, store.SaveGood("custom/mine", "last", last, began))
	must(t, store.PutImported("/w", Imported{Document: last[:1<<20], WorkedAt: began, At: began}))
	left := func() (messages, versions int) {
		must(t, store.db.QueryRow(`SELECT (SELECT count(*) FROM messages), (SELECT count(*) FROM ruleset_good) + (SELECT count(*) FROM ruleset_past)`).Scan(&messages, &versions))
		return messages, versions
	}
	retain(t, store, began.Add(time.Hour), RetainAgeDefault, 4<<20)
	if messages, versions := left(); messages != 3 || versions != 2 {
		t.Errorf("below the limit: %d messages and %d versions are left", messages, versions)
	}
	retain(t, store, began.Add(time.Hour), RetainAgeDefault, 1)
	if messages, versions := left(); messages != 0 || versions != 1 {
		t.Errorf("above the limit: %d messages and %d versions are left", messages, versions)
	}
	must(t, store.SaveGood("custom/mine", "new", last[:1<<20], began))
	retain(t, store, began.Add(400*24*time.Hour), RetainAgeDefault, RetainBytesDefault)
	if _, versions := left(); versions != 1 {
		t.Errorf("after all traces went by age: %d versions are left", versions)
	}
	_, err = store.Forget("")
	must(t, err)
	if size, err := store.Size(); err != nil || size.Bytes > 1<<20 {
		t.Errorf("forgotten: %d bytes, %v", size.Bytes, err)
	}
}

// Ensure a run with no time stops after the steps it was allowed and the next
// one goes on, so that a hook's deadline holds.
func TestRetainInSteps(t *testing.T) {
	store := openTest(t)
	talk(t, store, "old", began, 700)
	for runs := 1; ; runs++ {
		allowed := 1
		done, err := store.Retain(began.Add(100*day), RetainAgeDefault, RetainBytesDefault, func() bool { allowed--; return allowed >= 0 })
		if err != nil {
			t.Fatal(err)
		}
		if done.Rows > 2*retainStepRows {
			t.Errorf("one step deleted %d rows", done.Rows)
		}
		if len(sessionsLeft(t, store)) == 0 {
			if runs < 3 {
				t.Errorf("1,400 rows went in %d steps", runs)
			}
			return
		}
		if runs > 20 {
			t.Fatal("no progress")
		}
	}
}

// Ensure no trace stays where none is to be kept.
func TestDropTraces(t *testing.T) {
	store := openTest(t)
	talk(t, store, "s", began, 2)
	must(t, store.DropTraces())
	var left int
	must(t, store.db.QueryRow(`SELECT (SELECT count(*) FROM traces) + (SELECT count(*) FROM failed_traces)`).Scan(&left))
	if left != 0 {
		t.Errorf("%d are left", left)
	}
}
