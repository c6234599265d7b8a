package backtest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/search"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/author/backtest"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// backtestApp is a program with the sample skills, indexed.
func backtestApp(t testing.TB) *env.Env {
	t.Helper()
	home := t.TempDir()
	samples, err := filepath.Abs("../../../../examples/skills")
	envtest.Must(t, err)
	environ := []string{"HOME=" + home, "IMPRESSIONISM_HOME=" + filepath.Join(home, "data"), "IMPRESSIONISM_SKILLS_DIR=" + samples}
	e := &env.Env{Kinds: wire.ShippedKinds(), Environ: environ, Out: &bytes.Buffer{}, ErrOut: &bytes.Buffer{}, Started: time.Now(), Now: time.Now, Dir: home}
	e.Modules = modules.New(&e.Paths)
	envtest.Must(t, search.Index(e, index.Options{Check: true}, false, true))
	return e
}

// pastEvents are two sessions with all that may move a decision: earlier prompts,
// files and commands, what was used, a compaction, calls of commands, chatter.
func pastEvents(workspace string) []abi.Event {
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	var events []abi.Event
	for _, id := range []string{"first", "second"} {
		add := func(e abi.Event) {
			at = at.Add(time.Minute)
			e.SessionID, e.Workspace, e.Time = id, workspace, at
			events = append(events, e)
		}
		prompt := func(text, command string) { add(abi.Event{Name: abi.EventPrompt, Prompt: text, Command: command}) }
		add(abi.Event{Name: abi.EventSessionStarted, Source: "startup"})
		prompt("write a database migration that adds a column to the orders table", "")
		add(abi.Event{Name: abi.EventToolUsed, ToolName: "Skill", ToolInput: `{"skill":"database-migrations"}`, Invoked: "database-migrations"})
		add(abi.Event{Name: abi.EventTurnEnded, Message: "The migration is written."})
		prompt("thanks", "")
		prompt("now draw the layout of the login page with css grid", "")
		add(abi.Event{Name: abi.EventToolUsed, ToolName: "Edit", ToolInput: `{"file_path":"` + workspace + `/web/login.css"}`})
		prompt("/unit-testing the parser", "unit-testing")
		prompt("and now a migration that drops the column again", "")
		add(abi.Event{Name: abi.EventSessionStarted, Source: "compact"})
		prompt("fix the failing unit tests of the migration", "")
		for range 4 {
			prompt("the service is slow, profile it and find out why pprof shows goroutines stuck", "")
		}
		prompt("write a database migration that adds an index", "")
		add(abi.Event{Name: abi.EventSessionEnded})
	}
	return events
}

// Ensure an event of the past is decided on to the letter as the hook would have
// decided, with what the session and earlier ones left, whether or not another
// ruleset searched the same view before.
func TestBacktestIsTheHook(t *testing.T) {
	e := backtestApp(t)
	workspace := t.TempDir()
	listing := wire.List(e, workspace)
	x, err := index.OpenRead(e.Paths.IndexDB)
	envtest.Must(t, err)
	defer x.Close()
	view, err := x.View(listing, wire.Pools(e))
	envtest.Must(t, err)
	defer view.Close()
	cache := &decide.Cache{}
	spoke := 0
	for _, ruleset := range []string{"builtin/default", "builtin/aggressive"} {
		hosts := [2]*respond.Responder{}
		for i := range hosts {
			store, err := session.Open(filepath.Join(t.TempDir(), "state.db"), session.Options{Scratch: i == 1})
			envtest.Must(t, err)
			defer store.Close()
			hosts[i] = wire.Host(e, workspace, store)
			hosts[i].Settings.Rulesets = []string{ruleset}
		}
		hosts[1].Settings.KeepTraces = 0
		for _, event := range pastEvents(workspace) {
			want := hosts[0].Respond(context.Background(), event, respond.Options{})
			got := hosts[1].Respond(context.Background(), event, respond.Options{View: view, Cache: cache})
			if diff := cmp.Diff(decided(t, want), decided(t, got)); diff != "" {
				t.Fatalf("%s, %s %q: -hook +backtest\n%s", ruleset, event.SessionID, event.Prompt, diff)
			}
			if want.Context != "" {
				spoke++
			}
		}
	}
	if spoke < 10 {
		t.Errorf("the hook spoke %d times; too few to tell anything", spoke)
	}
}

