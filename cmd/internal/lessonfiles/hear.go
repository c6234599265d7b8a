package lessonfiles

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/lesson/capture"
	"github.com/ed-irl/impressionism/host/store/lessons"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/visible"
)

// ProposalsMax is how many lessons one session may propose in all.
const ProposalsMax = 3

// heardBytesMax is how long a prompt may be that is looked at for a correction.
const heardBytesMax = 2 << 10

// IsTyped reports whether an event is a prompt with a lesson for Typed to store.
func IsTyped(event abi.Event) bool {
	if event.Name != abi.EventPrompt || event.Agent != "" || event.Command != "" || event.Doubtful {
		return false
	}
	_, is := capture.Typed(event.Prompt)
	return is
}

// Typed stores the lesson that a person typed as a prompt, behind a marker at its very
// beginning, and returns a line for the person; "": nothing was typed to be kept. unwritable is why
// nothing can be stored; nil: it can. What a tool of a session hands to the hook is the model's, and
// only proposed.
func Typed(ctx context.Context, e *env.Env, sessions *session.Store, event abi.Event, unwritable error) (notice string, err error) {
	switch {
	case !IsTyped(event):
		return "", nil
	case unwritable != nil:
		return notKept(unwritable), nil
	}
	draft, _ := capture.Typed(event.Prompt)
	if e.RunByTool() {
		return forged(ctx, e, sessions, event, draft)
	}
	draft.User = draft.User || isNoProject(e, event.Workspace)
	view, err := Look(ctx, e, sessions, event.Workspace)
	if err != nil {
		return notKept(err), err
	}
	if reason := Refusal(Judge(e, event.Workspace, view), draft); reason != "" {
		return notKept(errors.New(reason)), nil
	}
	l, err := New(e, draft)
	if err != nil {
		return notKept(err), err
	}
	l.Source = sourceOf(event.SessionID)
	switch path, err := Add(e, event.Workspace, l, draft.User, nil); {
	case errors.Is(err, ErrGone):
		return notKept(err), nil
	case err != nil && env.Exists(path): // what failed came behind it
		return fmt.Sprintf("impressionism may not have kept the lesson: %s; to see: impressionism lessons list", visible.Line(err.Error())), err
	case err != nil:
		return notKept(err), err
	}
	_, err = Look(ctx, e, sessions, event.Workspace)
	return fmt.Sprintf("impressionism learned %s: %s (to take it back, in a terminal: impressionism lessons delete %s)", l.ID, visible.Line(l.Title), l.ID), err
}

// notKept tells the person why what was typed is no lesson now.
func notKept(why error) string {
	return "impressionism did not keep the lesson: " + visible.Line(why.Error())
}

// forged keeps as a proposal what a tool handed to the hook as if a person had typed it.
func forged(ctx context.Context, e *env.Env, sessions *session.Store, event abi.Event, draft capture.Draft) (notice string, err error) {
	if !e.Loaded.Lessons.Propose {
		return "", nil
	}
	draft.ByModel = true
	l, err := Offer(ctx, e, sessions, Offered{Draft: draft, Workspace: event.Workspace, Origin: lessons.Origin{Session: event.SessionID, From: lessons.FromCall}})
	if err != nil {
		return "", unlessRefused(err)
	}
	return fmt.Sprintf("impressionism: %s is only proposed, for a tool ran this: impressionism lessons review", l.ID), nil
}

// Hear keeps as a proposal what a person corrected or the model marked, and looks at the end of a
// turn where the words of its proposals come from.
func Hear(ctx context.Context, e *env.Env, sessions *session.Store, event abi.Event) error {
	if sessions == nil || event.SessionID == "" || event.Agent != "" || event.Command != "" || event.Doubtful || !e.Loaded.Lessons.Propose {
		return nil
	}
	switch event.Name {
	case abi.EventPrompt:
		return hearPrompt(ctx, e, sessions, event)
	case abi.EventTurnEnded:
		proof := &prover{env: e, sessions: sessions, workspace: event.Workspace, session: event.SessionID, bytesMax: turnBytesMax}
		err := settle(ctx, e, proof)
		return errors.Join(err, hearAnswer(ctx, e, sessions, event, proof))
	}
	return nil
}

func hearPrompt(ctx context.Context, e *env.Env, sessions *session.Store, event abi.Event) error {
	if _, typed := capture.Typed(event.Prompt); typed || len(event.Prompt) > heardBytesMax {
		return nil
	}
	answer, err := sessions.LastOf(event.SessionID, "assistant")
	if err != nil {
		return err
	}
	draft, quote, is := capture.Correction(answer, event.Prompt)
	if !is {
		return nil
	}
	origin := lessons.Origin{Session: event.SessionID, From: lessons.FromPrompt}
	if draft.ByModel { // the person confirmed a sentence of the answer
		origin.From = lessons.FromAnswer
	}
	_, err = Offer(ctx, e, sessions, Offered{Draft: draft, Workspace: event.Workspace, Origin: origin, Quote: quote})
	return unlessRefused(err)
}

