//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/claude/hook"
	"github.com/ed-irl/impressionism/host/sqlite"
	"github.com/ed-irl/impressionism/host/warm"
)

// warmClock gives every event its minute, in both ways of answering.
var warmClock = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// warmApp is a program in an environment, with a clock that stands.
func warmApp(environ []string, input []byte, minute int) (*app, *bytes.Buffer, *bytes.Buffer) {
	var out, errOut bytes.Buffer
	now := warmClock.Add(time.Duration(minute) * time.Minute)
	a := &app{environ: environ, in: bytes.NewReader(input), out: &out, errOut: &errOut, started: now, now: func() time.Time { return now }, cwd: os.TempDir()}
	a.modules = &modules{app: a}
	return a, &out, &errOut
}

// warmHook runs a hook and gives all that it printed.
func warmHook(t *testing.T, environ []string, input []byte, minute int) string {
	t.Helper()
	a, out, errOut := warmApp(environ, input, minute)
	if code := a.runHook(nil); code != exitOK {
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
	counting := &warm.Server{Identity: identity, Take: func(offer warm.Offer) (warm.Turn, error) {
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

// warmSession are events of two sessions: what is said, repeated, withdrawn, used.
func warmSession(work string) [][]byte {
	var events [][]byte
	add := func(session, event string, fields map[string]string) {
		all := map[string]string{"hook_event_name": event, "session_id": session, "cwd": work}
		for key, value := range fields {
			all[key] = value
		}
		events = append(events, encodeEvent(all))
	}
	prompt := func(session, text string) { add(session, "UserPromptSubmit", map[string]string{"prompt": text}) }
	add("s1", "SessionStart", map[string]string{"source": "startup"})
	for _, text := range []string{
		"write a database migration that adds a column", "thanks", "write a database migration that adds a column",
		"the pages of our shop take ages until they show anything", "", "/database-migrations now",
	} {
		prompt("s1", text)
		add("s1", "Stop", map[string]string{"last_assistant_message": "Done: " + text})
	}
	prompt("s2", "write the notes that users read with a new version\x00 with <b>&amp;</b> \u2028 and my key AKIAIOSFODNN7EXAMPLE")
	add("s2", "PostToolUse", map[string]string{"tool_name": "Bash"})
	add("s1", "PreCompact", map[string]string{"trigger": "manual"})
	add("s1", "SessionStart", map[string]string{"source": "compact"})
	prompt("s1", "write a database migration that adds a column")
	add("s1", "SessionEnd", map[string]string{"reason": "other"})
	return events
}

// warmPayloads are what clients really sent, and what they never should.
func warmPayloads(t *testing.T) [][]byte {
	files, err := filepath.Glob("../../host/claude/hook/testdata/payloads/*.json")
	must(t, err)
	var events [][]byte
	for _, file := range files {
		payload, err := os.ReadFile(file)
		must(t, err)
		events = append(events, payload)
	}
	return events
}

// Ensure that a hook prints and stores with a warm server, byte for byte, what it
// prints and stores alone: whoever looks at a session cannot tell (001.6).
func TestWarmAnswersAsCold(t *testing.T) {
	t.Run("words", func(t *testing.T) {
		base := warmHome(t, "")
		answerBothWays(t, base, "", append(warmSession(filepath.Join(base, "work")), warmPayloads(t)...))
	})
	t.Run("model", func(t *testing.T) {
		models := testModels()
		if models == "" {
			t.Skip("IMPRESSIONISM_TEST_MODELS is not set")
		}
		base := warmHome(t, models)
		answerBothWays(t, base, models, warmSession(filepath.Join(base, "work")))
	})
}

// answerBothWays compares all that is said and stored.
func answerBothWays(t *testing.T, base, models string, events [][]byte) {
	homes := map[string][]string{}
	for _, way := range []string{"cold", "warm"} {
		data := filepath.Join(t.TempDir(), "data")
		must(t, os.CopyFS(data, os.DirFS(filepath.Join(base, "data"))))
		linkModels(t, models, data)
		homes[way] = append(warmEnviron(base), "IMPRESSIONISM_HOME="+data, fmt.Sprintf("IMPRESSIONISM_WARM_ENABLED=%t", way == "warm"))
	}
	taken, answerable := serveWarm(t, homes["warm"]), int64(0)
	for i, input := range events {
		cold, warmly := warmHook(t, homes["cold"], input, i), warmHook(t, homes["warm"], input, i)
		if cold != warmly {
			t.Errorf("event %.300s\ncold: %s\nwarm: %s", input, cold, warmly)
		}
		if event, err := hook.Decode(bytes.NewReader(input), warmClock); err == nil && known(event.Name) {
			answerable++
		}
	}
	if taken.Load() != answerable {
		t.Errorf("the server was handed %d of %d events", taken.Load(), answerable)
	}
	if diff := cmp.Diff(dumpState(t, homes["cold"]), dumpState(t, homes["warm"])); diff != "" {
		t.Errorf("state.db differs (-cold +warm):\n%.4000s", diff)
	}
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

// dumpState gives every row of state.db as text.
func dumpState(t *testing.T, environ []string) []string {
	a, _, _ := warmApp(environ, nil, 0)
	must(t, a.configure(""))
	db, err := sqlite.Open(a.paths.StateDB, sqlite.Options{ReadOnly: true})
	must(t, err)
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
	must(t, err)
	defer rows.Close()
	var texts []string
	for rows.Next() {
		var text string
		must(t, rows.Scan(&text))
		texts = append(texts, text)
	}
	must(t, rows.Err())
	return texts
}