// decided is everything about a response that may not differ.
func decided(t *testing.T, r respond.Response) map[string]any {
	t.Helper()
	all := map[string]any{"context": r.Context, "notice": r.Notice, "problems": fmt.Sprint(r.Problems)}
	if r.Decision != nil {
		all["decision"], all["told"], all["scores"] = r.Decision.Outcome.Decision, r.Decision.Suggested, r.Decision.Scores
		all["calls"] = r.Decision.Outcome.Trace.Calls
		for i := range r.Decision.Outcome.Trace.Calls {
			r.Decision.Outcome.Trace.Calls[i].MS = 0
		}
	}
	return all
}

// Ensure a run that is interrupted tells what was done until then and says so,
// and that nothing stays behind.
func TestBacktestInterrupted(t *testing.T) {
	e := backtestApp(t)
	e.JSON = true
	folder := t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(folder, "tmp"))
	envtest.Must(t, os.Mkdir(filepath.Join(folder, "tmp"), 0o700))
	writeTranscripts(t, filepath.Join(folder, "projects"), 3)
	past, err := openPast(e, backtestFlags{transcripts: filepath.Join(folder, "projects")}, time.Time{})
	envtest.Must(t, err)
	b, err := openBacktest(context.Background(), e, []string{"builtin/minimal"}, backtestFlags{})
	envtest.Must(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	asked, ask := 0, b.rulesets[0].Ask
	b.rulesets[0].Ask = func(h backtest.Happening) (backtest.Answer, error) {
		if h.Name == abi.EventPrompt {
			if asked++; asked == 11 {
				cancel()
			}
		}
		return ask(h)
	}
	result, err := lanes{b}.play(ctx, past)
	envtest.Must(t, err)
	if !result.Interrupted || result.Prompts != 11 || result.Past.Played != 1 {
		t.Errorf("got interrupted %v after %d prompts of %d transcripts", result.Interrupted, result.Prompts, result.Past.Played)
	}
	b.close()
	if left, err := os.ReadDir(filepath.Join(folder, "tmp")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	printBacktest(e, result)
	if got := e.Out.(*bytes.Buffer).String(); !strings.HasPrefix(got, "Interrupted after 1 of 3 sessions; this is what was played until then.\n") {
		t.Errorf("got %s", got)
	}
}

// Ensure that playing workspaces at once gives what playing one session after the
// other gives, to the letter.
func TestBacktestLanes(t *testing.T) {
	e := backtestApp(t)
	e.JSON = true
	folder := t.TempDir()
	writeTranscripts(t, folder, 16)
	flags := backtestFlags{transcripts: folder, examples: 5}
	play := func(count int) shape.RulesBacktest {
		t.Helper()
		past, err := openPast(e, flags, time.Time{})
		envtest.Must(t, err)
		all, err := openLanes(context.Background(), e, []string{"builtin/default", "builtin/aggressive"}, flags, count)
		envtest.Must(t, err)
		defer all.close()
		result, err := all.play(context.Background(), past)
		envtest.Must(t, err)
		result.Seconds = 0
		return result
	}
	one, two := play(1), play(backtestLanes)
	if diff := cmp.Diff(one, two, cmpopts.IgnoreUnexported(backtest.Flapping{})); diff != "" {
		t.Errorf("(-one lane +two):\n%s", diff)
	}
	if one.Rulesets[0].Suggestions < 16 || one.Compared.Same == one.Compared.Prompts {
		t.Errorf("too little happened: %+v", one.Compared)
	}
}

// Ensure transcripts are played to the end, each prompt and use counted once.
func TestBacktestTranscripts(t *testing.T) {
	const files = 20
	result, _ := playTranscripts(t, files)
	if result.Sessions != files || result.Prompts != 8*files || result.Past.Played != files || result.Invoked.ByModel == 0 || result.Rulesets[0].Suggestions < files {
		t.Errorf("got %d prompts of %d sessions in %d transcripts, %+v, %d suggestions", result.Prompts, result.Sessions, result.Past.Played, result.Invoked, result.Rulesets[0].Suggestions)
	}
}

// BenchmarkBacktest is what a person waits for who has 500 transcripts; a second
// ruleset adds less than as much. The aim is 10 seconds; on two quiet virtual cores it took 8.
func BenchmarkBacktest(b *testing.B) {
	for b.Loop() {
		result, read := playTranscripts(b, backtestLimit)
		b.ReportMetric(result.Seconds, "s/run")
		b.ReportMetric(float64(result.Past.Bytes>>20), "MB")
		b.ReportMetric(read.Seconds(), "s/reading-alone")
	}
}

// playTranscripts plays so many to the default ruleset, and tells how long it
// takes to read them and do nothing.
func playTranscripts(t testing.TB, files int) (shape.RulesBacktest, time.Duration) {
	t.Helper()
	e := backtestApp(t)
	e.JSON = true
	folder := t.TempDir()
	writeTranscripts(t, folder, files)
	flags := backtestFlags{transcripts: folder, limit: backtestLimit, examples: 1}
	if err := rulesBacktest(context.Background(), e, "builtin/default", flags); err != nil {
		t.Fatal(err)
	}
	var result shape.RulesBacktest
	if err := json.Unmarshal(e.Out.(*bytes.Buffer).Bytes(), &result); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	past, err := openPast(e, flags, time.Time{})
	if err == nil {
		err = past.each(context.Background(), func(string, int, int) {}, func(backtest.Happening) error { return nil })
	}
	if err != nil {
		t.Fatal(err)
	}
	return result, time.Since(began)
}

// Ensure an age or a date is read, and nothing else is.
func TestSinceTime(t *testing.T) {
	now := time.Date(2026, 3, 31, 12, 0, 0, 0, time.UTC)
	for since, want := range map[string]string{
		"": "0001-01-01T00:00:00Z", "30d": "2026-03-01T12:00:00Z", "0d": "2026-03-31T12:00:00Z", "12h": "2026-03-31T00:00:00Z",
		"2026-03-01": "2026-03-01T00:00:00Z", "2026-03-01T05:00:00Z": "2026-03-01T05:00:00Z",
	} {
		if got, err := sinceTime(since, now); err != nil || got.Format(time.RFC3339) != want {
			t.Errorf("%q: got %v, %v; want %s", since, got, err, want)
		}
	}
	for _, since := range []string{"d", "-3d", "-1h", "yesterday", "2026-13-01", "99999999d"} {
		if got, err := sinceTime(since, now); err == nil {
			t.Errorf("%q: got %v", since, got)
		}
	}
}

// writeTranscripts makes transcripts of one shape: 8 prompts each, 6 tool uses a
// prompt, now and then a skill, results of a few kilobytes.
func writeTranscripts(t testing.TB, folder string, files int) {
	t.Helper()
	data, err := os.ReadFile("../../../../examples/prompts.jsonl")
	envtest.Must(t, err)
	texts := []string{"thanks", "go on", "commit this"}
	for line := range strings.Lines(string(data)) {
		var prompt struct{ Text string }
		envtest.Must(t, json.Unmarshal([]byte(line), &prompt))
		texts = append(texts, prompt.Text)
	}
	skills, err := filepath.Glob("../../../../examples/skills/*")
	envtest.Must(t, err)
	result := strings.Repeat("a line of \"output\" that nobody asks for\n", 100)
	for file := range files {
		w := &transcriptWriter{session: fmt.Sprintf("%08d-0000", file), workspace: fmt.Sprintf("/code/%d", file%5), at: time.Date(2026, 1, 1, file, 0, 0, 0, time.UTC)}
		for prompt := range 8 {
			w.line("user", map[string]any{"content": texts[(file*7+prompt*13)%len(texts)]})
			for use := range 6 {
				name, input := "Bash", map[string]any{"command": "go test ./..."}
				if (file+prompt+use)%9 == 0 {
					name, input = "Skill", map[string]any{"skill": filepath.Base(skills[(file*3+prompt+use)%len(skills)])}
				}
				id := fmt.Sprintf("t%d-%d-%d", file, prompt, use)
				w.line("assistant", map[string]any{"id": "m" + id, "content": []any{map[string]any{"type": "tool_use", "id": id, "name": name, "input": input}}})
				w.line("user", map[string]any{"content": []any{map[string]any{"type": "tool_result", "tool_use_id": id, "content": result}}})
			}
			w.line("assistant", map[string]any{"id": fmt.Sprintf("m%d-%d", file, prompt), "content": []any{map[string]any{"type": "text", "text": "Done."}}})
		}
		envtest.WriteFile(t, filepath.Join(folder, strings.ReplaceAll(w.workspace, "/", "-"), w.session+".jsonl"), w.text.String())
	}
}

type transcriptWriter struct {
	session, workspace string
	at                 time.Time
	lines              int
	text               bytes.Buffer
}

func (w *transcriptWriter) line(kind string, message map[string]any) {
	w.at, w.lines = w.at.Add(time.Second), w.lines+1
	encoded, err := json.Marshal(map[string]any{
		"type": kind, "uuid": fmt.Sprint(w.session, w.lines), "sessionId": w.session, "cwd": w.workspace,
		"timestamp": w.at.Format(time.RFC3339), "isSidechain": false, "message": message,
	})
	if err != nil {
		panic(err) // maps of strings always encode
	}
	w.text.Write(append(encoded, '\n'))
}
