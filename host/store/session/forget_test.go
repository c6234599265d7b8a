package session

import (
	"bytes"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// Ensure what was forgotten is in none of the files any more, not even in free
// pages, and other sessions are whole.
func TestForget(t *testing.T) {
	store := openTest(t)
	talk(t, store, "one", began, 40)
	talk(t, store, "two", began, 3)
	made, err := store.Decisions("one", 1)
	must(t, err)
	must(t, store.SaveShadow(Shadow{DecisionID: made[0].ID, Ruleset: careful, Verdict: VerdictUnknown, Answer: []byte(`{}`), Reason: secretOf("one")}))
	must(t, store.Say("one", Bad, []abi.Ref{abi.Skill(secretOf("one"))}, began))
	if _, err := store.AddInvocations(Transcript{Path: "/" + secretOf("one") + ".jsonl", SessionID: "one", ModifiedAt: began, Position: []byte(`{}`)}, nil); err != nil {
		t.Fatal(err)
	}
	if n, err := store.Forget("one"); n != 1 || err != nil {
		t.Fatalf("got %d, %v", n, err)
	}
	if onDisk(t, store, secretOf("one")) || !onDisk(t, store, secretOf("two")) {
		t.Errorf("on disk: one %v, two %v", onDisk(t, store, secretOf("one")), onDisk(t, store, secretOf("two")))
	}
	if got, err := store.Messages("two", 10); err != nil || len(got) != 4 {
		t.Errorf("the other session has %d messages, %v", len(got), err)
	}
	if n, err := store.Forget(""); n != 1 || err != nil {
		t.Fatalf("all: got %d, %v", n, err)
	}
	if all, err := store.Outcomes(OutcomesOf{All: true}); err != nil || len(all) != 0 || onDisk(t, store, "SECRET") {
		t.Errorf("afterwards: %v, %v", all, err)
	}
}

// Ensure that while another process reads, what was forgotten is not said to be gone, and that
// forgetting again, when nobody reads any more, overwrites it though nothing is left to delete.
func TestForgetWhileRead(t *testing.T) {
	store := openTest(t)
	talk(t, store, "one", began, 40)
	reader, err := Open(store.Path(), Options{ReadOnly: true})
	must(t, err)
	defer reader.Close()
	rows, err := reader.db.Query("SELECT id FROM messages")
	must(t, err)
	defer rows.Close()
	if !rows.Next() {
		t.Fatal("nothing is read")
	}
	must(t, store.db.SetBusy(20*time.Millisecond))
	if n, err := store.Forget("one"); n != 1 || !errors.Is(err, sqlite.ErrRead) {
		t.Errorf("while it is read: got %d, %v", n, err)
	}
	must(t, rows.Close())
	if n, err := store.Forget("one"); n != 0 || err != nil {
		t.Errorf("again: got %d, %v", n, err)
	}
	if onDisk(t, store, secretOf("one")) {
		t.Error("it is on disk")
	}
}

func onDisk(t *testing.T, store *Store, text string) bool {
	t.Helper()
	found := false
	for _, name := range []string{store.Path(), store.Path() + "-wal"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found = found || bytes.Contains(data, []byte(text))
	}
	return found
}
