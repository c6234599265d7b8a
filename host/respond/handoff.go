package respond

import (
	"context"
	"time"

	"github.com/ed-irl/impressionism/host/store/session"
)

// handoff is what a session that starts is told of unfinished work.
type handoff struct {
	text string
	of   string // the session that is handed on; empty: this one is told of itself
}

// drawHandoff finds out what there is to tell of unfinished work, as long as there is time
// for it. It comes before the index, which can wait.
func (t *task) drawHandoff(ctx context.Context) error {
	if t.host.Handoff == nil || !t.remembers() || t.unstored != nil || t.event.SessionID == "" || t.recorded.Silent || t.Refresh.Passed() {
		return nil
	}
	if t.Refresh != nil {
		limited, cancel := context.WithTimeout(ctx, max(handoffMin, t.Refresh()*handoffShare/100))
		defer cancel()
		ctx = limited
	}
	text, of, err := t.host.Handoff(ctx, t.event)
	if !t.Refresh.Passed() {
		t.handoff = handoff{text, of}
	}
	return err
}

// What drawing a handoff may take of a session's start: handoffShare percent of what is left,
// and at least handoffMin where there is that much.
const (
	handoffMin   = 150 * time.Millisecond
	handoffShare = 20
)

// tellHandoff makes a handoff the answer. It is noted as told before it is printed, so that
// of sessions that start at once one is told; that is taken back where nobody reads it.
func (t *task) tellHandoff() error {
	if t.handoff.text == "" || !t.remembers() {
		return nil
	}
	id := t.event.SessionID
	if t.handoff.of != "" {
		noted, err := t.host.Sessions.HandOn(t.handoff.of, id)
		if err != nil || !noted {
			return err
		}
	}
	t.response.Context = t.handoff.text
	if t.Print == nil || t.Print(t.response, session.Handover{}) {
		return nil
	}
	t.response.Context, t.unsaid = "", true
	if t.handoff.of == "" {
		return nil
	}
	return t.host.Sessions.KeepBack(t.handoff.of, id)
}
