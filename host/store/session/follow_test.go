package session

import (
	"errors"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// Ensure who follows the file gets its rows by id, each with what came of it by now, and only
// those that there are.
func TestFollow(t *testing.T) {
	store := openTest(t)
	first := mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "s", Workspace: "/w", Prompt: "migrate", Time: began})
	made, err := store.Apply("s", first.Sequence, Change{Told: []ToldItem{{Ref: abi.Skill("db"), Wording: "firm-1", Chars: 7}}},
		Decision{Event: abi.EventPrompt, At: began, Answer: []byte(`{}`)})
	must(t, err)
	mustRecord(t, store, abi.Event{Name: abi.EventToolUsed, SessionID: "s", ToolName: "Read", ToolInput: "x", Time: began})
	must(t, store.Say("s", Good, []abi.Ref{abi.Skill("db")}, began))

	rows, err := store.RowsAfter(FollowMessages, 0, 10)
	if err != nil || len(rows) != 2 || rows[0] != (Row{ID: 1, SessionID: "s", Sequence: 1, At: began.UnixMilli()}) {
		t.Errorf("rows: %+v, %v", rows, err)
	}
	if rows, err = store.RowsAfter(FollowMessages, 1, 10); err != nil || len(rows) != 1 {
		t.Errorf("rows after the first: %+v, %v", rows, err)
	}
	if rows, err = store.LastRows(FollowMessages, 1); err != nil || len(rows) != 1 || rows[0].ID != 2 {
		t.Errorf("the last row: %+v, %v", rows, err)
	}
	if rows, err = store.RecentRows(FollowMessages, "s", 10); err != nil || len(rows) != 1 || rows[0].ID != 1 {
		t.Errorf("recent rows: %+v, %v", rows, err)
	}
	decisions, err := store.FollowDecisions([]int64{made, made + 1})
	if err != nil || len(decisions) != 1 || decisions[0].Text != "migrate" || decisions[0].MessageID != 1 || len(decisions[0].Suggestions) != 1 {
		t.Fatalf("decisions: %+v, %v", decisions, err)
	}
	told := decisions[0].Suggestions[0]
	if told.Ref != abi.Skill("db") || told.Wording != "firm-1" || told.Chars != 7 || told.Verdict != Good || told.DecisionID != made || told.Ended || !told.InvokedAt.IsZero() {
		t.Errorf("told: %+v", told)
	}
	if again, err := store.FollowSuggestions([]int64{told.ID, 99}); err != nil || len(again) != 1 || again[0] != told {
		t.Errorf("suggestions: %+v, %v", again, err)
	}
	messages, err := store.FollowMessages([]int64{1, 2})
	if err != nil || len(messages) != 2 || !messages[0].Decided || messages[0].Last || messages[1].Text != "" || !messages[1].Last {
		t.Errorf("messages: %+v, %v", messages, err)
	}
	sessions, err := store.SessionsSince(began.Add(-time.Hour), 10)
	if err != nil || len(sessions) != 1 || sessions[0].Prompts != 1 || sessions[0].Workspace != "/w" || !sessions[0].EndedAt.IsZero() {
		t.Errorf("sessions: %+v, %v", sessions, err)
	}
	if none, err := store.SessionsSince(began.Add(time.Hour), 10); err != nil || len(none) != 0 {
		t.Errorf("sessions of later: %+v, %v", none, err)
	}
}

// Ensure what another connection writes is noticed without reading it, and what this one
// writes is not.
func TestDataVersion(t *testing.T) {
	store := openTest(t)
	version := func() int64 {
		t.Helper()
		v, err := store.DataVersion()
		must(t, err)
		return v
	}
	before := version()
	mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "s", Prompt: "x", Time: began})
	if version() != before {
		t.Error("its own writing counts")
	}
	mustRecord(t, openAt(t, store.Path()), abi.Event{Name: abi.EventPrompt, SessionID: "s", Prompt: "x", Time: began})
	if version() == before {
		t.Error("another one's writing went unseen")
	}
}

// Ensure an event becomes what people are told of it: what was withheld was not told, and of
// another event than a prompt nothing is out of time or too short.
func TestBecame(t *testing.T) {
	chosen, none := []byte(`{"activate":[{"ref":"skill:db"}]}`), []byte(`{}`)
	dropped := []Dropped{{Ref: abi.Skill("x"), Why: "never"}}
	db := []abi.Ref{abi.Skill("db")}
	for _, c := range []struct {
		made Made
		want string
	}{
		{Made{Told: db, Decision: Decision{Event: abi.EventPrompt, Answer: chosen}}, OutcomeSuggested},
		{Made{Decision: Decision{Event: abi.EventPrompt, Answer: chosen}}, OutcomeNotTold},
		{Made{Decision: Decision{Event: abi.EventPrompt, Answer: none}}, OutcomeNone},
		{Made{Decision: Decision{Event: abi.EventPrompt, Answer: none, Dropped: dropped}}, OutcomeNotTold},
		{Made{Neutral: true, Decision: Decision{Event: abi.EventPrompt, Answer: none}}, OutcomeShort},
		{Made{Neutral: true, Decision: Decision{Event: abi.EventPrompt, Answer: none, Dropped: dropped}}, OutcomeNotTold},
		{Made{Decision: Decision{Event: abi.EventPrompt, Answer: []byte(`{`), Dropped: dropped}}, OutcomeFailed},
		{Made{Neutral: true, Decision: Decision{Event: abi.EventTurnEnded, Answer: none}}, OutcomeNone},
		{Made{Told: db, Decision: Decision{Event: abi.EventSessionStarted, Answer: none}}, OutcomeSuggested},
		{Made{Decision: Decision{Event: abi.EventTurnEnded, Answer: chosen}}, OutcomeNotTold},
		{Made{Decision: Decision{Event: abi.EventTurnEnded, Answer: none, Dropped: dropped}}, OutcomeNotTold},
	} {
		if got, _ := c.made.Became(); got != c.want {
			t.Errorf("%+v became %q, want %q", c.made, got, c.want)
		}
	}
}

// Ensure a decision whose lists do not decode is told apart from a file that cannot be read.
func TestIsUnreadable(t *testing.T) {
	store := openTest(t)
	first := mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "s", Prompt: "x", Time: began})
	made, err := store.Apply("s", first.Sequence, Change{}, Decision{Event: abi.EventPrompt, At: began, Answer: []byte(`{}`)})
	must(t, err)
	_, err = store.db.Exec(`UPDATE decisions SET dropped = '['`)
	must(t, err)
	if _, err := store.FollowDecisions([]int64{made}); !IsUnreadable(err) {
		t.Errorf("got %v", err)
	}
	if IsUnreadable(errors.New("x")) || IsUnreadable(nil) {
		t.Error("another error counts")
	}
}

// Ensure a file of an earlier version, which a reader cannot migrate, is told apart.
func TestOlderIsTold(t *testing.T) {
	store := openTest(t)
	_, err := store.db.Exec("PRAGMA user_version = 3")
	must(t, err)
	_, err = Open(store.Path(), Options{ReadOnly: true})
	if !sqlite.IsOlder(err) || sqlite.IsCorrupt(err) {
		t.Errorf("got %v", err)
	}
	if _, err := Open(store.Path()+"-none", Options{ReadOnly: true}); err == nil || sqlite.IsOlder(err) {
		t.Errorf("got %v", err)
	}
}
