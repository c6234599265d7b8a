//go:build unix

package serve

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hook"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hooktest"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/serve/relay"
)

// Ensure a server that keeps files open works with those that lie there: removed,
// replaced and damaged ones are noticed from one event to the next.
func TestWarmFollowsFiles(t *testing.T) {
	b := newWarmBench(t)
	taken := serveWarm(t, b.environ)
	if suggested, all := b.said(); !suggested {
		t.Fatalf("the first prompt got %q", all)
	}
	if suggested, all := b.said(); suggested || b.messages() != "2" {
		t.Fatalf("the same was said again: %q, %s messages", all, b.messages())
	}
	move := func(path string) {
		for _, suffix := range []string{"", "-wal", "-shm"} {
			envtest.Must(t, os.Rename(path+suffix, path+".away"+suffix))
		}
	}
	move(b.env.Paths.StateDB)
	if suggested, all := b.said(); !suggested || b.messages() != "1" {
		t.Errorf("without state.db: %q, %s messages", all, b.messages())
	}
	move(b.env.Paths.StateDB + ".away") // so that its name is free
	move(b.env.Paths.StateDB)
	move(b.env.Paths.IndexDB)
	if suggested, all := b.said(); !suggested {
		t.Errorf("without index.db: %q", all)
	}
	handed := taken.Load()
	envtest.Must(t, os.WriteFile(b.env.Paths.StateDB+".bad", []byte(strings.Repeat("no database ", 1000)), 0o600))
	envtest.Must(t, os.Rename(b.env.Paths.StateDB+".bad", b.env.Paths.StateDB))
	envtest.Must(t, errors.Join(os.Remove(b.env.Paths.StateDB+"-wal"), os.Remove(b.env.Paths.StateDB+"-shm")))
	if _, all := b.said(); !strings.Contains(all, "state.db") || b.messages() != "1" {
		t.Errorf("with a damaged state.db: %q, %s messages", all, b.messages())
	}
	if _, all := b.said(); b.messages() != "2" || taken.Load() != handed+2 {
		t.Errorf("after it was mended: %q, %s messages, handed %d of 2", all, b.messages(), taken.Load()-handed)
	}
}

// Ensure a server refuses events of a workspace while one of it has outlived its time, and
// no longer, and answers those of others.
func TestServerLate(t *testing.T) {
	b := newWarmBench(t)
	server, now := newWarmServer(b.env), envtest.WarmClock
	server.Now = func() time.Time { return now }
	slow, err := server.take(look(""))
	envtest.Must(t, err)
	now = now.Add(time.Hour)
	if _, err := server.take(look("")); !errors.Is(err, hook.ErrLate) {
		t.Errorf("while one is late: %v", err)
	}
	other, err := server.take(look(b.work))
	envtest.Must(t, err)
	other.Drop()
	slow.Drop()
	turn, err := server.take(look(""))
	envtest.Must(t, err)
	turn.Drop()
}

// Ensure hooks are told how long they wait once that changes, and not at each event.
func TestServerTellsNewWait(t *testing.T) {
	b := newWarmBench(t)
	b.env.Environ = slices.DeleteFunc(slices.Clone(b.env.Environ), func(entry string) bool { return strings.HasPrefix(entry, "IMPRESSIONISM_WARM_WAIT_MS=") })
	server := newWarmServer(b.env)
	var told []int
	tell := func() error {
		_, terms, err := server.announce()
		told = append(told, terms.WaitMS)
		return err
	}
	envtest.Must(t, tell())
	server.announced.renew = tell
	for _, settings := range []string{"", "", "warm: {wait_ms: 400}\n", "warm: {wait_ms: 400}\n"} {
		envtest.WriteFile(t, filepath.Join(filepath.Dir(b.env.Paths.StateDB), "config.yaml"), settings)
		e := server.forEvent(0)
		envtest.Must(t, e.Configure(b.work))
		if !server.compares(e) {
			t.Errorf("%q: the event is not answered", settings)
		}
	}
	if want := []int{25, 400}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
}

