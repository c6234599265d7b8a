//go:build unix

package main

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/store/sqlite"
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

// promptMS sets what a prompt may take.
func (b *warmBench) promptMS(ms string) {
	const name = "IMPRESSIONISM_HOOK_PROMPT_MS="
	b.environ = slices.DeleteFunc(b.environ, func(entry string) bool { return strings.HasPrefix(entry, name) })
	b.environ = append(b.environ, name+ms)
}

func (b *warmBench) messages() string {
	db, err := sqlite.Open(b.app.paths.StateDB, sqlite.Options{ReadOnly: true})
	must(b.t, err)
	defer db.Close()
	return strings.Join(queryTexts(b.t, db, `SELECT count(*) FROM messages`), "")
}

// serveFaulty serves with a server that does something else than answer.
func (b *warmBench) serveFaulty(answer func(ctx context.Context, offer serve.Offer, told serve.Told) serve.Result) {
	identity, err := b.app.warmIdentity()
	must(b.t, err)
	place, err := b.app.warmPlace()
	must(b.t, err)
	server := &serve.Server{Identity: identity, Take: func(offer serve.Offer) (serve.Turn, error) {
		return serve.Turn{Drop: func() {}, Answer: func(ctx context.Context, told serve.Told) serve.Result { return answer(ctx, offer, told) }}, nil
	}}
	ctx, cancel := context.WithCancel(b.t.Context())
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- server.Serve(ctx, place, func() { close(ready) }) }()
	<-ready
	b.t.Cleanup(func() { cancel(); must(b.t, <-ended) })
}
