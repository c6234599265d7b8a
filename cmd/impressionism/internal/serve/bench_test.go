//go:build unix

package serve

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hooktest"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// bench is a home with a server to break things around.
type bench struct {
	t       *testing.T
	env     *env.Env
	environ []string
	work    string
	minute  int
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

// serveFaulty serves with a server that does something else than answer.
func (b *bench) serveFaulty(answer func(ctx context.Context, offer serve.Offer, told serve.Told) serve.Result) {
	identity, err := wire.ServerIdentity(b.env)
	envtest.Must(b.t, err)
	place, err := wire.ServerPlace(b.env)
	envtest.Must(b.t, err)
	server := &serve.Server{Identity: identity, Take: func(offer serve.Offer) (serve.Turn, error) {
		return serve.Turn{Drop: func() {}, Answer: func(ctx context.Context, told serve.Told) serve.Result { return answer(ctx, offer, told) }}, nil
	}}
	ctx, cancel := context.WithCancel(b.t.Context())
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- server.Serve(ctx, place, func() { close(ready) }) }()
	<-ready
	b.t.Cleanup(func() { cancel(); envtest.Must(b.t, <-ended) })
}

// serveWarm runs a server in this process until the test ends, and counts the events
// that it was handed.
func serveWarm(t *testing.T, environ []string) (taken *atomic.Int64) {
	t.Helper()
	e, _, _ := envtest.WarmApp(environ, nil, 0)
	envtest.Must(t, e.Configure(""))
	place, err := wire.ServerPlace(e)
	envtest.Must(t, err)
	identity, err := wire.ServerIdentity(e)
	envtest.Must(t, err)
	server, taken := newWarmServer(e), new(atomic.Int64)
	counting := &serve.Server{Identity: identity, Take: func(offer serve.Offer) (serve.Turn, error) {
		taken.Add(1)
		return server.take(offer)
	}}
	ctx, cancel := context.WithCancel(t.Context())
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- counting.Serve(ctx, place, func() { close(ready) }) }()
	<-ready
	t.Cleanup(func() {
		cancel()
		envtest.Must(t, <-ended)
		envtest.Must(t, server.kept.LetGo())
		if entries, err := os.ReadDir(place.Folder); err == nil {
			t.Errorf("the server left %v", entries)
		}
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
