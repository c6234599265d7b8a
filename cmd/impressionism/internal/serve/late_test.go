//go:build unix

package serve

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
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hook"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hooktest"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// lateHook is a hook whose time is up: its answer is rendered and not stored. Its clock
// stands, so that it has all the time for files.
func lateHook(t *testing.T, data, answer string) (h *hook.Invocation, printed *bytes.Buffer) {
	t.Helper()
	e, out, _ := envtest.WarmApp([]string{"HOME=" + data, "IMPRESSIONISM_HOME=" + data}, nil, 0)
	envtest.Must(t, e.Configure(""))
	h = hook.NewInvocation(e, hook.Commands{})
	event := abi.Event{Name: abi.EventPrompt, SessionID: "s", Workspace: "/w", Prompt: "write a migration", Time: e.Now().UTC()}
	h.Event.Store(&event)
	decision := &session.Decision{Event: event.Name, At: event.Time, RulesetID: "r", Answer: json.RawMessage(`{"activate":[],"deactivate":[]}`), Said: answer}
	change := session.Change{}
	if answer != "" {
		change.Told = []session.ToldItem{{Ref: abi.Skill("db")}}
	}
	h.Rendered.Store(&hook.Rendered{Answer: []byte(answer), Handover: &session.Handover{Event: event, Change: change, Decision: decision}})
	return h, out
}

// Ensure what is told when time is up is stored by the next command or event, and is
// not told where it cannot be left to them.
func TestToldIsStored(t *testing.T) {
	data := t.TempDir()
	h, printed := lateHook(t, data, "the answer")
	if h.GiveUp(h.Note); printed.String() != "the answer" {
		t.Fatalf("printed %q", printed)
	}
	store, err := wire.Open(h.Env, "")
	envtest.Must(t, err)
	defer store.Close()
	prompts, err := store.Prompts("s", 5)
	if err != nil || len(prompts) != 1 || prompts[0].Outcome != session.OutcomeSuggested || prompts[0].Decision.Said != "the answer" {
		t.Errorf("stored %+v, %v", prompts, err)
	}

	data = t.TempDir()
	envtest.Must(t, os.WriteFile(filepath.Join(data, "state.db.unstored"), nil, 0o600))
	h, printed = lateHook(t, data, "the answer")
	if h.GiveUp(h.Note); printed.Len() > 0 {
		t.Errorf("told and not stored: %q", printed)
	}
	unstored := h.Rendered.Load().Handover
	if got := h.Settled(respond.Response{Context: "db", Unstored: unstored}); got.Context != "" {
		t.Errorf("told and not stored: %q", got.Context)
	}
	envtest.Must(t, os.Remove(filepath.Join(data, "state.db.unstored")))
	if got := h.Settled(respond.Response{Context: "db", Unstored: unstored}); got.Context != "db" {
		t.Error("not told, though the next event stores it")
	}
}

// Ensure a decision to say nothing that was there in time is stored as what it is.
func TestSilenceIsStored(t *testing.T) {
	h, printed := lateHook(t, t.TempDir(), "")
	if h.GiveUp(h.Note); printed.Len() > 0 || h.ErrOut.(*bytes.Buffer).Len() > 0 {
		t.Errorf("printed %q, %q", printed, h.ErrOut)
	}
	store, err := wire.Open(h.Env, "")
	envtest.Must(t, err)
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
			event := envtest.EncodeEvent(map[string]string{"hook_event_name": "UserPromptSubmit", "session_id": "s1", "cwd": b.work, "prompt": test.prompt})
			e, out, errOut := envtest.WarmApp(append(b.environ, "IMPRESSIONISM_WARM_ENABLED=false"), event, 1)
			now := e.Started
			e.Now = func() time.Time { return now }
			if test.late {
				now = now.Add(time.Hour)
			}
			h := hook.NewInvocation(e, hook.Commands{})
			h.Work()
			now = e.Started.Add(time.Hour)
			h.Watch()
			said, gaveUp := strings.Contains(out.String(), "additionalContext"), strings.Contains(errOut.String(), "deadline: no answer after 1h0m0s")
			if said != (test.want == session.OutcomeSuggested) || gaveUp != test.late {
				t.Errorf("printed %q, %q", out, errOut)
			}
			noted, _ := os.ReadFile(b.env.Paths.Log)
			if bytes.Contains(noted, []byte("no answer after")) != test.late {
				t.Errorf("the log has %q", noted)
			}
			store, err := wire.Open(b.env, "")
			envtest.Must(t, err)
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
	db, err := sqlite.Open(b.env.Paths.StateDB, sqlite.Options{})
	envtest.Must(t, err)
	defer db.Close()
	held, err := db.Begin() // takes the write lock
	envtest.Must(t, err)
	b.environ = append(b.environ, "IMPRESSIONISM_WARM_ENABLED=false")
	suggested, all := b.said()
	envtest.Must(t, held.Rollback())
	if !suggested {
		t.Fatalf("printed %q", all)
	}
	opened, err := wire.Open(b.env, "")
	envtest.Must(t, err)
	defer opened.Close()
	prompts, err := opened.Prompts("s1", 5)
	if err != nil || len(prompts) != 1 || prompts[0].Outcome != session.OutcomeSuggested {
		t.Errorf("stored %+v, %v; printed %q", prompts, err, all)
	}
}

