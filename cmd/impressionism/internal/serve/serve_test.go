//go:build unix

package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	cmdhook "github.com/ed-irl/impressionism/cmd/impressionism/internal/hook"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hooktest"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/client/claude/hook"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/serve/relay"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Ensure that a hook prints and stores with a warm server, byte for byte, what it
// prints and stores alone: whoever looks at a session cannot tell.
func TestWarmAnswersAsCold(t *testing.T) {
	t.Run("words", func(t *testing.T) {
		base := hooktest.WarmHome(t, "")
		answerBothWays(t, base, "", append(warmSession(filepath.Join(base, "work")), payloads(t)...))
	})
	t.Run("model", func(t *testing.T) {
		models := envtest.Models()
		if models == "" {
			t.Skip("IMPRESSIONISM_TEST_MODELS is not set")
		}
		base := hooktest.WarmHome(t, models)
		answerBothWays(t, base, models, warmSession(filepath.Join(base, "work")))
	})
}

// answerBothWays compares all that is said and stored.
func answerBothWays(t *testing.T, base, models string, events [][]byte) {
	homes := map[string][]string{}
	for _, way := range []string{"cold", "warm"} {
		data := filepath.Join(t.TempDir(), "data")
		envtest.Must(t, os.CopyFS(data, os.DirFS(filepath.Join(base, "data"))))
		envtest.LinkModels(t, models, data)
		homes[way] = append(envtest.WarmEnviron(base), "IMPRESSIONISM_HOME="+data, fmt.Sprintf("IMPRESSIONISM_WARM_ENABLED=%t", way == "warm"))
	}
	t.Run("said", func(t *testing.T) { // at its end the server has stored what it stores after an answer
		taken, answerable := serveWarm(t, homes["warm"]), int64(0)
		for i, input := range events {
			cold, warmly := hooktest.WarmHook(t, homes["cold"], input, i), hooktest.WarmHook(t, homes["warm"], input, i)
			if cold != warmly {
				t.Errorf("event %.300s\ncold: %s\nwarm: %s", input, cold, warmly)
			}
			if event, err := hook.Decode(bytes.NewReader(input), envtest.WarmClock); err == nil && event.Workspace != "" && cmdhook.Known(event.Name) {
				answerable++
			}
		}
		if taken.Load() != answerable {
			t.Errorf("the server was handed %d of %d events", taken.Load(), answerable)
		}
	})
	if diff := cmp.Diff(dumpState(t, homes["cold"]), dumpState(t, homes["warm"])); diff != "" {
		t.Errorf("state.db differs (-cold +warm):\n%.4000s", diff)
	}
}

// warmSession are events of sessions: what is said, repeated, withdrawn, used, handed on.
func warmSession(work string) [][]byte {
	var events [][]byte
	add := func(session, event string, fields map[string]string) {
		all := map[string]string{"hook_event_name": event, "session_id": session, "cwd": work}
		for key, value := range fields {
			all[key] = value
		}
		events = append(events, envtest.EncodeEvent(all))
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
	add("s1", "PostToolUse", map[string]string{"tool_name": "TodoWrite", "tool_input": `{"todos":[{"content":"drop the old column","status":"pending"}]}`})
	add("s1", "SessionEnd", map[string]string{"reason": "other"})
	for _, session := range []string{"s3", "s4"} { // of which one is told of the work of s1
		add(session, "SessionStart", map[string]string{"source": "startup"})
	}
	return events
}

// payloads are what clients really sent, and what they never should.
func payloads(t *testing.T) [][]byte {
	files, err := filepath.Glob("../../../../host/client/claude/hook/testdata/payloads/*.json")
	envtest.Must(t, err)
	var events [][]byte
	for _, file := range files {
		payload, err := os.ReadFile(file)
		envtest.Must(t, err)
		events = append(events, payload)
	}
	return events
}

// Ensure an event is recorded once and said at most once, wherever a server dies
// that had taken it.
func TestServerDies(t *testing.T) {
	record := func(b *bench, event abi.Event) {
		store, err := session.Open(b.env.Paths.StateDB, session.Options{})
		envtest.Must(b.t, err)
		defer store.Close()
		_, err = store.Record(event, wire.Policy(b.env))
		envtest.Must(b.t, err)
	}
	for name, test := range map[string]struct {
		die  func(b *bench, event abi.Event, told serve.Told)
		want string
	}{
		"at once":                              {func(*bench, abi.Event, serve.Told) {}, "additionalContext"},
		"after it recorded, before it said so": {func(b *bench, event abi.Event, _ serve.Told) { record(b, event) }, "recorded and not answered"},
		"after it said so":                     {func(b *bench, event abi.Event, told serve.Told) { record(b, event); told.Recorded() }, "recorded and not answered"},
		"after it rendered": {func(b *bench, event abi.Event, told serve.Told) {
			record(b, event)
			envtest.Must(b.t, told.Rendered(instead(b, event, "the answer")))
		}, "the answer"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newWarmBench(t)
			b.serveFaulty(func(_ context.Context, event abi.Event, told serve.Told) serve.Result {
				test.die(b, event, told)
				panic("as if it were killed")
			})
			if _, all := b.said(); !strings.Contains(all, test.want) || b.messages() != "1" {
				t.Errorf("got %q and %s messages, want %q", all, b.messages(), test.want)
			}
		})
	}
}

