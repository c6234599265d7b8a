//go:build unix

package serve

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

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hooktest"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/serve/relay"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// bench is a home with a server to break things around.
type bench struct {
	t       *testing.T
	env     *env.Env
	environ []string
	work    string
	minute  int
	faulty  *server
	wait    time.Duration // of hooks for a faulty server's answer; 0: as long as the event has
}

func newWarmBench(t *testing.T) *bench {
	base := hooktest.WarmHome(t, "")
	environ := append(envtest.WarmEnviron(base), "IMPRESSIONISM_HOME="+filepath.Join(base, "data"))
	e, _, _ := envtest.WarmApp(environ, nil, 0)
	envtest.Must(t, e.Configure(""))
	return &bench{t: t, env: e, environ: environ, work: filepath.Join(base, "work")}
}

func (b *bench) event() []byte {
	return envtest.EncodeEvent(map[string]string{"hook_event_name": "UserPromptSubmit", "session_id": "s1", "cwd": b.work, "prompt": "write a database migration that adds a column"})
}

// said runs a hook and tells whether it suggested.
func (b *bench) said() (suggested bool, all string) {
	b.minute++
	all = hooktest.WarmHook(b.t, b.environ, b.event(), b.minute)
	return strings.Contains(all, "additionalContext"), all
}

// lab.promptMS sets what a prompt may take.
func (b *bench) promptMS(ms string) {
	const name = "IMPRESSIONISM_HOOK_PROMPT_MS="
	b.environ = slices.DeleteFunc(b.environ, func(entry string) bool { return strings.HasPrefix(entry, name) })
	b.environ = append(b.environ, name+ms)
}

func (b *bench) messages() string {
	db, err := sqlite.Open(b.env.Paths.StateDB, sqlite.Options{ReadOnly: true})
	envtest.Must(b.t, err)
	defer db.Close()
	return strings.Join(queryTexts(b.t, db, `SELECT count(*) FROM messages`), "")
}

// serveFaulty serves with a server that takes events as it should and then does something
// else than answer.
func (b *bench) serveFaulty(answer func(ctx context.Context, event abi.Event, told serve.Told) serve.Result) {
	faulty := newWarmServer(b.env)
	b.faulty = faulty
	b.serveBy(b.env, func(offer relay.Offer) (serve.Turn, error) {
		e := faulty.forEvent(0)
		input, workspace, err := readInput(e, offer)
		if err != nil {
			return serve.Turn{}, err
		}
		event, err := readEvent(e, offer, input, workspace)
		if err != nil {
			return serve.Turn{}, err
		}
		turn, err := faulty.take(offer)
		drop := turn.Drop
		if b.wait > 0 {
			turn.Wait = b.wait
		}
		turn.Answer = func(ctx context.Context, told serve.Told) (serve.Result, error) {
			defer drop()
			return answer(ctx, event, told), nil
		}
		return turn, err
	})
}

// awaitLate waits until the faulty server has heard that a hook waited in vain.
func (b *bench) awaitLate() {
	for until := time.Now().Add(time.Minute); !b.faulty.kept.IsLate(b.faulty.Now(), b.work) && time.Now().Before(until); {
		time.Sleep(time.Millisecond)
	}
}

// serveBy serves until the test ends.
func (b *bench) serveBy(e *env.Env, take func(relay.Offer) (serve.Turn, error)) (place relay.Place) {
	b.t.Helper()
	identity, err := wire.ServerIdentity(e, nil)
	envtest.Must(b.t, err)
	place, err = wire.ServerPlace(e)
	envtest.Must(b.t, err)
	server := &serve.Server{Announce: func() (relay.Identity, relay.Terms, error) { return identity, wire.ServerTerms(e, nil), nil }, Take: take}
	ctx, cancel := context.WithCancel(b.t.Context())
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- server.Serve(ctx, place, func() { close(ready) }) }()
	<-ready
	b.t.Cleanup(func() { cancel(); envtest.Must(b.t, <-ended) })
	return place
}

// look is an offer that takes a turn and has no event.
func look(workspace string) relay.Offer {
	return relay.Offer{Asks: relay.AsksLook, Input: []byte(workspace)}
}

// serveWarm runs a server in this process until the test ends, and counts the events
// that it was handed.
func serveWarm(t *testing.T, environ []string) (taken *atomic.Int64) {
	t.Helper()
	e, _, _ := envtest.WarmApp(environ, nil, 0)
	envtest.Must(t, e.Configure(""))
	server, taken := newWarmServer(e), new(atomic.Int64)
	var place relay.Place
	t.Cleanup(func() { // after the server has ended
		envtest.Must(t, server.kept.LetGo())
		if entries, err := os.ReadDir(place.Folder); err == nil {
			t.Errorf("the server left %v", entries)
		}
	})
	place = (&bench{t: t}).serveBy(e, func(offer relay.Offer) (serve.Turn, error) {
		turn, err := server.take(offer)
		if !errors.Is(err, errNotOurs) {
			taken.Add(1)
		}
		return turn, err
	})
	return taken
}

// dumpState gives every row of state.db as text.
func dumpState(t *testing.T, environ []string) []string {
	e, _, _ := envtest.WarmApp(environ, nil, 0)
	envtest.Must(t, e.Configure(""))
	db, err := sqlite.Open(e.Paths.StateDB, sqlite.Options{ReadOnly: true})
	envtest.Must(t, err)
	defer db.Close()
	var dump []string
	for _, table := range queryTexts(t, db, `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`) {
		columns := queryTexts(t, db, `SELECT group_concat('quote("' || name || '")', '||'',''||') FROM pragma_table_info('`+table+`')`)
		for _, row := range queryTexts(t, db, "SELECT "+strings.Join(columns, "")+" FROM "+table+" ORDER BY 1") {
			dump = append(dump, table+": "+row)
		}
	}
	if len(dump) < 30 {
		t.Errorf("state.db has %d rows only", len(dump))
	}
	return dump
}

func queryTexts(t *testing.T, db *sqlite.DB, query string) []string {
	rows, err := db.Query(query)
	envtest.Must(t, err)
	defer rows.Close()
	var texts []string
	for rows.Next() {
		var text string
		envtest.Must(t, rows.Scan(&text))
		texts = append(texts, text)
	}
	envtest.Must(t, rows.Err())
	return texts
}