// grown is the size of a log from which it is emptied.
const grown = 256 << 10

// growLog gives state.db a log larger than that, and returns how large it is at the moment.
func (b *bench) growLog() (size func() int64) {
	db, err := sqlite.Open(b.env.Paths.StateDB, sqlite.Options{})
	envtest.Must(b.t, err)
	db.LeaveLog()
	for i := range 8 {
		_, err = db.Exec(`INSERT INTO meta (key, value) VALUES (?, ?)`, fmt.Sprint(i), strings.Repeat("x", 60_000))
		envtest.Must(b.t, err)
	}
	envtest.Must(b.t, db.Close())
	return func() int64 { return env.SizeOf(b.env.Paths.StateDB + "-wal") }
}

// Ensure a prompt does not wait for the disk to empty a grown log, and the Stop after
// it does.
func TestPromptLeavesLog(t *testing.T) {
	b := newWarmBench(t)
	b.environ = append(b.environ, "IMPRESSIONISM_WARM_ENABLED=false")
	size := b.growLog()
	if suggested, all := b.said(); !suggested || size() <= grown {
		t.Errorf("after a prompt, which said %q, the log has %d bytes", all, size())
	}
	stop := envtest.EncodeEvent(map[string]string{"hook_event_name": "Stop", "session_id": "s1", "cwd": b.work})
	if said := hooktest.WarmHook(t, b.environ, stop, 2); said != "" || size() > grown {
		t.Errorf("after Stop, which said %q, the log has %d bytes", said, size())
	}
}

// Ensure the server empties a grown log after an event, so that no answer waits for the disk.
func TestServerEmptiesLog(t *testing.T) {
	b := newWarmBench(t)
	taken := serveWarm(t, b.environ)
	size := b.growLog()
	before := size()
	if suggested, all := b.said(); !suggested || before <= grown || taken.Load() != 1 {
		t.Fatalf("said %q with a log of %d bytes, %d events were the server's", all, before, taken.Load())
	}
	for until := time.Now().Add(time.Minute); size() > grown && time.Now().Before(until); {
		time.Sleep(time.Millisecond)
	}
	if size() > grown {
		t.Errorf("the log has %d bytes", size())
	}
}

// Ensure that an event which is still being decoded when its time is up is left to the
// next one to store, and one of our own commands is not.
func TestLateTextsAreStored(t *testing.T) {
	for command, want := range map[string]int{"": 1, env.PluginName + ":why": 0} {
		h, printed := lateHook(t, t.TempDir(), "")
		event := *h.Event.Swap(nil)
		event.Command = command
		h.Rendered.Store(hook.OutOfTime)
		h.Named = true
		go func() {
			time.Sleep(20 * time.Millisecond)
			h.Decoded <- event
		}()
		h.GiveUp(h.Note)
		store, err := wire.Open(h.Env, "")
		envtest.Must(t, err)
		prompts, err := store.Prompts("s", 5)
		if err != nil || len(prompts) != want || printed.Len() > 0 {
			t.Errorf("%q: stored %+v, %v; printed %q", command, prompts, err, printed)
		}
		envtest.Must(t, store.Close())
	}
}