// Ensure that what a session is told after a compaction, by a server that dies once the hook has
// it, stays stored as told: the event is not recorded again.
func TestServerDiesAtCompaction(t *testing.T) {
	b, lesson := newWarmBench(t), abi.Ref{Kind: abi.KindLesson, ID: "L-aaaa2"}
	hooktest.WarmHook(t, b.environ, b.event(), 0) // a prompt, and no server yet
	b.serveFaulty(func(_ context.Context, event abi.Event, told serve.Told) serve.Result {
		store, err := session.Open(b.env.Paths.StateDB, session.Options{})
		envtest.Must(t, err)
		defer store.Close()
		_, err = store.Record(event, wire.Policy(b.env))
		envtest.Must(t, err)
		told.Recorded()
		_, err = store.Apply(event.SessionID, 0, session.Change{Told: []session.ToldItem{{Ref: lesson}}},
			session.Decision{Event: event.Name, At: event.Time, Answer: []byte(`{}`), Said: "a lesson"})
		envtest.Must(t, err)
		envtest.Must(t, told.Rendered([]byte(`{"answer":"YSBsZXNzb24=","handover":{}}`)))
		panic("as if it were killed")
	})
	compacted := envtest.EncodeEvent(map[string]string{"hook_event_name": "SessionStart", "source": "compact", "session_id": "s1", "cwd": b.work})
	if said := hooktest.WarmHook(t, b.environ, compacted, 1); said != "a lesson" {
		t.Errorf("said %q", said)
	}
	hooktestAlone(b) // takes in what was handed over
	store, err := wire.Open(b.env, "")
	envtest.Must(t, err)
	defer store.Close()
	known, err := store.Told("s1")
	if err != nil || known.ByItem[lesson].Count != 1 {
		t.Errorf("known to the session: %+v, %v", known.ByItem, err)
	}
}

// Ensure what a hook did not live to say is not stored as told: it is said with the
// next prompt.
func TestUnsaidIsNotTold(t *testing.T) {
	b := newWarmBench(t)
	server := newWarmServer(b.env)
	turn, err := server.take(relay.Offer{Asks: relay.AsksEvent, At: envtest.WarmClock, Input: b.event()})
	envtest.Must(t, err)
	_, _ = turn.Answer(t.Context(), serve.Told{Recorded: func() {}, Rendered: func([]byte) error { return errors.New("it has ended") }})
	envtest.Must(t, server.kept.LetGo())
	if suggested, all := b.said(); !suggested || b.messages() != "2" {
		t.Errorf("got %q, %s messages", all, b.messages())
	}
}

