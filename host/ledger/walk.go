package ledger

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/store/session"
)

// walk goes through one session's transcript.
type walk struct {
	session     string
	used        func(abi.Event) []abi.Ref
	suggestions []session.Suggested // in the order of telling
	found       []session.FoundInvocation
	open        func(path string, from transcript.Position, seen *transcript.Seen) (*transcript.Reader, error)

	prompts []time.Time           // in order
	behind  []transcript.Position // the last of them, see keptPrompts
}

// keptPrompts is how many prompts are read again the next time: so many that what
// was told before the first of them can only be invoked late.
const keptPrompts = session.UsedPrompts + 2

// ownPrompt is how much later than its hook the prompt that got a suggestion may
// be dated in the transcript: 2.1.329 dates it some 30 ms before, other clients
// were not measured. Who types the next one needs longer.
const ownPrompt = time.Second

// read goes on from a position and returns where to go on the next time.
func (w *walk) read(ctx context.Context, path string, from transcript.Position) (transcript.Position, error) {
	r, err := w.open(path, from, nil)
	if err != nil {
		return from, err
	}
	defer r.Close() //nolint:errcheck // only read
	if r.Restarted != "" {
		from = transcript.Position{}
	}
	var turns transcript.Turns
	for {
		event, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return from, err
		}
		prompts := len(w.prompts)
		for _, fired := range turns.Add(event) {
			w.take(fired.Event)
		}
		if len(w.prompts) == prompts {
			continue
		}
		position, err := r.Position()
		if err != nil {
			return from, err
		}
		if w.behind = append(w.behind, position); len(w.behind) > keptPrompts {
			w.behind = w.behind[1:]
		}
	}
	if len(w.behind) < keptPrompts {
		return from, nil
	}
	return w.behind[0], nil
}

func (w *walk) take(event abi.Event) {
	if event.SessionID != w.session {
		return // a copy from another session, which has a transcript of its own
	}
	byUser := event.Name == abi.EventPrompt
	if byUser {
		w.prompts = append(w.prompts, event.Time)
	}
	for _, refs := range session.OneByOne(w.used(event)) {
		w.invoked(refs, event.Time, byUser)
	}
}

// invoked credits the newest suggestion before of one of the refs, as a hook does: once, and
// of a group all that was told together.
func (w *walk) invoked(refs []abi.Ref, at time.Time, byUser bool) {
	var newest *session.Suggested
	for i := len(w.suggestions) - 1; i >= 0; i-- {
		g := &w.suggestions[i]
		group, meant := session.Means(refs, g.Ref)
		if !meant || g.At.After(at) {
			continue
		}
		if newest != nil && !g.At.Equal(newest.At) {
			return
		}
		newest = g
		if !g.Invoked {
			g.Invoked = true
			w.found = append(w.found, session.FoundInvocation{Suggestion: g.Row, At: at, After: w.promptsSince(g.At), ByUser: byUser})
		}
		if !group {
			return
		}
	}
}

// promptsSince counts those that followed the one which got a suggestion.
func (w *walk) promptsSince(told time.Time) int {
	count := 0
	for _, at := range w.prompts {
		if at.After(told.Add(ownPrompt)) {
			count++
		}
	}
	return count
}
