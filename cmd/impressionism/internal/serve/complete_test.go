//go:build unix

package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/rank/onnx"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/serve/mcp"
	"github.com/ed-irl/impressionism/host/serve/relay"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// Ensure the index is completed after an event only where that helps: texts without a
// vector wait for a model, and what failed is not tried again at once.
func TestCompletesWhereItHelps(t *testing.T) {
	b := newWarmBench(t)
	server, now := newWarmServer(b.env), envtest.WarmClock
	server.Now = func() time.Time { return now }
	wakes := func(report index.Report) bool {
		server.after(b.env, listed{workspace: b.work}, nil, &report, false)
		select {
		case of := <-server.work.waiting:
			server.work.taken(of)
			return true
		default:
			return false
		}
	}
	if wakes(index.Report{Pending: 1}) || wakes(index.Report{}) || !wakes(index.Report{Waiting: 1, Pending: 1}) {
		t.Error("without a model: it is to wake for files only")
	}
	envtest.Must(t, os.RemoveAll(b.env.Paths.IndexDB))
	envtest.Must(t, os.MkdirAll(filepath.Join(b.env.Paths.IndexDB, "no", "index"), 0o700))
	server.completeOnce(t.Context(), listed{workspace: b.work}, nil)
	server.completeOnce(t.Context(), listed{workspace: b.work}, nil)
	if log, err := os.ReadFile(b.env.Paths.Log); err != nil || strings.Count(string(log), "\n") != 1 || wakes(index.Report{Waiting: 1}) {
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
	db, err := sqlite.Open(b.env.Paths.IndexDB, sqlite.Options{})
	envtest.Must(t, err)
	_, err = db.Exec(`PRAGMA user_version = 99`)
	envtest.Must(t, errors.Join(err, db.Close()))
	server := newWarmServer(b.env)
	if _, err := server.search(t.Context(), mcp.Input{Query: "a database migration", Limit: 5}); !errors.Is(err, errUpgraded) {
		t.Errorf("searching: %v", err)
	}
	server.completeOnce(t.Context(), listed{workspace: b.work}, nil)
	db, err = sqlite.Open(b.env.Paths.IndexDB, sqlite.Options{ReadOnly: true})
	envtest.Must(t, err)
	defer db.Close()
	if got := strings.Join(queryTexts(t, db, `PRAGMA user_version`), ""); got != "99" {
		t.Errorf("the index is of version %s", got)
	}
}

// Ensure a search whose time is up before it has listed everything is an error, and finds nothing
// among the items that it has by then.
func TestSearchInTime(t *testing.T) {
	b := newWarmBench(t)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	server := newWarmServer(b.env)
	if hits, err := server.search(over, mcp.Input{Query: "a database migration", Limit: 5}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", hits, err)
	}
	if hits, err := server.search(t.Context(), mcp.Input{Query: "a database migration", Limit: 5}); err != nil || len(hits) == 0 {
		t.Errorf("in time: got %v, %v", hits, err)
	}
}

// Ensure a server that was switched off while it runs leaves both indexes as they are.
func TestSwitchedOff(t *testing.T) {
	b := newWarmBench(t)
	server := newWarmServer(b.env)
	writeSource(t, b.work, "a.go", "Alpha")
	home := indexCode(t, b.env, b.work)
	before, err := os.ReadFile(home.File)
	envtest.Must(t, errors.Join(err, os.RemoveAll(b.env.Paths.IndexDB)))
	writeSource(t, b.work, "b.go", "Beta")
	envtest.WriteFile(t, filepath.Join(filepath.Dir(b.env.Paths.StateDB), "config.yaml"), "warm: {enabled: false}\n")
	server.completeOnce(t.Context(), listed{workspace: b.work}, nil)
	envtest.Must(t, server.lookAtCodeOf(t.Context(), b.work))
	if after, err := os.ReadFile(home.File); err != nil || !bytes.Equal(before, after) || isThere(b.env.Paths.IndexDB) {
		t.Errorf("it went on: %v, index.db is there: %v", err, isThere(b.env.Paths.IndexDB))
	}
}

// Ensure that a workspace with much to index does not keep another one waiting: it
// gives way after a while, and is gone on with afterwards.
func TestWorkspacesTakeTurns(t *testing.T) {
	b := newWarmBench(t)
	const many = 200
	large := t.TempDir()
	for i := range many {
		envtest.WriteFile(t, filepath.Join(large, ".claude", "skills", fmt.Sprint("skill-", i), "SKILL.md"), "---\ndescription: Write many things.\n---\n")
	}
	server, now := newWarmServer(b.env), envtest.WarmClock
	server.Now = func() time.Time { now = now.Add(turnOfWorkspace); return now }
	rows := func() int {
		t.Helper()
		db, err := sqlite.Open(b.env.Paths.IndexDB, sqlite.Options{ReadOnly: true})
		envtest.Must(t, err)
		defer db.Close()
		return len(queryTexts(t, db, `SELECT id FROM items WHERE id LIKE 'skill-%'`))
	}
	server.work.add(listed{workspace: b.work}, nil)
	server.work.add(listed{workspace: b.work}, nil)
	server.completeOnce(t.Context(), listed{workspace: large}, nil)
	if got := rows(); got == 0 || got == many || len(server.work.waiting) != 2 {
		t.Fatalf("%d of %d files were read while another workspace waited, %d workspaces wait", got, many, len(server.work.waiting))
	}
	if first, second := <-server.work.waiting, <-server.work.waiting; first.workspace != b.work || second.workspace != large {
		t.Errorf("%s is next, then %s", first, second)
	}
	server.completeOnce(t.Context(), listed{workspace: large}, nil)
	if got := rows(); got != many {
		t.Errorf("then %d of %d files were read", got, many)
	}
}

// Ensure the server embeds all that the index lacks, but nothing while a hook is
// answered, and gives back the memory for it.
func TestServerEmbeds(t *testing.T) {
	models := envtest.Models()
	if models == "" {
		t.Skip("IMPRESSIONISM_TEST_MODELS is not set")
	}
	b := newWarmBench(t)
	envtest.LinkModels(t, models, b.env.Paths.IndexDB[:len(b.env.Paths.IndexDB)-len("/index.db")])
	status := func() index.Status {
		x, err := index.OpenRead(b.env.Paths.IndexDB)
		envtest.Must(t, err)
		defer x.Close()
		status, err := x.Status()
		envtest.Must(t, err)
		return status
	}
	server := newWarmServer(b.env)
	answered := server.gate.Serve()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { server.complete(ctx); close(ended) }()
	server.work.add(listed{workspace: b.work}, nil)
	for range 6000 { // until the model is known to the index, just before the first text
		if status().Model != "" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	time.Sleep(200 * time.Millisecond)
	if got := status(); got.Embedded > 0 || got.Model == "" || got.Passages == 0 {
		t.Errorf("while a hook was answered: %d of %d embedded with %q", got.Embedded, got.Passages, got.Model)
	}
	answered()
	for range 3000 {
		if got := status(); got.Embedded == got.Passages {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if got := status(); got.Embedded != got.Passages {
		t.Errorf("%d of %d embedded", got.Embedded, got.Passages)
	}
	cancel()
	<-ended
	envtest.Must(t, server.kept.LetGo())
	if server.kept.Model.Embedder != nil {
		t.Error("the model was kept")
	}
}

// Ensure that once another model is in use the first prompt has the index embedded by it, in each
// workspace, and that a session's start does in any case.
func TestAnotherModelEmbeds(t *testing.T) {
	models := envtest.Models()
	if models == "" {
		t.Skip("IMPRESSIONISM_TEST_MODELS is not set")
	}
	b := newWarmBench(t)
	envtest.LinkModels(t, models, filepath.Dir(b.env.Paths.IndexDB))
	other := t.TempDir()
	envtest.WriteFile(t, filepath.Join(other, ".claude", "skills", "ledgers", "SKILL.md"), "---\ndescription: Close the ledger of a quarter and book accruals.\n---\n")
	server := newWarmServer(b.env)
	wants := func(when, workspace string, event map[string]string, want ...string) {
		t.Helper()
		maps.Copy(event, map[string]string{"session_id": "s1", "cwd": workspace})
		var woken []string
		answer(t, server, event)
		for _, of := range completed(t, server) {
			woken = append(woken, of.workspace)
		}
		if !slices.Equal(woken, want) {
			t.Errorf("%s: the index of %q is completed, want %q", when, woken, want)
		}
	}
	prompt := func() map[string]string {
		return map[string]string{"hook_event_name": "UserPromptSubmit", "prompt": "the pages of our shop take ages until they show anything"}
	}
	for _, workspace := range []string{b.work, other} {
		wants("at first", workspace, prompt(), workspace)
		wants("then", workspace, prompt())
	}
	envtest.WriteFile(t, filepath.Join(filepath.Dir(b.env.Paths.StateDB), "config.yaml"), "parameters: {embedding_model: all-MiniLM-L6-v2}\n")
	for _, workspace := range []string{b.work, other} {
		wants("with another model", workspace, prompt(), workspace)
		wants("after that", workspace, prompt())
	}
	wants("at a session's start", other, map[string]string{"hook_event_name": "SessionStart", "source": "startup"}, other)
	envtest.Must(t, server.kept.LetGo())
}

// answer has a server answer an event.
func answer(t *testing.T, server *server, event map[string]string) {
	t.Helper()
	turn, err := server.take(relay.Offer{Asks: relay.AsksEvent, At: server.Now(), Input: envtest.EncodeEvent(event)})
	envtest.Must(t, err)
	_, err = turn.Answer(t.Context(), serve.Told{Recorded: func() {}, Rendered: func([]byte) error { return nil }})
	envtest.Must(t, err)
}

// completed has a server complete what waits, and returns that.
func completed(t *testing.T, server *server) (all []listed) {
	t.Helper()
	for len(server.work.waiting) > 0 {
		of := <-server.work.waiting
		all = append(all, of)
		server.completeOnce(t.Context(), of, server.work.taken(of))
	}
	return all
}

// Ensure a skill of a folder below the workspace, which a session's files bring in, is embedded
// for each session that has it, under the id that it has there, though another session is the
// newest, and once.
func TestEmbedsForEachSession(t *testing.T) {
	models := envtest.Models()
	if models == "" {
		t.Skip("IMPRESSIONISM_TEST_MODELS is not set")
	}
	b := newWarmBench(t)
	envtest.LinkModels(t, models, filepath.Dir(b.env.Paths.IndexDB))
	for folder, does := range map[string]string{"billing": "Close the ledger of a quarter.", "shipping": "Book parcels and their labels."} {
		envtest.WriteFile(t, filepath.Join(b.work, folder, ".claude", "skills", "ledgers", "SKILL.md"), "---\ndescription: "+does+"\n---\n")
	}
	server := newWarmServer(b.env)
	of := func(session string, event map[string]string) {
		maps.Copy(event, map[string]string{"session_id": session, "cwd": b.work})
		answer(t, server, event)
	}
	for session, file := range map[string]string{"s1": "billing/a.go", "s2": "shipping/a.go"} {
		of(session, map[string]string{"hook_event_name": "PostToolUse", "tool_name": "Read", "tool_input": `{"file_path":"` + filepath.Join(b.work, file) + `"}`})
	}
	for _, want := range [][]listed{{{b.work, "s1"}, {b.work, "s2"}, {b.work, ""}}, nil} {
		for _, session := range []string{"s1", "s2", "s3", "s4"} {
			of(session, map[string]string{"hook_event_name": "UserPromptSubmit", "prompt": "the pages of our shop take ages until they show anything"})
		}
		if got := completed(t, server); !slices.Equal(got, want) {
			t.Errorf("the index of %v is completed, want %v", got, want)
		}
	}
	envtest.Must(t, server.kept.LetGo())
}

// Ensure what a search brings in of the workspace's newest session, where the server knows of none,
// is completed for that session.
func TestEmbedsForSearch(t *testing.T) {
	models := envtest.Models()
	if models == "" {
		t.Skip("IMPRESSIONISM_TEST_MODELS is not set")
	}
	b := newWarmBench(t)
	envtest.LinkModels(t, models, filepath.Dir(b.env.Paths.IndexDB))
	b.env.Dir = b.work
	server := newWarmServer(b.env)
	for _, event := range []map[string]string{
		{"hook_event_name": "UserPromptSubmit", "prompt": "close the ledger"},
		{"hook_event_name": "PostToolUse", "tool_name": "Read", "tool_input": `{"file_path":"` + filepath.Join(b.work, "billing", "a.go") + `"}`},
	} {
		maps.Copy(event, map[string]string{"session_id": "s1", "cwd": b.work})
		answer(t, server, event)
	}
	for len(server.work.waiting) > 0 { // nobody needs it here
		server.work.taken(<-server.work.waiting)
	}
	envtest.WriteFile(t, filepath.Join(b.work, "billing", ".claude", "skills", "ledgers", "SKILL.md"), "---\ndescription: Close the ledger of a quarter.\n---\n")
	_, err := server.search(t.Context(), mcp.Input{Query: "ledgers", Limit: 5})
	envtest.Must(t, err)
	if len(server.work.waiting) != 1 {
		t.Fatalf("%d listings wait", len(server.work.waiting))
	}
	if got, want := <-server.work.waiting, (listed{b.work, "s1"}); got != want {
		t.Errorf("the index of %v is to be completed, want %v", got, want)
	}
	envtest.Must(t, server.kept.LetGo())
}

// Ensure a damaged state.db stays where it is while the index is completed: hooks have it open,
// and mend it.
func TestCompletingLeavesState(t *testing.T) {
	b := newWarmBench(t)
	const damaged = "no database"
	envtest.Must(t, os.WriteFile(b.env.Paths.StateDB, []byte(damaged), 0o600))
	newWarmServer(b.env).completeOnce(t.Context(), listed{workspace: b.work}, nil)
	if content, err := os.ReadFile(b.env.Paths.StateDB); err != nil || string(content) != damaged {
		t.Errorf("it holds %.20q, %v", content, err)
	}
}

// Ensure the model for other languages than English is let go as well.
func TestLetsGoOfLanguages(t *testing.T) {
	models := envtest.Models()
	if models == "" {
		t.Skip("IMPRESSIONISM_TEST_MODELS is not set")
	}
	b := newWarmBench(t)
	envtest.LinkModels(t, models, filepath.Dir(b.env.Paths.IndexDB))
	mapped := func() int {
		maps, err := os.ReadFile("/proc/self/maps")
		if err != nil {
			t.Skip("the system does not say which files are in memory")
		}
		return strings.Count(string(maps), onnx.Multilingual)
	}
	server, before := newWarmServer(b.env), mapped()
	_, err := wire.EmbedNow(b.env, server.kept.Model.Model(b.env), "bitte repariere den Fehler beim Anmelden")
	envtest.Must(t, err)
	if mapped() == before {
		t.Fatal("the model was not opened")
	}
	envtest.Must(t, server.kept.LetGo())
	if got := mapped(); got != before {
		t.Errorf("it is in memory %d times, before %d", got, before)
	}
}

// Ensure a server that answers no hooks lets go, too, of what searches opened.
func TestEveryServerLetsGo(t *testing.T) {
	b := newWarmBench(t)
	b.env.Loaded.Warm.Enabled = false
	input, client := io.Pipe()
	b.env.In = input
	server := newWarmServer(b.env)
	server.Now, server.idle = time.Now, 10*time.Millisecond
	turn, err := server.kept.Take(time.Now())
	envtest.Must(t, err)
	envtest.Must(t, turn.Ready(t.Context()))
	envtest.Must(t, server.kept.Put(turn, nil))
	ended := make(chan error, 1)
	go func() { ended <- server.run(t.Context()) }()
	kept := func() int {
		server.kept.Mutex.Lock()
		defer server.kept.Mutex.Unlock()
		return len(server.kept.Free)
	}
	for range 6000 {
		if kept() == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if kept() > 0 {
		t.Error("it keeps what nobody has used")
	}
	envtest.Must(t, client.Close())
	envtest.Must(t, <-ended)
}

// Ensure that all is let go once nothing was served for the whole time, and neither before nor
// up to twice as late.
func TestLetsGoInTime(t *testing.T) {
	b := newWarmBench(t)
	server := newWarmServer(b.env)
	turn, err := server.kept.Take(time.Now())
	envtest.Must(t, err)
	envtest.Must(t, turn.Ready(t.Context()))
	envtest.Must(t, server.kept.Put(turn, nil))
	synctest.Test(t, func(t *testing.T) {
		server.Now, server.idle = time.Now, time.Hour
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go server.rememberToLetGo(ctx)
		wants := func(after time.Duration, kept bool) {
			t.Helper()
			time.Sleep(after)
			synctest.Wait()
			if got := len(server.kept.Free) > 0; got != kept {
				t.Errorf("kept: got %v, want %v", got, kept)
			}
		}
		wants(20*time.Minute, true)
		server.gate.Serve()()
		wants(59*time.Minute, true)
		wants(2*time.Minute, false)
	})
}

// Ensure a panic while texts are embedded ends neither the server nor the embedding:
// hooks are still to be answered.
func TestEmbeddingPanics(t *testing.T) {
	passages := &quietModel{wait: func() {}} // without a program it cannot be opened
	for range 2 {
		if _, err := passages.embed("one"); err == nil || !strings.Contains(err.Error(), "panicked") {
			t.Errorf("got %v", err)
		}
	}
	if err := passages.Close(); err == nil {
		t.Error("what was wrong is not told")
	}
}

// Ensure every text waits until nobody is served.
func TestEachTextWaits(t *testing.T) {
	models := envtest.Models()
	if models == "" {
		t.Skip("IMPRESSIONISM_TEST_MODELS is not set")
	}
	b, waits := newWarmBench(t), 0
	b.env.Paths.Models = models
	passages := &quietModel{env: b.env, wait: func() { waits++ }}
	for _, text := range []string{"one", "two"} {
		vector, err := passages.embed(text)
		envtest.Must(t, err)
		if len(vector) == 0 {
			t.Errorf("%s has no vector", text)
		}
	}
	envtest.Must(t, passages.Close())
	if waits != 2 {
		t.Errorf("waited %d times for two texts", waits)
	}
}