func hearAnswer(ctx context.Context, e *env.Env, sessions *session.Store, event abi.Event, proof *prover) error {
	if len(capture.InAnswer(event.Message)) == 0 {
		return nil
	}
	prompt, err := sessions.LastOf(event.SessionID, "user")
	if err != nil {
		return err
	}
	marked := capture.Judge{Recipe: wire.Recipe(e)}.Answer(prompt, event.Message, nil)
	if marked.Outcome != capture.Proposal {
		return nil
	}
	origin, echo := proof.prove(ctx, marked.Draft, lessons.FromAnswer)
	if echo != "" {
		return nil
	}
	_, err = Offer(ctx, e, sessions, Offered{Draft: marked.Draft, Workspace: event.Workspace, Origin: origin})
	return unlessRefused(err)
}

// Offered is a draft that somebody or something of a session offers.
type Offered struct {
	capture.Draft
	lessons.Origin
	Workspace string
	Quote     string // of the answer that a correction is about; may be empty
}

// Offer keeps a draft as a proposal. The error wraps ErrRefused and says why where the gate or a
// person refuses it, or the same waits already; it is lessons.ErrEnough where the session has
// proposed enough.
func Offer(ctx context.Context, e *env.Env, sessions *session.Store, o Offered) (lesson.Lesson, error) {
	folder := lessons.In(e.Paths.Reviews)
	if _, err := folder.Proposals(e.Now().Add(-lessons.ProposalAge)); err != nil { // what waited for too long goes
		return lesson.Lesson{}, err
	}
	known, err := folder.Known()
	if err != nil {
		return lesson.Lesson{}, err
	}
	if yes, said := known.Of(ProposalHash(o.Title, o.Text)); said && !yes {
		return lesson.Lesson{}, fmt.Errorf("%w: a person refused these words before", ErrRefused)
	}
	view, err := Look(ctx, e, sessions, o.Workspace)
	if err != nil {
		return lesson.Lesson{}, err
	}
	if reason := Refusal(Judge(e, o.Workspace, view), o.Draft); reason != "" {
		return lesson.Lesson{}, fmt.Errorf("%w: %s", ErrRefused, reason)
	}
	l, err := New(e, o.Draft)
	if err != nil {
		return l, err
	}
	l.Source = sourceOf(o.Session)
	if quote := cut.RunesEllipsis(visible.Line(o.Quote), 160); quote != "" {
		l.Source += ", to “" + quote + "”"
	}
	o.Origin.Workspace, o.Origin.User = o.Workspace, o.Draft.User
	o.Instead = "a session in " + o.Workspace + " on " + e.Now().Format(time.DateOnly)
	if err = folder.Propose(l, o.Origin, ProposalsMax); errors.Is(err, lessons.ErrSame) {
		err = fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return l, err
}

// unlessRefused drops the errors that only say that nothing was proposed.
func unlessRefused(err error) error {
	if errors.Is(err, ErrRefused) || errors.Is(err, lessons.ErrEnough) {
		return nil
	}
	return err
}

// ProposalHash is how the words of a proposal are known that a person refused.
func ProposalHash(title, text string) string { return Hash([]byte(title + "\n" + text)) }

// sourceOf says where something was learned.
func sourceOf(sessionID string) string {
	if sessionID == "" {
		return "a session that is not known"
	}
	return "session " + cut.Runes(visible.Line(sessionID), 8)
}

// Waiting returns a line for the person about proposals that wait, at most once a day; "":
// nothing waits, or it was said.
func Waiting(e *env.Env) (string, error) {
	folder := lessons.In(e.Paths.Reviews)
	waiting, err := folder.Proposals(e.Now().Add(-lessons.ProposalAge))
	if err != nil || len(waiting) == 0 {
		return "", err
	}
	said := false
	err = folder.Change(func(known *lessons.Known) error {
		if said = e.Now().Sub(known.NoticedAt).Abs() < 24*time.Hour; !said {
			known.NoticedAt = e.Now().UTC()
		}
		return nil
	})
	if said || err != nil {
		return "", err
	}
	words := "lessons wait"
	if len(waiting) == 1 {
		words = "lesson waits"
	}
	return fmt.Sprintf("impressionism: %d proposed %s for your yes or no: impressionism lessons review", len(waiting), words), nil
}
