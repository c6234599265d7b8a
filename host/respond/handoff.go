package respond

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/store/session"
)

// handoff is what a session that starts is told of unfinished work.
type handoff struct {
	text string
	of   string // the session that is handed on; empty: none is
}

// drawHandoff finds out what there is to tell of unfinished work, as long as there is time
// for it. It comes before the index, which can wait.
func (t *task) drawHandoff(ctx context.Context) error {
	if t.host.Handoff == nil || !t.remembers() || t.unstored != nil || t.event.SessionID == "" || t.event.Agent != "" || t.recorded.Silent || t.Refresh.Passed() {
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

// tellAtStart makes a handoff and the pinned items the answer. Both are noted as told before
// they are printed, so that of sessions that start at once one is told of the work; that is
// taken back where nobody reads it. A subagent is told neither: the session would count as told.
func (t *task) tellAtStart() error {
	if !t.remembers() || t.event.Agent != "" {
		return nil
	}
	t.tells()
	handed, err := t.noteHandoff()
	if err != nil {
		return err
	}
	text := handed.text
	d, err := t.pinnedHere()
	if err == nil && d != nil {
		d.ID, err = t.host.Sessions.Apply(t.event.SessionID, t.recorded.Sequence, d.Change, d.Stored(t.event, t.steps))
		if err == nil {
			text = strings.TrimPrefix(text+"\n\n"+d.Said.Text, "\n\n")
		} else {
			d = nil
		}
		if errors.Is(err, session.ErrTold) {
			err = nil
		}
	}
	if text == "" {
		return err
	}
	t.response.Context = text
	if t.Print == nil || t.Print(t.response, session.Handover{}) {
		return err
	}
	t.response.Context, t.unsaid = "", true
	if handed.of != "" {
		err = errors.Join(err, t.host.Sessions.KeepBack(handed.of, t.event.SessionID))
	}
	if d != nil {
		err = errors.Join(err, t.host.Sessions.TakeBack(d.ID))
	}
	return err
}

// noteHandoff notes the handoff as told; a zero one where another session was faster.
func (t *task) noteHandoff() (handoff, error) {
	if t.handoff.text == "" || t.handoff.of == "" {
		return t.handoff, nil
	}
	noted, err := t.host.Sessions.HandOn(t.handoff.of, t.event.SessionID, t.event.Time)
	if err != nil || !noted {
		return handoff{}, err
	}
	return t.handoff, nil
}

// pinnedHere decides what of the pinned items is told; nil: nothing is. A session that goes on
// from another one knows what that was told.
func (t *task) pinnedHere() (*decide.Decision, error) {
	if len(t.pinned) == 0 || t.event.SessionID == "" || t.unstored != nil || t.recorded.Silent || t.event.Source == "fork" {
		return nil, nil
	}
	told, err := t.host.Sessions.Told(t.event.SessionID)
	if err != nil {
		return nil, err
	}
	d := decide.Start(t.event, t.pinned, decide.Session{Recorded: t.recorded, Suggested: told}, t.host.Settings.Settings)
	if d.Said.Text == "" {
		return nil, nil
	}
	return &d, nil
}
