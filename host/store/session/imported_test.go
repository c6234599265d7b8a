package session

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure a person's words about a session stay until somebody goes on with it, and are told
// again whoever was told before.
func TestWriteLeft(t *testing.T) {
	store := openAt(t, t.TempDir()+"/state.db")
	put(t, store, "one", abi.EventPrompt, began, Policy{})
	put(t, store, "two", abi.EventPrompt, began, Policy{})
	if noted, err := store.HandOn("one", "two", began); !noted || err != nil {
		t.Fatal(noted, err)
	}
	must(t, store.WriteLeft("one", "Next: rename it", began.Add(time.Hour)))
	put(t, store, "one", abi.EventSessionEnded, began.Add(2*time.Hour), Policy{})
	if got := leftOf(t, store, "one"); got.Words != "Next: rename it" || !got.WordsAt.Equal(began.Add(time.Hour)) || !got.Free(began) || got.HandedTo != "" {
		t.Errorf("got %+v", got)
	}
	put(t, store, "one", abi.EventPrompt, began.Add(3*time.Hour), Policy{})
	if got := leftOf(t, store, "one"); got.Words != "" || !got.WordsAt.IsZero() {
		t.Errorf("after a prompt: %+v", got)
	}
	must(t, store.WriteLeft("one", "Next: rename it", began))
	must(t, store.ClearLeft("one"))
	if got := leftOf(t, store, "one"); got.Words != "" || got.HandedTo != Cleared {
		t.Errorf("cleared: %+v", got)
	}
	if err := store.WriteLeft("absent", "x", began); !errors.Is(err, ErrNoSession) {
		t.Errorf("got %v", err)
	}
}

// Ensure a prompt of any session of the workspace but one counts as asked since an import, and no
// answer does.
func TestAskedSince(t *testing.T) {
	store := openAt(t, t.TempDir()+"/state.db")
	put(t, store, "one", abi.EventPrompt, began, Policy{})
	put(t, store, "two", abi.EventPrompt, began.Add(2*time.Hour), Policy{})
	put(t, store, "one", abi.EventTurnEnded, began.Add(3*time.Hour), Policy{})
	for _, test := range []struct {
		hours          int
		workspace, but string
		want           bool
	}{
		{1, "/w", "", true},
		{1, "/w", "two", false},
		{2, "/w", "", false},
		{1, "/elsewhere", "", false},
	} {
		if got, err := store.AskedSince(began.Add(time.Duration(test.hours)*time.Hour), test.workspace, test.but); got != test.want || err != nil {
			t.Errorf("%+v: got %v, %v", test, got, err)
		}
	}
}

// Ensure imported handoffs come back byte by byte, are handed on once, and go with all that is
// forgotten and with age.
func TestImported(t *testing.T) {
	store := openAt(t, t.TempDir()+"/state.db")
	if _, err := store.LeftImported("/w"); !errors.Is(err, ErrNoSession) {
		t.Errorf("got %v", err)
	}
	document := []byte("\ufeff# x\r\n\x00\xff")
	in := Imported{Document: document, Words: "Goal: x", WorkedAt: began, At: began.Add(time.Hour)}
	must(t, store.PutImported("/w", Imported{Document: []byte("earlier"), At: began}))
	must(t, store.PutImported("/w", in))
	got, there, err := store.Imported("/w")
	if err != nil || !there || !bytes.Equal(got.Document, document) || got.Words != in.Words || !got.At.Equal(in.At) {
		t.Errorf("got %+v, %v, %v", got, there, err)
	}
	left, err := store.LeftImported("/w")
	if err != nil || !left.Free(began) || !left.Imported || left.Words != "Goal: x" || !left.LastAt.Equal(began) || left.MayRun(began) {
		t.Errorf("got %+v, %v", left, err)
	}
	for i, want := range []bool{true, false} {
		if noted, err := store.HandOn(left.SessionID, "two", began); noted != want || err != nil {
			t.Errorf("%d: noted %v, %v", i, noted, err)
		}
	}
	must(t, store.KeepBack(left.SessionID, "two"))
	if left, err = store.LeftImported("/w"); !left.Free(began) || err != nil {
		t.Errorf("kept back: %+v, %v", left, err)
	}
	must(t, store.ClearLeft(left.SessionID))
	if left, err = store.LeftImported("/w"); left.Free(began) || left.HandedTo != Cleared || err != nil {
		t.Errorf("cleared: %+v, %v", left, err)
	}
	if err := store.PutImported("/w", Imported{Document: make([]byte, ImportedBytesMax+1)}); err == nil {
		t.Error("a document of more than a megabyte is kept")
	}
	retain(t, store, in.At.Add(RetainAgeDefault-time.Minute), RetainAgeDefault, RetainBytesDefault)
	if _, there, _ := store.Imported("/w"); !there {
		t.Error("it went early")
	}
	retain(t, store, in.At.Add(RetainAgeDefault+time.Minute), RetainAgeDefault, RetainBytesDefault)
	if _, there, _ := store.Imported("/w"); there {
		t.Error("it did not go with age")
	}
	must(t, store.PutImported("/w", in))
	_, err = store.Forget("")
	must(t, err)
	if _, there, _ := store.Imported("/w"); there {
		t.Error("it was not forgotten")
	}
}