// Ensure events that never end cost a server neither its turns nor what waits for a pause,
// and cost it its life once they are too many, or take its memory.
func TestServerGivesUp(t *testing.T) {
	b := newWarmBench(t)
	server, now := newWarmServer(b.env), envtest.WarmClock
	server.Now = func() time.Time { return now }
	var stuck []serve.Turn
	for i := range hook.TurnsMax {
		turn, err := server.take(look(fmt.Sprint("/hostile/", i)))
		envtest.Must(t, err)
		stuck = append(stuck, turn)
	}
	if _, err := server.take(look("")); !errors.Is(err, hook.ErrTurnsTaken) {
		t.Errorf("while all turns are taken: %v", err)
	}
	now = now.Add(time.Hour)
	if givenUp := server.kept.GiveUpLate(now); givenUp != hook.TurnsMax || tooLate(givenUp, 0) == nil {
		t.Errorf("gave up %d, and the server goes on: %v", givenUp, tooLate(givenUp, 0))
	}
	if tooLate(1, 0) != nil || tooLate(1, hook.GivenUpBytes+1) == nil || tooLate(0, hook.GivenUpBytes+1) != nil {
		t.Error("the server ends for its memory without a stuck event, or does not with one")
	}
	server.gate.Wait(nil) // a stuck event would hold it up for good
	turn, err := server.take(look(""))
	envtest.Must(t, err)
	turn.Drop()
	for _, turn := range stuck {
		turn.Drop()
	}
	if givenUp := server.kept.GiveUpLate(now); givenUp != 0 || server.kept.Lent != 0 {
		t.Errorf("after they ended: %d given up, %d turns lent", givenUp, server.kept.Lent)
	}
}

// slowInput is an event that takes long to read.
type slowInput struct {
	client.Input
	read func()
}

func (s slowInput) Event(at time.Time) (abi.Event, error) {
	s.read()
	return s.Input.Event(at)
}

// Ensure an event that was given up while its settings or texts were read, and then goes on, is
// refused, and gives back its turn once.
func TestServerGivesUpOnReading(t *testing.T) {
	b := newWarmBench(t)
	server, now := newWarmServer(b.env), envtest.WarmClock
	server.Now = func() time.Time { return now }
	served := server.Client()
	read := served.Read
	served.Read = func(in io.Reader, workspace string) (client.Input, error) {
		input, err := read(in, workspace)
		return slowInput{input, func() {
			now = now.Add(time.Hour)
			if givenUp := server.kept.GiveUpLate(now); givenUp != 1 {
				t.Errorf("gave up %d events, want 1", givenUp)
			}
		}}, err
	}
	server.Served = &served
	if _, err := server.take(relay.Offer{Asks: relay.AsksEvent, At: now, Input: b.event()}); !errors.Is(err, hook.ErrLate) {
		t.Errorf("the event was taken: %v", err)
	}
	if givenUp := server.kept.GiveUpLate(now); givenUp != 0 || server.kept.Lent != 0 {
		t.Errorf("after it ended: %d given up, %d turns lent", givenUp, server.kept.Lent)
	}
	server.gate.Wait(nil)
}

// Ensure a server tells what waited for files that the session touched, in that session
// alone.
func TestWarmNestedSkills(t *testing.T) {
	b := newWarmBench(t)
	envtest.WriteFile(t, filepath.Join(b.work, "billing", ".claude", "skills", "ledgers", "SKILL.md"), "---\ndescription: Close the ledger of a quarter and book accruals.\n---\n")
	taken := serveWarm(t, b.environ)
	ask := func(session string) string {
		b.minute++
		return hooktest.WarmHook(t, b.environ, envtest.EncodeEvent(map[string]string{"hook_event_name": "UserPromptSubmit", "session_id": session, "cwd": b.work, "prompt": "close the ledger of the quarter and book the accruals"}), b.minute)
	}
	if all := ask("s1"); strings.Contains(all, "ledgers") {
		t.Errorf("before anything was touched: %q", all)
	}
	b.minute++
	hooktest.WarmHook(t, b.environ, []byte(`{"hook_event_name":"PostToolUse","session_id":"s1","cwd":"`+b.work+`","tool_name":"Edit","tool_input":{"file_path":"`+b.work+`/billing/a.go"}}`), b.minute)
	if all := ask("s1"); !strings.Contains(all, "ledgers") {
		t.Errorf("after a file beneath was edited: %q", all)
	}
	if all := ask("s2"); strings.Contains(all, "ledgers") || taken.Load() != 4 {
		t.Errorf("another session: %q; %d events were the server's", all, taken.Load())
	}
}
