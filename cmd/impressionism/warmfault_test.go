//go:build unix

package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host"
	"github.com/ed-irl/impressionism/host/claude/hook"
	"github.com/ed-irl/impressionism/host/index"
	"github.com/ed-irl/impressionism/host/session"
	"github.com/ed-irl/impressionism/host/sqlite"
	"github.com/ed-irl/impressionism/host/warm"
)

// warmBench is a home with a server to break things around.
type warmBench struct {
	t       *testing.T
	app     *app
	environ []string
	work    string
	minute  int
}

func newWarmBench(t *testing.T) *warmBench {
	base := warmHome(t, "")
	environ := append(warmEnviron(base), "IMPRESSIONISM_HOME="+filepath.Join(base, "data"))
	a, _, _ := warmApp(environ, nil, 0)
	must(t, a.configure(""))
	return &warmBench{t: t, app: a, environ: environ, work: filepath.Join(base, "work")}
}

func (b *warmBench) event() []byte {
	return encodeEvent(map[string]string{"hook_event_name": "UserPromptSubmit", "session_id": "s1", "cwd": b.work, "prompt": "write a database migration that adds a column"})
}

// said runs a hook and tells whether it suggested.
func (b *warmBench) said() (suggested bool, all string) {
	b.minute++
	all = warmHook(b.t, b.environ, b.event(), b.minute)
	return strings.Contains(all, "additionalContext"), all
}

func (b *warmBench) messages() string {
	db, err := sqlite.Open(b.app.paths.StateDB, sqlite.Options{ReadOnly: true})
	must(b.t, err)
	defer db.Close()
	return strings.Join(queryTexts(b.t, db, `SELECT count(*) FROM messages`), "")
}

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
			must(t, os.Rename(path+suffix, path+".away"+suffix))
		}
	}
	move(b.app.paths.StateDB)
	if suggested, all := b.said(); !suggested || b.messages() != "1" {
		t.Errorf("without state.db: %q, %s messages", all, b.messages())
	}
	move(b.app.paths.StateDB + ".away") // so that its name is free
	move(b.app.paths.StateDB)
	move(b.app.paths.IndexDB)
	if suggested, all := b.said(); !suggested {
		t.Errorf("without index.db: %q", all)
	}
	handed := taken.Load()
	must(t, os.WriteFile(b.app.paths.StateDB+".bad", []byte(strings.Repeat("no database ", 1000)), 0o600))
	must(t, os.Rename(b.app.paths.StateDB+".bad", b.app.paths.StateDB))
	must(t, errors.Join(os.Remove(b.app.paths.StateDB+"-wal"), os.Remove(b.app.paths.StateDB+"-shm")))
	if _, all := b.said(); !strings.Contains(all, "state.db") || b.messages() != "1" {
		t.Errorf("with a damaged state.db: %q, %s messages", all, b.messages())
	}
	if _, all := b.said(); b.messages() != "2" || taken.Load() != handed+2 {
		t.Errorf("after it was mended: %q, %s messages, handed %d of 2", all, b.messages(), taken.Load()-handed)
	}
}

// serveFaulty serves with a server that does something else than answer.
func (b *warmBench) serveFaulty(answer func(ctx context.Context, offer warm.Offer, told warm.Told) warm.Result) {
	identity, err := b.app.warmIdentity()
	must(b.t, err)
	place, err := b.app.warmPlace()
	must(b.t, err)
	server := &warm.Server{Identity: identity, Take: func(offer warm.Offer) (warm.Turn, error) {
		return warm.Turn{Drop: func() {}, Answer: func(ctx context.Context, told warm.Told) warm.Result { return answer(ctx, offer, told) }}, nil
	}}
	ctx, cancel := context.WithCancel(b.t.Context())
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- server.Serve(ctx, place, func() { close(ready) }) }()
	<-ready
	b.t.Cleanup(func() { cancel(); must(b.t, <-ended) })
}

