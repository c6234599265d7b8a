//go:build unix

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/serve"
)

// warmClock gives every event its minute, in both ways of answering.
var warmClock = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// warmApp is a program in an environment, with a clock that stands.
func warmApp(environ []string, input []byte, minute int) (*app, *bytes.Buffer, *bytes.Buffer) {
	var out, errOut bytes.Buffer
	now := warmClock.Add(time.Duration(minute) * time.Minute)
	a := &app{kinds: shippedKinds(), environ: environ, in: bytes.NewReader(input), out: &out, errOut: &errOut, started: now, now: func() time.Time { return now }, cwd: os.TempDir()}
	a.modules = newModules(&a.paths)
	return a, &out, &errOut
}

// warmHook runs a hook and gives all that it printed.
func warmHook(t *testing.T, environ []string, input []byte, minute int) string {
	t.Helper()
	a, out, errOut := warmApp(environ, input, minute)
	if code := a.runHook(nil, commands{}); code != exitOK {
		t.Errorf("exit code %d", code)
	}
	return out.String() + errOut.String()
}

// serveWarm runs a server in this process until the test ends, and counts the events
// that it was handed.
func serveWarm(t *testing.T, environ []string) (taken *atomic.Int64) {
	t.Helper()
	a, _, _ := warmApp(environ, nil, 0)
	must(t, a.configure(""))
	place, err := a.warmPlace()
	must(t, err)
	identity, err := a.warmIdentity()
	must(t, err)
	server, taken := a.newWarmServer(), new(atomic.Int64)
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
		must(t, <-ended)
		must(t, server.kept.letGo())
		if entries, err := os.ReadDir(place.Folder); err == nil {
			t.Errorf("the server left %v", entries)
		}
	})
	return taken
}

// warmHome has some of the example skills, indexed.
func warmHome(t *testing.T, models string) string {
	base := t.TempDir()
	for _, name := range []string{"database-migrations", "react-performance", "web-media", "release-notes"} {
		skills := filepath.Join(base, ".claude", "skills", name)
		must(t, os.CopyFS(skills, os.DirFS(filepath.Join("../../examples/skills", name))))
	}
	must(t, os.MkdirAll(filepath.Join(base, "work"), 0o755))
	must(t, os.MkdirAll(filepath.Join(base, "data"), 0o700))
	linkModels(t, models, filepath.Join(base, "data"))
	environ := append(warmEnviron(base), "IMPRESSIONISM_HOME="+filepath.Join(base, "data"), "IMPRESSIONISM_WARM_ENABLED=false")
	start := encodeEvent(map[string]string{"hook_event_name": "SessionStart", "session_id": "s0", "cwd": filepath.Join(base, "work"), "source": "startup"})
	if said := warmHook(t, environ, start, 0); said != "" {
		t.Fatalf("the index was not made: %s", said)
	}
	if models != "" {
		must(t, os.Remove(filepath.Join(base, "data", "models")))
	}
	return base
}

func linkModels(t *testing.T, models, data string) {
	if models != "" {
		must(t, os.Symlink(models, filepath.Join(data, "models")))
	}
}

func warmEnviron(base string) []string {
	environ := []string{"HOME=" + base}
	for _, name := range wideDeadlines {
		environ = append(environ, "IMPRESSIONISM_HOOK_"+name+"=600000")
	}
	return append(environ, "IMPRESSIONISM_WARM_WAIT_MS=10000")
}
