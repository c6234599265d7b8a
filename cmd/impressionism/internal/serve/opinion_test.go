//go:build unix

package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hooktest"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/store/session"
)

// opinionBench is a bench whose settings have every prompt that fits something asked about
// at an address.
func opinionBench(t *testing.T, address string) *bench {
	t.Helper()
	b := newWarmBench(t)
	settings := fmt.Sprintf("opinion: {provider: openai, model: small, url: %q, timeout_ms: 4000, from: 0.1, to: 1.1}\n", address)
	envtest.WriteFile(t, filepath.Join(filepath.Dir(b.env.Paths.StateDB), "config.yaml"), settings)
	b.env, _, _ = envtest.WarmApp(b.environ, nil, 0)
	envtest.Must(t, b.env.Configure(""))
	return b
}

// chooses is a provider that chooses an item, and counts requests.
func chooses(t *testing.T, id string) (address string, asked *atomic.Int64) {
	t.Helper()
	asked = &atomic.Int64{}
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		_, _ = io.Copy(io.Discard, r.Body)
		choice, _ := json.Marshal(fmt.Sprintf(`{"ids": [%q]}`, id))
		fmt.Fprintf(w, `{"choices": [{"message": {"content": %s}, "finish_reason": "stop"}]}`, choice)
	}))
	t.Cleanup(provider.Close)
	return provider.URL, asked
}

func (b *bench) decisions() []session.Made {
	b.t.Helper()
	store, err := session.Open(b.env.Paths.StateDB, session.Options{ReadOnly: true})
	envtest.Must(b.t, err)
	defer store.Close()
	made, err := store.Decisions("s1", 10)
	envtest.Must(b.t, err)
	return made
}

// Ensure that a server asks, and prints and stores what came of it; that a hook alone asks
// nobody; and that of the item which was not chosen nothing is said.
func TestServerAsks(t *testing.T) {
	address, asked := chooses(t, "skill:release-notes")
	b := opinionBench(t, address)
	alone, _ := hooktestAlone(b)
	if !strings.Contains(alone, "database-migrations") || asked.Load() != 0 {
		t.Errorf("alone: %q, asked %d times", alone, asked.Load())
	}
	b = opinionBench(t, address)
	taken := serveWarm(t, b.environ)
	_, all := b.said()
	if !strings.Contains(all, "release-notes") || strings.Contains(all, "database-migrations") || asked.Load() != 1 || taken.Load() != 1 {
		t.Errorf("got %q, asked %d times, %d handed over", all, asked.Load(), taken.Load())
	}
	made := b.decisions()
	if len(made) != 1 || len(made[0].Told) != 1 || made[0].Told[0] != abi.Skill("release-notes") || !strings.Contains(string(made[0].Opinion), `"changed"`) {
		t.Errorf("stored %+v", made)
	}
}

// hooktestAlone has a hook answer without a server.
func hooktestAlone(b *bench) (said string, minute int) {
	b.minute++
	return hooktest.WarmHook(b.t, append(b.environ, "IMPRESSIONISM_WARM_ENABLED=false"), b.event(), b.minute), b.minute
}

// instead is what a server sends before it asks, and before it stores an answer.
func instead(b *bench, event abi.Event, answer string) []byte {
	encoded, err := json.Marshal(map[string]any{
		"answer": []byte(answer),
		"handover": session.Handover{
			Change:   session.Change{Activate: []abi.Entry{{Ref: abi.Skill("database-migrations"), Reason: "it fits"}}, Told: []session.ToldItem{{Ref: abi.Skill("database-migrations")}}},
			Decision: &session.Decision{Event: event.Name, At: event.Time, Answer: []byte(`{"activate":[],"deactivate":[]}`), Said: answer},
		},
	})
	envtest.Must(b.t, err)
	return encoded
}

// asks has a server record an event, send the local answer and then do something.
func (b *bench) asks(wait time.Duration, during func(event abi.Event, told serve.Told)) {
	b.serveFaulty(func(ctx context.Context, event abi.Event, told serve.Told) serve.Result {
		store, err := session.Open(b.env.Paths.StateDB, session.Options{})
		envtest.Must(b.t, err)
		_, err = store.Record(event, wire.Policy(b.env))
		envtest.Must(b.t, err)
		envtest.Must(b.t, store.Close())
		told.Recorded()
		if err := told.Held(instead(b, event, "the local answer"), wait); err == nil {
			during(event, told)
		}
		return serve.Result{}
	})
}

// Ensure that where a server dies while it asks, the hook prints the local answer, and what
// it told is stored with the next event, once.
func TestServerDiesAsking(t *testing.T) {
	b := opinionBench(t, "http://127.0.0.1:1")
	b.asks(time.Second, func(abi.Event, serve.Told) { panic("as if it were killed") })
	if _, all := b.said(); all != "the local answer" {
		t.Errorf("got %q", all)
	}
	hooktestAlone(b) // stores it
	made := b.decisions()
	if len(made) != 2 || made[1].Said != "the local answer" || len(made[1].Told) != 1 || len(made[0].Told) != 0 {
		t.Errorf("stored %+v", made)
	}
}

// Ensure that an answer which comes in time is printed and stored in place of the local one,
// though the server dies before it has stored anything.
func TestServerAnswersInTime(t *testing.T) {
	b := opinionBench(t, "http://127.0.0.1:1")
	b.asks(time.Second, func(event abi.Event, told serve.Told) {
		envtest.Must(t, told.Rendered(instead(b, event, "the opinion")))
		panic("as if it were killed")
	})
	if _, all := b.said(); all != "the opinion" {
		t.Errorf("got %q", all)
	}
	hooktestAlone(b)
	if made := b.decisions(); len(made) != 2 || made[1].Said != "the opinion" || len(made[1].Told) != 1 {
		t.Errorf("stored %+v", made)
	}
}

// Ensure that a server which hangs while it asks costs an event no more than the time that
// was said, that an answer which comes later is not printed, and that the next hook works
// alone.
func TestServerHangsAsking(t *testing.T) {
	b := opinionBench(t, "http://127.0.0.1:1")
	over, late := make(chan struct{}), make(chan error, 1)
	b.wait = 10 * time.Millisecond
	b.asks(50*time.Millisecond, func(event abi.Event, told serve.Told) {
		<-over
		late <- told.Rendered(instead(b, event, "the opinion"))
	})
	if _, all := b.said(); !strings.HasPrefix(all, "the local answer") || !strings.Contains(all, "the answer that it had was printed") {
		t.Errorf("got %q", all)
	}
	b.awaitLate()
	if _, all := b.said(); all != "" || b.messages() != "2" { // the server would hang again
		t.Errorf("the next hook: %q, %s messages", all, b.messages())
	}
	close(over) // the server's goroutine still listens: this process goes on
	if err := <-late; err == nil {
		t.Error("the late answer would be stored as told")
	}
}

// Ensure that a client which is started for an opinion has hooks that do nothing, whichever
// program says so, and that its server answers none.
func TestAskingHooksDoNothing(t *testing.T) {
	for _, guard := range []string{"IMPRESSIONISM_ASKING=1", "LESSONS_SCORING_ACTIVE=1"} {
		b := newWarmBench(t)
		b.environ = append(b.environ, guard)
		if _, all := b.said(); all != "" || b.messages() != "0" {
			t.Errorf("%s: got %q, %s messages", guard, all, b.messages())
		}
	}
}