// Ensure an event is recorded once and said at most once, wherever a server dies
// that had taken it.
func TestServerDies(t *testing.T) {
	record := func(b *warmBench, offer warm.Offer) {
		store, err := session.Open(b.app.paths.StateDB, session.Options{})
		must(b.t, err)
		defer store.Close()
		_, err = store.Record(offer.Event, b.app.policy())
		must(b.t, err)
	}
	for name, test := range map[string]struct {
		die  func(b *warmBench, offer warm.Offer, told warm.Told)
		want string
	}{
		"at once":                              {func(*warmBench, warm.Offer, warm.Told) {}, "additionalContext"},
		"after it recorded, before it said so": {func(b *warmBench, offer warm.Offer, _ warm.Told) { record(b, offer) }, "recorded and not answered"},
		"after it said so":                     {func(b *warmBench, offer warm.Offer, told warm.Told) { record(b, offer); told.Recorded() }, "recorded and not answered"},
		"after it rendered": {func(b *warmBench, offer warm.Offer, told warm.Told) {
			record(b, offer)
			must(b.t, told.Rendered([]byte("the answer")))
		}, "the answer"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newWarmBench(t)
			b.serveFaulty(func(_ context.Context, offer warm.Offer, told warm.Told) warm.Result {
				test.die(b, offer, told)
				panic("as if it were killed")
			})
			if _, all := b.said(); !strings.Contains(all, test.want) || b.messages() != "1" {
				t.Errorf("got %q and %s messages, want %q", all, b.messages(), test.want)
			}
		})
	}
}

// Ensure what a hook did not live to say is not stored as told: it is said with the
// next prompt.
func TestUnsaidIsNotTold(t *testing.T) {
	b := newWarmBench(t)
	server := b.app.newWarmServer()
	event, err := hook.Decode(strings.NewReader(string(b.event())), warmClock)
	must(t, err)
	event.Workspace = b.work
	turn, err := server.take(warm.Offer{Event: event})
	must(t, err)
	turn.Answer(t.Context(), warm.Told{Recorded: func() {}, Rendered: func([]byte) error { return errors.New("it has ended") }})
	must(t, server.kept.letGo())
	if suggested, all := b.said(); !suggested || b.messages() != "2" {
		t.Errorf("got %q, %s messages", all, b.messages())
	}
}

// Ensure what came with the program is found by the server, too: an archive's model
// lies beside the program.
func TestServerFindsModelBeside(t *testing.T) {
	b := newWarmBench(t)
	b.app.executable = filepath.Join(t.TempDir(), "bin", "impressionism")
	event := b.app.newWarmServer().forEvent(0)
	must(t, event.configure(""))
	if got, want := event.modelDirs(), b.app.modelDirs(); len(want) != 2 || !slices.Equal(got, want) {
		t.Errorf("models are looked for in %q, by a hook in %q", got, want)
	}
}

// Ensure a server that outlives an upgrade leaves the later version's index alone: to
// take its place would cost all vectors, at every search again.
func TestServerLeavesNewerIndex(t *testing.T) {
	b := newWarmBench(t)
	db, err := sqlite.Open(b.app.paths.IndexDB, sqlite.Options{})
	must(t, err)
	_, err = db.Exec(`PRAGMA user_version = 99`)
	must(t, errors.Join(err, db.Close()))
	server := b.app.newWarmServer()
	if _, err := server.search(t.Context(), "a database migration", 5); !errors.Is(err, errUpgraded) {
		t.Errorf("searching: %v", err)
	}
	server.completeOnce(t.Context(), b.work)
	db, err = sqlite.Open(b.app.paths.IndexDB, sqlite.Options{ReadOnly: true})
	must(t, err)
	defer db.Close()
	if got := strings.Join(queryTexts(t, db, `PRAGMA user_version`), ""); got != "99" {
		t.Errorf("the index is of version %s", got)
	}
}

// Ensure only as many events are taken as there are turns, which is nothing to warn
// of, a panic costs no turn, and turns come back.
func TestTurns(t *testing.T) {
	b := newWarmBench(t)
	server, panics := b.app.newWarmServer(), false
	server.now = func() time.Time {
		if panics {
			panic("over one event")
		}
		return warmClock
	}
	var turns []warm.Turn
	for range turnsMax {
		turn, err := server.take(warm.Offer{})
		must(t, err)
		turns = append(turns, turn)
	}
	if _, err := server.take(warm.Offer{}); !errors.Is(err, errTurnsTaken) {
		t.Errorf("one more: %v", err)
	}
	server.noted(host.ProblemWarm, errTurnsTaken)
	if log, err := os.ReadFile(b.app.paths.Log); err == nil {
		t.Errorf("the log tells of what is as it should be: %s", log)
	}
	turns[0].Drop()
	panics = true
	if result := turns[1].Answer(t.Context(), warm.Told{}); len(result.Problems) != 1 {
		t.Errorf("got %+v", result)
	}
	if _, err := server.take(warm.Offer{}); err == nil || errors.Is(err, errTurnsTaken) {
		t.Errorf("a panic before an event is taken: %v", err)
	}
	panics = false
	for _, turn := range turns[2:] {
		turn.Drop()
	}
	for range turnsMax {
		_, err := server.take(warm.Offer{})
		must(t, err)
	}
}

