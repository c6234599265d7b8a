//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// Ensure the index is completed after an event only where that helps: texts without a
// vector wait for a model, and what failed is not tried again at once.
func TestCompletesWhereItHelps(t *testing.T) {
	b := newWarmBench(t)
	server, now := b.app.newWarmServer(), warmClock
	server.now = func() time.Time { return now }
	wakes := func(report index.Report) bool {
		server.after(b.app, b.work, &report)
		select {
		case workspace := <-server.work:
			server.due.Delete(workspace)
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

// Ensure that a workspace with much to index does not keep another one waiting: it
// gives way after a while, and is gone on with afterwards.
func TestWorkspacesTakeTurns(t *testing.T) {
	b := newWarmBench(t)
	const many = 200
	large := t.TempDir()
	for i := range many {
		writeTestFile(t, filepath.Join(large, ".claude", "skills", fmt.Sprint("skill-", i), "SKILL.md"), "---\ndescription: Write many things.\n---\n")
	}
	server, now := b.app.newWarmServer(), warmClock
	server.now = func() time.Time { now = now.Add(turnOfWorkspace); return now }
	rows := func() int {
		t.Helper()
		db, err := sqlite.Open(b.app.paths.IndexDB, sqlite.Options{ReadOnly: true})
		must(t, err)
		defer db.Close()
		return len(queryTexts(t, db, `SELECT id FROM items WHERE id LIKE 'skill-%'`))
	}
	server.wake(b.work)
	server.wake(b.work)
	server.completeOnce(t.Context(), large)
	if got := rows(); got == 0 || got == many || len(server.work) != 2 {
		t.Fatalf("%d of %d files were read while another workspace waited, %d workspaces wait", got, many, len(server.work))
	}
	if first, second := <-server.work, <-server.work; first != b.work || second != large {
		t.Errorf("%s is next, then %s", first, second)
	}
	server.completeOnce(t.Context(), large)
	if got := rows(); got != many {
		t.Errorf("then %d of %d files were read", got, many)
	}
}
