//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host"
	"github.com/ed-irl/impressionism/host/session"
	"github.com/ed-irl/impressionism/host/sqlite"
)

// lateHook is a hook whose time is up: its answer is rendered and not stored.
func lateHook(t *testing.T, data string) (h *hookRun, printed *bytes.Buffer) {
	t.Helper()
	out := &bytes.Buffer{}
	a := &app{
		environ: []string{"HOME=" + data, "IMPRESSIONISM_HOME=" + data}, in: &bytes.Buffer{}, out: out, errOut: &bytes.Buffer{},
		started: time.Now(), now: time.Now, cwd: data,
	}
	a.modules = &modules{app: a}
	must(t, a.configure(""))
	h = newHookRun(a)
	event := abi.Event{Name: abi.EventPrompt, SessionID: "s", Workspace: "/w", Prompt: "write a migration", Time: time.Now().UTC()}
	h.event.Store(&event)
	h.rendered.Store(&rendered{[]byte("the answer"), &session.Handover{
		Event: event, Change: session.Change{Told: []session.ToldItem{{Key: session.Key{Kind: "skill", ID: "db"}}}},
		Decision: &session.Decision{Event: event.Name, At: event.Time, RulesetID: "r", Answer: json.RawMessage(`{"activate":[],"deactivate":[]}`), Said: "db"},
	}})
	return h, out
}

// Ensure what is told when time is up is stored by the next command or event, and is
// not told where it cannot be left to them.
func TestToldIsStored(t *testing.T) {
	data := t.TempDir()
	h, printed := lateHook(t, data)
	if h.giveUp(h.note); printed.String() != "the answer" {
		t.Fatalf("printed %q", printed)
	}
	store, err := h.open("")
	must(t, err)
	defer store.Close()
	prompts, err := store.Prompts("s", 5)
	if err != nil || len(prompts) != 1 || prompts[0].Outcome != session.OutcomeSuggested || prompts[0].Decision.Said != "db" {
		t.Errorf("stored %+v, %v", prompts, err)
	}

	data = t.TempDir()
	must(t, os.WriteFile(filepath.Join(data, "state.db.unstored"), nil, 0o600))
	h, printed = lateHook(t, data)
	if h.giveUp(h.note); printed.Len() > 0 {
		t.Errorf("told and not stored: %q", printed)
	}
	unstored := h.rendered.Load().handover
	if got := h.settled(host.Response{Context: "db", Unstored: unstored}); got.Context != "" {
		t.Errorf("told and not stored: %q", got.Context)
	}
	must(t, os.Remove(filepath.Join(data, "state.db.unstored")))
	if got := h.settled(host.Response{Context: "db", Unstored: unstored}); got.Context != "db" {
		t.Error("not told, though the next event stores it")
	}
}

// Ensure an event that another process's write keeps from being stored is stored by the
// next one, with what was told.
func TestLockedStore(t *testing.T) {
	b := newWarmBench(t)
	b.environ = slices.DeleteFunc(b.environ, func(entry string) bool { return strings.HasPrefix(entry, "IMPRESSIONISM_HOOK_PROMPT_MS=") })
	db, err := sqlite.Open(b.app.paths.StateDB, sqlite.Options{})
	must(t, err)
	defer db.Close()
	held, err := db.Begin() // takes the write lock
	must(t, err)
	environ := append(b.environ, "IMPRESSIONISM_WARM_ENABLED=false", "IMPRESSIONISM_HOOK_PROMPT_MS=1500")
	a, out, errOut := warmApp(environ, b.event(), 1)
	began := time.Now()
	a.now = func() time.Time { return a.started.Add(time.Since(began)) }
	a.runHook(nil)
	must(t, held.Rollback())
	// A process would have ended; in this one the work goes on and writes its files.
	t.Cleanup(func() {
		for until := time.Now().Add(10 * time.Second); time.Now().Before(until); time.Sleep(100 * time.Millisecond) {
			if os.RemoveAll(filepath.Dir(b.app.paths.StateDB)) == nil {
				time.Sleep(300 * time.Millisecond)
				if _, err := os.Stat(filepath.Dir(b.app.paths.StateDB)); err != nil {
					return
				}
			}
		}
	})
	if !strings.Contains(out.String(), "additionalContext") && !strings.Contains(errOut.String(), "no answer") {
		t.Fatalf("printed %q, %q", out, errOut)
	}
	opened, err := b.app.open("")
	must(t, err)
	defer opened.Close()
	prompts, err := opened.Prompts("s1", 5)
	if err != nil || len(prompts) != 1 || prompts[0].Outcome == "" {
		t.Errorf("stored %+v, %v; printed %q, %q", prompts, err, out, errOut)
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
		h, printed := lateHook(t, t.TempDir())
		event := *h.event.Swap(nil)
		event.Command = command
		h.rendered.Store(nil)
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