// Ensure an event that the server cannot begin stays the hook's: nothing was said of
// it, so the hook works alone.
func TestFailsBeforeTaken(t *testing.T) {
	b := newWarmBench(t)
	server := b.app.newWarmServer()
	server.environ = nil // so that nothing is found
	if _, err := server.take(warm.Offer{}); err == nil {
		t.Error("it was taken")
	}
	if server.kept.lent != 0 {
		t.Errorf("%d turns are lent", server.kept.lent)
	}
}

// Ensure a server that is stuck costs one event its time: the next hooks work alone.
func TestServerStuck(t *testing.T) {
	b := newWarmBench(t)
	b.environ = slices.DeleteFunc(b.environ, func(entry string) bool { return strings.HasPrefix(entry, "IMPRESSIONISM_HOOK_PROMPT_MS=") })
	b.environ = append(b.environ, "IMPRESSIONISM_HOOK_PROMPT_MS=1000")
	b.app, _, _ = warmApp(b.environ, nil, 0)
	must(t, b.app.configure(""))
	var taken atomic.Int64
	b.serveFaulty(func(context.Context, warm.Offer, warm.Told) warm.Result {
		taken.Add(1)
		<-t.Context().Done()
		return warm.Result{}
	})
	if _, all := b.said(); !strings.Contains(all, "no answer") {
		t.Errorf("the first: %q", all)
	}
	if suggested, all := b.said(); !suggested || b.messages() != "1" || taken.Load() != 1 {
		t.Errorf("the second: %q, %s messages, %d handed over", all, b.messages(), taken.Load())
	}
}

// Ensure a server refuses events while one has outlived its time, and no longer.
func TestServerLate(t *testing.T) {
	b := newWarmBench(t)
	server, now := b.app.newWarmServer(), warmClock
	server.now = func() time.Time { return now }
	slow, err := server.take(warm.Offer{})
	must(t, err)
	now = now.Add(time.Hour)
	if _, err := server.take(warm.Offer{}); !errors.Is(err, errLate) {
		t.Errorf("while one is late: %v", err)
	}
	slow.Drop()
	turn, err := server.take(warm.Offer{})
	must(t, err)
	turn.Drop()
}

// Ensure the index is completed after an event only where that helps: texts without a
// vector wait for a model, and what failed is not tried again at once.
func TestCompletesWhereItHelps(t *testing.T) {
	b := newWarmBench(t)
	server, now := b.app.newWarmServer(), warmClock
	server.now = func() time.Time { return now }
	wakes := func(report index.Report) bool {
		server.after(b.app, b.work, &report)
		select {
		case <-server.work:
			return true
		default:
			return false
		}
	}
	if wakes(index.Report{Pending: 1}) || wakes(index.Report{}) || !wakes(index.Report{Waiting: 1, Pending: 1}) {
		t.Error("without a model: it is to wake for files only")
	}
	must(t, os.RemoveAll(b.app.paths.IndexDB))
	must(t, os.MkdirAll(filepath.Join(b.app.paths.IndexDB, "no", "index"), 0o700))
	server.completeOnce(t.Context(), b.work)
	server.completeOnce(t.Context(), b.work)
	if log, err := os.ReadFile(b.app.paths.Log); err != nil || strings.Count(string(log), "\n") != 1 || wakes(index.Report{Waiting: 1}) {
		t.Errorf("after an error: %v, the log has %s", err, log)
	}
	if server.rest.rests(now, "another model") {
		t.Error("another model is to be tried")
	}
	now = now.Add(embedRestWait)
	if !wakes(index.Report{Waiting: 1}) {
		t.Error("it is not tried again")
	}
}
