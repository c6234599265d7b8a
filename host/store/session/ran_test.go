package session_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Ensure a session ran from its first event to its end or, where none is known, until some time
// behind its last event; in its workspace, above and below it, and not beside it.
func TestRan(t *testing.T) {
	store, err := session.Open(filepath.Join(t.TempDir(), "state.db"), session.Options{Scratch: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	minute := func(n int) time.Time { return at.Add(time.Duration(n) * time.Minute) }
	for _, event := range []abi.Event{
		{Name: abi.EventSessionStarted, SessionID: "ended", Workspace: "/w/app", Time: minute(0)},
		{Name: abi.EventSessionEnded, SessionID: "ended", Workspace: "/w/app", Time: minute(30)},
		{Name: abi.EventSessionStarted, SessionID: "killed", Workspace: "/w/other", Time: minute(100)},
		{Name: abi.EventPrompt, SessionID: "killed", Workspace: "/w/other", Time: minute(120), Prompt: "x"},
		{Name: abi.EventSessionStarted, SessionID: "root", Workspace: "/", Time: minute(500)},
		{Name: abi.EventSessionEnded, SessionID: "root", Workspace: "/", Time: minute(510)},
	} {
		if _, err := store.Record(event, session.Policy{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		minute int
		of     string
		want   bool
	}{
		{-1, "", false},
		{0, "", true},
		{15, "", true},
		{30, "", true},
		{31, "", false},
		{15, "/w/app", true},
		{15, "/w/app/", true},
		{15, "/w", true},
		{15, "/w/app/inner", true},
		{15, "/w/ap", false},
		{15, "/w/app2", false},
		{15, "/w/other", false},
		{120, "/w/other", true},
		{129, "/w/other", true},
		{131, "/w/other", false},
		{110, "/w/app", false},
		{505, "/anything", true},
		{520, "/anything", false},
	} {
		if got, err := store.Ran(minute(test.minute), test.of); got != test.want || err != nil {
			t.Errorf("%+v: got %v, %v", test, got, err)
		}
	}
}

// Ensure a session that ended and is resumed did not run between, whatever comes later, and that
// one whose end was none did: an event that is no resumption takes the end back.
func TestRanNotBetween(t *testing.T) {
	store, err := session.Open(filepath.Join(t.TempDir(), "state.db"), session.Options{Scratch: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	hour := func(n int) time.Time { return at.Add(time.Duration(n) * time.Hour) }
	for _, event := range []abi.Event{
		{Name: abi.EventSessionStarted, SessionID: "resumed", Workspace: "/w/a", Time: hour(0), Source: "startup"},
		{Name: abi.EventSessionEnded, SessionID: "resumed", Workspace: "/w/a", Time: hour(2)},
		{Name: abi.EventSessionStarted, SessionID: "resumed", Workspace: "/w/a", Time: hour(10), Source: "resume"},
		{Name: abi.EventPrompt, SessionID: "resumed", Workspace: "/w/a", Time: hour(11), Prompt: "x"},
		{Name: abi.EventSessionEnded, SessionID: "resumed", Workspace: "/w/a", Time: hour(12)},
		{Name: abi.EventSessionStarted, SessionID: "resumed", Workspace: "/w/a", Time: hour(20), Source: "resume"},

		{Name: abi.EventSessionStarted, SessionID: "goes on", Workspace: "/w/b", Time: hour(0), Source: "startup"},
		{Name: abi.EventSessionEnded, SessionID: "goes on", Workspace: "/w/b", Time: hour(2)},
		{Name: abi.EventToolUsed, SessionID: "goes on", Workspace: "/w/b", Time: hour(10)},
		{Name: abi.EventSessionStarted, SessionID: "goes on", Workspace: "/w/b", Time: hour(12), Source: "resume"},

		{Name: abi.EventSessionStarted, SessionID: "late", Workspace: "/w/c", Time: hour(0), Source: "startup"},
		{Name: abi.EventPrompt, SessionID: "late", Workspace: "/w/c", Time: hour(9), Prompt: "x"},
		{Name: abi.EventSessionEnded, SessionID: "late", Workspace: "/w/c", Time: hour(2)}, // stored after what came later
		{Name: abi.EventSessionStarted, SessionID: "late", Workspace: "/w/c", Time: hour(12), Source: "resume"},
		{Name: abi.EventSessionEnded, SessionID: "late", Workspace: "/w/c", Time: hour(14)},
		{Name: abi.EventSessionStarted, SessionID: "late", Workspace: "/w/c", Time: hour(13), Source: "resume"},
	} {
		if _, err := store.Record(event, session.Policy{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		hour int
		of   string
		want bool
	}{
		{1, "/w/a", true},
		{2, "/w/a", true},
		{3, "/w/a", false},
		{9, "/w/a", false},
		{10, "/w/a", true},
		{12, "/w/a", true},
		{15, "/w/a", false},
		{20, "/w/a", true},
		{21, "/w/a", false},
		{5, "/w/b", true},
		{11, "/w/b", true},
		{5, "/w/c", true},
		{9, "/w/c", true},
		{10, "/w/c", false},
		{13, "/w/c", true},
		{5, "", true},
		{15, "", false},
	} {
		if got, err := store.Ran(hour(test.hour), test.of); got != test.want || err != nil {
			t.Errorf("%+v: got %v, %v", test, got, err)
		}
	}
}

// Ensure a session ran at a time to which the clock was set back in it, also once its row went and
// where it was closed then before, and that when it started is as it was.
func TestRanByAClockSetBack(t *testing.T) {
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	hour := func(n int) time.Time { return at.Add(time.Duration(n) * time.Hour) }
	event := func(name string, n int, source string) abi.Event {
		return abi.Event{Name: name, SessionID: "s", Workspace: "/w", Time: hour(n), Source: source}
	}
	for name, goes := range map[string]func(*session.Store) error{
		"kept":      func(*session.Store) error { return nil },
		"forgotten": func(store *session.Store) error { _, err := store.Forget("s"); return err },
		"all gone":  func(store *session.Store) error { _, err := store.Forget(""); return err },
		"old": func(store *session.Store) error {
			_, err := store.Retain(hour(10_000), 0, session.RetainBytesDefault, nil)
			return err
		},
	} {
		store, err := session.Open(filepath.Join(t.TempDir(), "state.db"), session.Options{Scratch: true})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		for _, e := range []abi.Event{
			event(abi.EventSessionStarted, 0, "startup"), event(abi.EventSessionEnded, 2, ""), event(abi.EventSessionStarted, 10, "resume"), event(abi.EventSessionEnded, 12, ""),
			event(abi.EventSessionStarted, 20, "resume"), event(abi.EventToolUsed, 5, ""), event(abi.EventToolUsed, -5, ""), event(abi.EventToolUsed, -4, ""),
		} {
			recorded, err := store.Record(e, session.Policy{})
			if err != nil || !recorded.StartedAt.Equal(hour(0)) {
				t.Fatalf("%s: %v, started at %v", name, err, recorded.StartedAt)
			}
		}
		if err := goes(store); err != nil {
			t.Fatal(err)
		}
		if got, err := store.Ran(hour(-5).Add(-time.Minute), "/w"); !got || err != nil { // a tool writes before it tells
			t.Errorf("%s, shortly before the first event by the new clock: got %v, %v", name, got, err)
		}
		for n, want := range map[int]bool{-6: false, -5: true, -3: true, 1: true, 5: true, 15: name != "kept", 20: true, 21: false} {
			if got, err := store.Ran(hour(n), "/w"); got != want || err != nil {
				t.Errorf("%s, hour %d: got %v, %v", name, n, got, err)
			}
		}
	}
}

// Ensure a session that was resumed ran shortly before the first event that tells of a clock which
// was set back since, and that events of one time which come in another order tell of none.
func TestRanByAClockSetBackToItsPause(t *testing.T) {
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		last, then time.Duration // by the clock as it was, and as it is
		late, want bool
	}{
		{time.Hour, time.Second, false, true},
		{time.Hour, 9 * time.Minute, false, true},
		{time.Hour, 11 * time.Minute, false, false},
		{5 * time.Second, time.Second, false, false},
		{5 * time.Second, -2 * time.Second, false, true},
		{time.Hour, time.Second, true, false},
	} {
		folder := t.TempDir()
		store, err := session.Open(filepath.Join(folder, "state.db"), session.Options{Scratch: true})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		event := func(name string, after time.Duration, source string) abi.Event {
			return abi.Event{Name: name, SessionID: "s", Workspace: "/w", Time: at.Add(after), Source: source}
		}
		events := []abi.Event{
			event(abi.EventSessionStarted, -10*time.Hour, "startup"), event(abi.EventSessionEnded, -8*time.Hour, ""), event(abi.EventSessionStarted, 0, "resume"),
			event(abi.EventToolUsed, test.last, ""),
		}
		then := event(abi.EventToolUsed, test.then, "")
		if !test.late {
			events = append(events, then)
		}
		for _, e := range events {
			if _, err := store.Record(e, session.Policy{}); err != nil {
				t.Fatal(err)
			}
		}
		if test.late {
			if err := (session.Policy{}).HandOver(folder, "1", session.Handover{Event: then}); err != nil {
				t.Fatal(err)
			}
			if err := store.TakeIn(folder, session.Policy{}, at.Add(test.last), func() bool { return true }); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := store.Ran(at.Add(-time.Second), "/w"); got != test.want || err != nil {
			t.Errorf("%+v: got %v, %v", test, got, err)
		}
	}
}

// Ensure so many pauses of one session are kept, and that what more there are count as run.
func TestRanPausesHaveALimit(t *testing.T) {
	store, err := session.Open(filepath.Join(t.TempDir(), "state.db"), session.Options{Scratch: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	hour := func(n int) time.Time { return at.Add(time.Duration(n) * time.Hour) }
	const pauses = 200
	for i := range pauses + 1 {
		for _, event := range []abi.Event{
			{Name: abi.EventSessionStarted, SessionID: "s", Workspace: "/w", Time: hour(10 * i), Source: "resume"},
			{Name: abi.EventSessionEnded, SessionID: "s", Workspace: "/w", Time: hour(10*i + 1)},
		} {
			if _, err := store.Record(event, session.Policy{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for pause, want := range map[int]bool{0: false, pauses - 1: false} {
		if got, err := store.Ran(hour(10*pause+5), "/w"); got != want || err != nil {
			t.Errorf("pause %d: got %v, %v", pause, got, err)
		}
	}
	if _, err := store.Record(abi.Event{Name: abi.EventSessionStarted, SessionID: "s", Workspace: "/w", Time: hour(10 * (pauses + 1)), Source: "resume"}, session.Policy{}); err != nil {
		t.Fatal(err)
	}
	if got, err := store.Ran(hour(10*pauses+5), "/w"); !got || err != nil {
		t.Errorf("one more: got %v, %v", got, err)
	}
}

// Ensure when sessions ran is still known once retention, forget or damage took their rows: of
// what retention took in their workspace, and of what was forgotten in any.
func TestRanOnceRowsWent(t *testing.T) {
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	minute := func(n int) time.Time { return at.Add(time.Duration(n) * time.Minute) }
	retain := func(store *session.Store) error {
		_, err := store.Retain(minute(200), 0, session.RetainBytesDefault, nil)
		return err
	}
	forget := func(ids ...string) func(*session.Store) error {
		return func(store *session.Store) error {
			for _, id := range ids {
				if _, err := store.Forget(id); err != nil {
					return err
				}
			}
			return nil
		}
	}
	type asked struct {
		minute int
		of     string
		want   bool
	}
	for _, test := range []struct {
		name  string
		goes  func(*session.Store) error
		asked []asked
	}{
		{"retention", retain, []asked{{-1, "", false}, {15, "", true}, {15, "/w/a", true}, {15, "/w/a/inner", true}, {15, "/w/b", false}, {31, "/w/a", false}, {115, "/w/b", true}}},
		{
			"retention, then forget", func(store *session.Store) error { return errors.Join(retain(store), forget("")(store)) },
			[]asked{{-1, "", false}, {15, "/w/b", true}, {115, "/w/a", true}, {129, "", true}, {131, "", false}},
		},
		{"one session", forget("ended"), []asked{{-1, "", false}, {15, "", true}, {15, "/elsewhere", true}, {31, "", false}, {115, "/elsewhere", false}, {115, "/w/b", true}}},
		{"one and the other", forget("killed", "ended"), []asked{{-1, "", false}, {15, "/w/b", true}, {129, "/w/a", true}, {131, "", false}}},
		{"all", forget(""), []asked{{-1, "", false}, {15, "/w/b", true}, {129, "/w/a", true}, {131, "", false}}},
		{"all, and again", forget("", ""), []asked{{-1, "", false}, {129, "", true}, {131, "", false}}},
	} {
		store, err := session.Open(filepath.Join(t.TempDir(), "state.db"), session.Options{Scratch: true})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		for _, event := range []abi.Event{
			{Name: abi.EventSessionStarted, SessionID: "ended", Workspace: "/w/a", Time: minute(0)},
			{Name: abi.EventSessionEnded, SessionID: "ended", Workspace: "/w/a", Time: minute(30)},
			{Name: abi.EventSessionStarted, SessionID: "killed", Workspace: "/w/b", Time: minute(100)},
			{Name: abi.EventPrompt, SessionID: "killed", Workspace: "/w/b", Time: minute(120), Prompt: "x"},
		} {
			if _, err := store.Record(event, session.Policy{}); err != nil {
				t.Fatal(err)
			}
		}
		if err := test.goes(store); err != nil {
			t.Fatal(err)
		}
		for _, ask := range test.asked {
			if got, err := store.Ran(minute(ask.minute), ask.of); got != ask.want || err != nil {
				t.Errorf("%s: %+v: got %v, %v", test.name, ask, got, err)
			}
		}
	}

	path := filepath.Join(t.TempDir(), "state.db")
	if err := os.WriteFile(path, []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if report, err := session.Salvage(path, at); err != nil || report.Moved == "" {
		t.Fatalf("salvage: %+v, %v", report, err)
	}
	store, err := session.Open(path, session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for n, want := range map[int]bool{-1000: true, 0: true, 10: true, 11: false} {
		if got, err := store.Ran(minute(n), "/w"); got != want || err != nil {
			t.Errorf("after damage, minute %d: got %v, %v", n, got, err)
		}
	}
}
