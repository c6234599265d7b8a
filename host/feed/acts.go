package feed

import (
	"context"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/client/transcript/tail"
	"github.com/ed-irl/impressionism/host/cut"
)

// Limits of tools that are called.
const (
	toolsBuffer  = 256         // of a subscriber: of more at once, the rest is left out
	openCallsMax = 1000        // calls whose end is awaited
	startSlack   = time.Minute // lines may be dated a little before they are written
)

// tools hands on which tools the model calls. They are no numbered changes: there are many, nobody
// goes on after one, and they must not take the place of decisions.
type tools struct {
	mu          sync.Mutex
	subscribers map[chan Change]bool
	names       map[string]string // by session and call, of calls that have not ended
}

// Tools sends changes of KindTool as the model calls tools, until the context ends, and closes the
// channel then. They have no number, and begin with Run; of transcripts that come later, what was
// before is left out. The feed waits for no subscriber: what one has no room for it does not get.
func (f *Feed) Tools(ctx context.Context) <-chan Change {
	out := make(chan Change, toolsBuffer)
	f.tools.mu.Lock()
	defer f.tools.mu.Unlock()
	if f.tools.subscribers == nil {
		f.tools.subscribers = map[chan Change]bool{}
	}
	f.tools.subscribers[out] = true
	context.AfterFunc(ctx, func() {
		f.tools.mu.Lock()
		defer f.tools.mu.Unlock()
		delete(f.tools.subscribers, out)
		close(out)
	})
	return out
}

// follow hands on what transcripts tell from now on, until the context ends.
func (t *tools) follow(ctx context.Context, options Options) {
	t.names = map[string]string{}
	from := time.Now().Add(-startSlack)
	watcher := tail.New(options.Transcripts, options.Layout, tail.Options{FromEnd: true})
	_ = watcher.Run(ctx, func(part tail.Part) { // it returns nil
		t.mu.Lock()
		defer t.mu.Unlock()
		for _, event := range part.Events {
			change, is := t.change(event)
			if !is || event.Time.Before(from) {
				continue
			}
			for subscriber := range t.subscribers {
				select {
				case subscriber <- change:
				default:
				}
			}
		}
	})
}

// change returns the change that an event of a transcript is, if it is one.
func (t *tools) change(e transcript.Event) (change Change, is bool) {
	change = Change{Kind: KindTool, At: e.Time, Session: e.Session, Workspace: e.Workspace}
	call := e.Session + "/" + e.ID
	switch e.Kind {
	case transcript.KindToolUse:
		if len(t.names) >= openCallsMax {
			clear(t.names) // of sessions that were killed
		}
		t.names[call] = e.Name
		change.Tool, change.Text = e.Name, cut.Runes(transcript.FirstText(e.Input), textCharsMax)
		return change, true
	case transcript.KindToolResult:
		name, open := t.names[call]
		delete(t.names, call)
		change.Tool, change.Ended = name, "done"
		if e.Failed {
			change.Ended = "failed"
		}
		return change, open
	}
	return Change{}, false
}
