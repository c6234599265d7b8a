//go:build unix

package serve

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hook"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hooktest"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
)

// Ensure that wherever an event's time is up and its process ends, what is stored as told
// after the next event is what was printed. The process ends at each look at the clock in turn.
func TestToldIsPrinted(t *testing.T) {
	for name, event := range map[string]map[string]string{
		"prompt":        {"hook_event_name": "UserPromptSubmit", "prompt": "write a database migration that adds a column"},
		"session start": {"hook_event_name": "SessionStart", "source": "startup"},
		"touched file":  {"hook_event_name": "PostToolUse", "tool_name": "Edit", "tool_input": `{"file_path":"db/schema.sql"}`},
	} {
		t.Run(name, func(t *testing.T) {
			b := newWarmBench(t)
			b.addLessons()
			ends, unsaid := 0, 0
			for at := 1; ; at++ {
				printed, told, ended := b.endAt(event, at)
				if printed != told {
					t.Fatalf("ended at look %d: printed %v, and stored as told %v", at, printed, told)
				}
				if !ended {
					if !printed {
						t.Fatal("nothing was told at all")
					}
					break
				}
				ends++
				if !printed {
					unsaid++
				}
			}
			if unsaid < 5 || unsaid == ends {
				t.Errorf("of %d ends %d came before an answer", ends, unsaid)
			}
		})
	}
}

// addLessons adds a lesson that is told where a session starts, and one of a file.
func (b *bench) addLessons() {
	b.environ = append(b.environ, "IMPRESSIONISM_WARM_ENABLED=false")
	folder := b.env.Paths.Lessons
	envtest.Must(b.t, os.MkdirAll(folder, 0o700))
	for id, rest := range map[string]string{"L-aaaa2": "pinned: true", "L-aaaa3": `paths: ["db/*.sql"]`} {
		text := fmt.Sprintf("---\nid: %s\n%s\ntitle: Sign every commit\n---\nSign every commit with the team's key.\n", id, rest)
		envtest.Must(b.t, os.WriteFile(filepath.Join(folder, id+"-sign.md"), []byte(text), 0o600))
	}
	start := envtest.EncodeEvent(map[string]string{"hook_event_name": "SessionStart", "session_id": "s0", "cwd": b.work, "source": "startup"})
	if said := hooktest.WarmHook(b.t, b.environ, start, 0); !strings.Contains(said, "L-aaaa2") {
		b.t.Fatalf("a session's start said %q", said)
	}
}

// endAt runs a hook whose time is up, and whose work stands still for good, when it looks at
// the clock for the nth time.
func (b *bench) endAt(fields map[string]string, nth int) (printed, told, ended bool) {
	b.t.Helper()
	id := fmt.Sprint("s", nth)
	event := map[string]string{"session_id": id, "cwd": b.work}
	maps.Copy(event, fields)
	e, out, _ := envtest.WarmApp(b.environ, envtest.EncodeEvent(event), nth)
	var looks atomic.Int64
	stands, over, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
	b.t.Cleanup(func() {
		close(over)
		<-done
	})
	e.Now = func() time.Time {
		switch look := looks.Add(1); {
		case look < int64(nth):
			return e.Started
		case look == int64(nth):
			close(stands)
			<-over
		}
		return e.Started.Add(time.Hour)
	}
	h := hook.NewInvocation(e, hook.Commands{})
	go func() {
		defer close(done)
		h.Work()
	}()
	select {
	case <-stands:
		ended = true
	case <-done:
		looks.Store(int64(nth))
	}
	h.Watch()
	store, err := wire.Open(b.env, "")
	envtest.Must(b.t, err)
	defer store.Close()
	all, err := store.Told(id)
	envtest.Must(b.t, err)
	return strings.Contains(out.String(), "additionalContext"), len(all.ByItem) > 0, ended
}
