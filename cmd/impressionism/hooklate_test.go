//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// lateHook is a hook whose time is up: its answer is rendered and not stored. Its clock
// stands, so that it has all the time for files.
func lateHook(t *testing.T, data, answer string) (h *hookRun, printed *bytes.Buffer) {
	t.Helper()
	a, out, _ := warmApp([]string{"HOME=" + data, "IMPRESSIONISM_HOME=" + data}, nil, 0)
	must(t, a.configure(""))
	h = newHookRun(a, commands{})
	event := abi.Event{Name: abi.EventPrompt, SessionID: "s", Workspace: "/w", Prompt: "write a migration", Time: a.now().UTC()}
	h.event.Store(&event)
	decision := &session.Decision{Event: event.Name, At: event.Time, RulesetID: "r", Answer: json.RawMessage(`{"activate":[],"deactivate":[]}`), Said: answer}
	change := session.Change{}
	if answer != "" {
		change.Told = []session.ToldItem{{Ref: abi.Skill("db")}}
	}
	h.rendered.Store(&rendered{answer: []byte(answer), handover: &session.Handover{Event: event, Change: change, Decision: decision}})
	return h, out
}

// Ensure what is told when time is up is stored by the next command or event, and is
// not told where it cannot be left to them.
func TestToldIsStored(t *testing.T) {
	data := t.TempDir()
	h, printed := lateHook(t, data, "the answer")
	if h.giveUp(h.note); printed.String() != "the answer" {
		t.Fatalf("printed %q", printed)
	}
	store, err := h.open("")
	must(t, err)
	defer store.Close()
	prompts, err := store.Prompts("s", 5)
	if err != nil || len(prompts) != 1 || prompts[0].Outcome != session.OutcomeSuggested || prompts[0].Decision.Said != "the answer" {
		t.Errorf("stored %+v, %v", prompts, err)
	}

	data = t.TempDir()
	must(t, os.WriteFile(filepath.Join(data, "state.db.unstored"), nil, 0o600))
	h, printed = lateHook(t, data, "the answer")
	if h.giveUp(h.note); printed.Len() > 0 {
		t.Errorf("told and not stored: %q", printed)
	}
	unstored := h.rendered.Load().handover
	if got := h.settled(respond.Response{Context: "db", Unstored: unstored}); got.Context != "" {
		t.Errorf("told and not stored: %q", got.Context)
	}
	must(t, os.Remove(filepath.Join(data, "state.db.unstored")))
	if got := h.settled(respond.Response{Context: "db", Unstored: unstored}); got.Context != "db" {
		t.Error("not told, though the next event stores it")
	}
}

// Ensure a decision to say nothing that was there in time is stored as what it is.
func TestSilenceIsStored(t *testing.T) {
	h, printed := lateHook(t, t.TempDir(), "")
	if h.giveUp(h.note); printed.Len() > 0 || h.errOut.(*bytes.Buffer).Len() > 0 {
		t.Errorf("printed %q, %q", printed, h.errOut)
	}
	store, err := h.open("")
	must(t, err)
	defer store.Close()
	prompts, err := store.Prompts("s", 5)
	if err != nil || len(prompts) != 1 || prompts[0].Outcome == session.OutcomeLate || prompts[0].Decision == nil {
		t.Errorf("stored %+v, %v", prompts, err)
	}
}