// Ensure unfinished work is not noted as told to a session whose hook had ended before a
// server rendered the answer: the next session is told.
func TestUnreadHandoffIsToldLater(t *testing.T) {
	b := newWarmBench(t)
	event := func(session, name, key, value string) []byte {
		return envtest.EncodeEvent(map[string]string{"hook_event_name": name, "session_id": session, "cwd": b.work, key: value})
	}
	hooktest.WarmHook(t, b.environ, b.event(), 0) // a prompt that nothing answers
	hooktest.WarmHook(t, b.environ, event("s1", "SessionEnd", "reason", "other"), 1)
	server := newWarmServer(b.env)
	turn, err := server.take(relay.Offer{Asks: relay.AsksEvent, At: envtest.WarmClock, Input: event("s2", "SessionStart", "source", "startup")})
	envtest.Must(t, err)
	offered := false
	_, _ = turn.Answer(t.Context(), serve.Told{Recorded: func() {}, Rendered: func([]byte) error {
		offered = true
		return errors.New("it has ended")
	}})
	envtest.Must(t, server.kept.LetGo())
	third := hooktest.WarmHook(t, b.environ, event("s3", "SessionStart", "source", "startup"), 2)
	fourth := hooktest.WarmHook(t, b.environ, event("s4", "SessionStart", "source", "startup"), 3)
	if !offered || !strings.Contains(third, "Unfinished work") || strings.Contains(fourth, "Unfinished work") {
		t.Errorf("offered: %v; then %q, then %q", offered, third, fourth)
	}
}

// Ensure a server that is stuck costs one event its time: the next hook works alone,
// and stores the event that was lost to the server.
func TestServerStuck(t *testing.T) {
	b := newWarmBench(t)
	var taken atomic.Int64
	b.wait = 50 * time.Millisecond
	b.serveFaulty(func(context.Context, abi.Event, serve.Told) serve.Result {
		taken.Add(1)
		<-t.Context().Done()
		return serve.Result{}
	})
	if _, all := b.said(); !strings.Contains(all, "no answer") {
		t.Errorf("the first: %q", all)
	}
	b.awaitLate()
	if suggested, all := b.said(); !suggested || b.messages() != "2" || taken.Load() != 1 {
		t.Errorf("the second: %q, %s messages, %d handed over", all, b.messages(), taken.Load())
	}
}

// Ensure only as many events are taken as there are turns, which is nothing to warn
// of, a panic costs no turn, and turns come back.
func TestTurns(t *testing.T) {
	b := newWarmBench(t)
	server, panics := newWarmServer(b.env), false
	server.Now = func() time.Time {
		if panics {
			panics = false // the log has a clock as well
			panic("over one event")
		}
		return envtest.WarmClock
	}
	var turns []serve.Turn
	for range cmdhook.TurnsMax {
		turn, err := server.take(look(""))
		envtest.Must(t, err)
		turns = append(turns, turn)
	}
	if _, err := server.take(look("")); !errors.Is(err, cmdhook.ErrTurnsTaken) {
		t.Errorf("one more: %v", err)
	}
	server.noted(decide.ProblemWarm, cmdhook.ErrTurnsTaken)
	if log, err := os.ReadFile(b.env.Paths.Log); err == nil {
		t.Errorf("the log tells of what is as it should be: %s", log)
	}
	turns[0].Drop()
	panics = true
	if result, err := turns[1].Answer(t.Context(), serve.Told{}); result.Note == "" && err == nil {
		t.Errorf("got %+v", result)
	}
	panics = true
	if _, err := server.take(look("")); err == nil || errors.Is(err, cmdhook.ErrTurnsTaken) {
		t.Errorf("a panic before an event is taken: %v", err)
	}
	panics = false
	for _, turn := range turns[2:] {
		turn.Drop()
	}
	for range cmdhook.TurnsMax {
		_, err := server.take(look(""))
		envtest.Must(t, err)
	}
}

