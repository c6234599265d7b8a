package lessonfiles

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/lesson/capture"
	"github.com/ed-irl/impressionism/host/store/lessons"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/visible"
)

// proposalsMax is how many lessons one session may propose.
const proposalsMax = 3

// heardBytesMax is how long a prompt may be that is looked at for a correction.
const heardBytesMax = 2 << 10

// Typed stores the lesson that a person typed as a prompt, behind a marker at its very
// beginning, and returns a line for the person; "": nothing was typed to be kept.
func Typed(ctx context.Context, e *env.Env, sessions *session.Store, event abi.Event) (notice string, err error) {
	if event.Name != abi.EventPrompt || event.Agent != "" || event.Command != "" {
		return "", nil
	}
	draft, is := capture.Typed(event.Prompt)
	if !is {
		return "", nil
	}
	view, err := Look(ctx, e, sessions, event.Workspace)
	if err != nil {
		return "", err
	}
	if reason := Refusal(Judge(e, event.Workspace, view), draft); reason != "" {
		return "impressionism did not keep the lesson: " + reason, nil
	}
	l, err := New(e, draft)
	if err != nil {
		return "", err
	}
	l.Source = sourceOf(event)
	user := draft.User || event.Workspace == "" || event.Workspace == e.UserDir()
	if _, err = Add(e, event.Workspace, l, user); err != nil {
		return "", err
	}
	_, err = Look(ctx, e, sessions, event.Workspace)
	return fmt.Sprintf("impressionism learned %s: %s (to take it back: impressionism lessons undo)", l.ID, visible.Line(l.Title)), err
}

// Hear keeps as a proposal what a person corrected or the model marked.
func Hear(ctx context.Context, e *env.Env, sessions *session.Store, event abi.Event) error {
	if sessions == nil || event.SessionID == "" || event.Agent != "" || event.Command != "" || !e.Loaded.Lessons.Propose {
		return nil
	}
	switch event.Name {
	case abi.EventPrompt:
		if _, typed := capture.Typed(event.Prompt); typed || len(event.Prompt) > heardBytesMax {
			return nil
		}
		messages, err := sessions.Messages(event.SessionID, 8)
		if err != nil {
			return err
		}
		answer := last(messages, "assistant")
		if draft, quote, is := capture.Correction(answer, event.Prompt); is {
			return propose(ctx, e, sessions, event, draft, quote)
		}
	case abi.EventTurnEnded:
		if len(capture.InAnswer(event.Message)) == 0 {
			return nil
		}
		messages, err := sessions.Messages(event.SessionID, 8)
		if err != nil {
			return err
		}
		marked := capture.Judge{Recipe: wire.Recipe(e)}.Answer(last(messages, "user"), event.Message, nil)
		if marked.Outcome == capture.Proposal {
			return propose(ctx, e, sessions, event, marked.Draft, "")
		}
	}
	return nil
}

// last returns the newest message of a role, or "".
func last(messages []session.Message, role string) string {
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role == role {
			return messages[i].Content
		}
	}
	return ""
}

// propose keeps a draft that passes the gate, unless the session has proposed enough, a person
// refused the same words, or they wait already.
func propose(ctx context.Context, e *env.Env, sessions *session.Store, event abi.Event, draft capture.Draft, quote string) error {
	folder := lessons.In(e.Paths.Reviews)
	waiting, err := folder.Proposals(e.Now().Add(-lessons.ProposalAge))
	if err != nil {
		return err
	}
	source, ofSession := sourceOf(event), 0
	for _, p := range waiting {
		if p.Text == draft.Text {
			return nil
		}
		if strings.HasPrefix(p.Source, source) {
			ofSession++
		}
	}
	known, err := folder.Known()
	if err != nil || ofSession >= proposalsMax {
		return err
	}
	if yes, said := known.Of(ProposalHash(draft.Title, draft.Text)); said && !yes {
		return nil
	}
	view, err := Look(ctx, e, sessions, event.Workspace)
	if err != nil || Refusal(Judge(e, event.Workspace, view), draft) != "" {
		return err
	}
	l, err := New(e, draft)
	if err != nil {
		return err
	}
	l.Source = source
	if quote = cut.RunesEllipsis(visible.Line(quote), 160); quote != "" {
		l.Source += ", to “" + quote + "”"
	}
	if draft.ByModel {
		l.Source += ", not checked against what tools returned"
	}
	return folder.Propose(l)
}

// ProposalHash is how the words of a proposal are known that a person refused.
func ProposalHash(title, text string) string { return Hash([]byte(title + "\n" + text)) }

// sourceOf says where something was learned.
func sourceOf(event abi.Event) string {
	return "session " + cut.Runes(visible.Line(event.SessionID), 8)
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
		if said = e.Now().Sub(known.NoticedAt) < 24*time.Hour; !said {
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