// Ensure the clock alone decides whether an answer is in time, and not which goroutine a
// busy machine lets run first: the watchdog looks when the work is done and time is up.
func TestAnswerInTime(t *testing.T) {
	for name, test := range map[string]struct {
		late   bool // the answer is rendered after the end
		prompt string
		want   string // session.Outcome…
	}{
		"an answer in time":       {false, "write a database migration that adds a column", session.OutcomeSuggested},
		"silence in time":         {false, "bake some bread and butter for the guests", session.OutcomeNone},
		"an answer too late":      {true, "write a database migration that adds a column", session.OutcomeLate},
		"silence, and it is late": {true, "bake some bread and butter for the guests", session.OutcomeLate},
	} {
		t.Run(name, func(t *testing.T) {
			b := newWarmBench(t)
			event := encodeEvent(map[string]string{"hook_event_name": "UserPromptSubmit", "session_id": "s1", "cwd": b.work, "prompt": test.prompt})
			a, out, errOut := warmApp(append(b.environ, "IMPRESSIONISM_WARM_ENABLED=false"), event, 1)
			now := a.started
			a.now = func() time.Time { return now }
			if test.late {
				now = now.Add(time.Hour)
			}
			h := newHookRun(a, commands{})
			h.work()
			now = a.started.Add(time.Hour)
			h.watch()
			said, gaveUp := strings.Contains(out.String(), "additionalContext"), strings.Contains(errOut.String(), "deadline: no answer after 1h0m0s")
			if said != (test.want == session.OutcomeSuggested) || gaveUp != test.late {
				t.Errorf("printed %q, %q", out, errOut)
			}
			noted, _ := os.ReadFile(b.app.paths.Log)
			if bytes.Contains(noted, []byte("no answer after")) != test.late {
				t.Errorf("the log has %q", noted)
			}
			store, err := b.app.open("")
			must(t, err)
			defer store.Close()
			prompts, err := store.Prompts("s1", 5)
			if err != nil || len(prompts) != 1 || prompts[0].Outcome != test.want {
				t.Errorf("stored %+v, %v, want %q", prompts, err, test.want)
			}
		})
	}
}

// Ensure an event that another process's write keeps from being stored is answered, and
// stored by the next one with what was told.
func TestLockedStore(t *testing.T) {
	b := newWarmBench(t)
	b.promptMS("300") // the lock is waited for as long as that
	db, err := sqlite.Open(b.app.paths.StateDB, sqlite.Options{})
	must(t, err)
	defer db.Close()
	held, err := db.Begin() // takes the write lock
	must(t, err)
	b.environ = append(b.environ, "IMPRESSIONISM_WARM_ENABLED=false")
	suggested, all := b.said()
	must(t, held.Rollback())
	if !suggested {
		t.Fatalf("printed %q", all)
	}
	opened, err := b.app.open("")
	must(t, err)
	defer opened.Close()
	prompts, err := opened.Prompts("s1", 5)
	if err != nil || len(prompts) != 1 || prompts[0].Outcome != session.OutcomeSuggested {
		t.Errorf("stored %+v, %v; printed %q", prompts, err, all)
	}
}

// Ensure a prompt does not wait for the disk to empty a grown log, and the Stop after
// it does.
func TestPromptLeavesLog(t *testing.T) {
	b := newWarmBench(t)
	b.environ = append(b.environ, "IMPRESSIONISM_WARM_ENABLED=false")
	db, err := sqlite.Open(b.app.paths.StateDB, sqlite.Options{})
	must(t, err)
	db.LeaveLog()
	for i := range 8 {
		_, err = db.Exec(`INSERT INTO meta (key, value) VALUES (?, ?)`, fmt.Sprint(i), strings.Repeat("x", 60_000))
		must(t, err)
	}
	must(t, db.Close())
	const grown = 256 << 10
	size := func() int64 { return sizeOf(b.app.paths.StateDB + "-wal") }
	if suggested, all := b.said(); !suggested || size() <= grown {
		t.Errorf("after a prompt, which said %q, the log has %d bytes", all, size())
	}
	stop := encodeEvent(map[string]string{"hook_event_name": "Stop", "session_id": "s1", "cwd": b.work})
	if said := warmHook(t, b.environ, stop, 2); said != "" || size() > grown {
		t.Errorf("after Stop, which said %q, the log has %d bytes", said, size())
	}
}

// Ensure that an event which is still being decoded when its time is up is left to the
// next one to store, and one of our own commands is not.
func TestLateTextsAreStored(t *testing.T) {
	for command, want := range map[string]int{"": 1, pluginName + ":why": 0} {
		h, printed := lateHook(t, t.TempDir(), "")
		event := *h.event.Swap(nil)
		event.Command = command
		h.rendered.Store(outOfTime)
		h.named = true
		go func() {
			time.Sleep(20 * time.Millisecond)
			h.decoded <- event
		}()
		h.giveUp(h.note)
		store, err := h.open("")
		must(t, err)
		prompts, err := store.Prompts("s", 5)
		if err != nil || len(prompts) != want || printed.Len() > 0 {
			t.Errorf("%q: stored %+v, %v; printed %q", command, prompts, err, printed)
		}
		must(t, store.Close())
	}
}