// Ensure an event that the server cannot begin stays the hook's: nothing was said of
// it, so the hook works alone.
func TestFailsBeforeTaken(t *testing.T) {
	b := newWarmBench(t)
	server := newWarmServer(b.env)
	server.Environ = nil // so that nothing is found
	if _, err := server.take(look("")); err == nil {
		t.Error("it was taken")
	}
	if server.kept.Lent != 0 {
		t.Errorf("%d turns are lent", server.kept.Lent)
	}
}

// Ensure that of many events at once a few are answered at a time, so that not all of them are
// late, that the others follow, and that one whose hook has ended is given up.
func TestManyAtOnce(t *testing.T) {
	b := newWarmBench(t)
	server := newWarmServer(b.env)
	var recorded atomic.Int64
	var answered sync.WaitGroup
	goOn, gone, leave := make(chan struct{}), make(chan error, 1), make(chan struct{})
	for i := range cmdhook.TurnsMax {
		event := envtest.EncodeEvent(map[string]string{"hook_event_name": "Stop", "session_id": fmt.Sprint("s", i), "cwd": b.work})
		turn, err := server.take(relay.Offer{Asks: relay.AsksEvent, At: envtest.WarmClock, Input: event})
		envtest.Must(t, err)
		if i == cmdhook.TurnsMax-1 {
			ctx, cancel := context.WithCancel(t.Context())
			go func() { <-leave; cancel() }()
			go func() {
				_, err := turn.Answer(ctx, serve.Told{})
				gone <- err
			}()
			continue
		}
		answered.Go(func() {
			_, err := turn.Answer(t.Context(), serve.Told{Recorded: func() { recorded.Add(1); <-goOn }})
			if err != nil {
				t.Error(err)
			}
		})
		if i == 0 { // it has a slot, and later ones may be the one that is given up
			for recorded.Load() == 0 {
				time.Sleep(time.Millisecond)
			}
		}
	}
	slots := int64(min(cmdhook.TurnsMax, 2*runtime.NumCPU()))
	for until := time.Now().Add(time.Minute); recorded.Load() < min(slots, cmdhook.TurnsMax-1) && time.Now().Before(until); {
		time.Sleep(time.Millisecond)
	}
	close(leave)
	if slots < cmdhook.TurnsMax {
		if err := <-gone; err == nil && recorded.Load() > slots {
			t.Errorf("%d events were begun at once, at most %d are answered", recorded.Load(), slots)
		}
	}
	close(goOn)
	answered.Wait()
	if recorded.Load() != cmdhook.TurnsMax-1 || server.kept.UnderWay() != 1 || server.kept.Lent > 1 {
		t.Errorf("%d events were answered, %d are under way", recorded.Load(), server.kept.Lent)
	}
}

// Ensure an event whose state.db cannot be opened is left to its hook.
func TestNotReady(t *testing.T) {
	b := newWarmBench(t)
	server := newWarmServer(b.env)
	turn, err := server.take(relay.Offer{Asks: relay.AsksEvent, At: envtest.WarmClock, Input: b.event()})
	envtest.Must(t, err)
	envtest.Must(t, errors.Join(os.Rename(b.env.Paths.StateDB, b.env.Paths.StateDB+".away"), os.Mkdir(b.env.Paths.StateDB, 0o700)))
	told := false
	if _, err := turn.Answer(t.Context(), serve.Told{Recorded: func() { told = true }, Done: func(serve.Result) { told = true }}); err == nil || told {
		t.Errorf("told %t, %v", told, err)
	}
	if server.kept.Lent != 0 {
		t.Errorf("%d turns are lent", server.kept.Lent)
	}
}

// Ensure what came with the program is found by the server, too: an archive's model
// lies beside the program.
func TestServerFindsModelBeside(t *testing.T) {
	b := newWarmBench(t)
	b.env.Executable = filepath.Join(t.TempDir(), "bin", "impressionism")
	event := newWarmServer(b.env).forEvent(0)
	envtest.Must(t, event.Configure(""))
	if got, want := wire.ModelDirs(event), wire.ModelDirs(b.env); len(want) != 2 || !slices.Equal(got, want) {
		t.Errorf("models are looked for in %q, by a hook in %q", got, want)
	}
}
