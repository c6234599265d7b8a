package feed

import (
	"context"

	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/client/transcript/tail"
	"github.com/ed-irl/impressionism/host/cut"
)

// follow publishes what the model does from now on, as transcripts tell it, until the context ends.
func (f *Feed) follow(ctx context.Context) {
	calls := calls{names: map[string]string{}}
	watcher := tail.New(f.options.Transcripts, f.options.Layout, tail.Options{FromEnd: true})
	_ = watcher.Run(ctx, func(part tail.Part) { // it returns nil
		var changes []Change
		for _, event := range part.Events {
			if change, is := calls.change(event); is {
				changes = append(changes, change)
			}
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		f.publish(changes)
	})
}

// openCallsMax bounds the calls whose end is awaited.
const openCallsMax = 1000

// calls knows the names of the tools whose calls have not ended.
type calls struct{ names map[string]string }

// change returns the change that an event of a transcript is, if it is one.
func (c *calls) change(e transcript.Event) (change Change, is bool) {
	change = Change{Kind: KindTool, At: e.Time, Session: e.Session, Workspace: e.Workspace}
	call := e.Session + "/" + e.ID
	switch e.Kind {
	case transcript.KindToolUse:
		if len(c.names) >= openCallsMax {
			clear(c.names) // of sessions that were killed
		}
		c.names[call] = e.Name
		change.Tool, change.Text = e.Name, cut.Runes(transcript.FirstText(e.Input), textCharsMax)
		return change, true
	case transcript.KindToolResult:
		name, open := c.names[call]
		delete(c.names, call)
		change.Tool, change.Ended = name, "done"
		if e.Failed {
			change.Ended = "failed"
		}
		return change, open
	}
	return Change{}, false
}
