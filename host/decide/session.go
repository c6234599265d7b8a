package decide

import (
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/session"
)

// memory reads what the session has recorded. What cannot be read is not known, and a
// problem of the decision.
type memory struct {
	session  Session
	model    string // of the view's vectors
	problems *Problems
}

func newMemory(in Inputs, problems *Problems) memory {
	return memory{session: in.Session, model: in.View.Model(), problems: problems}
}

// messages returns the last messages, oldest first, and the vectors of those that have
// one of the view's model.
func (m memory) messages(count int) ([]abi.Message, map[int64][]float32) {
	if m.session.Messages == nil {
		return nil, nil
	}
	stored, err := m.session.Messages(count)
	if err != nil {
		m.problems.Add(ProblemState, err)
		return nil, nil
	}
	messages := make([]abi.Message, len(stored))
	vectors := map[int64][]float32{}
	for i, message := range stored {
		messages[i] = message.Message
		if message.Vector != nil && message.Model == m.model {
			vectors[message.Sequence] = message.Vector
		}
	}
	return messages, vectors
}

// toolUses returns the last tool uses, oldest first.
func (m memory) toolUses(count int) []abi.ToolUse {
	if m.session.ToolUses == nil {
		return nil
	}
	uses, err := m.session.ToolUses(count)
	m.problems.Add(ProblemState, err)
	return uses
}

// usage returns what became of suggestions in the workspace, but for those of the
// session under way; nil: nothing is known.
func (m memory) usage() (map[abi.Ref]session.Usage, error) {
	if m.session.Usage == nil {
		return nil, nil
	}
	return m.session.Usage()
}

// present divides the active items into those of the view and those that are withdrawn:
// they left the catalog, or the user never wants them any more. An item that the view lacks
// may only wait to be indexed: it is neither then.
func present(in Inputs) (active []session.ActiveItem, gone []abi.Entry) {
	for _, item := range in.Session.Active {
		why, never := never(in.Settings.Wishes, item.Ref)
		switch {
		case never:
			gone = append(gone, abi.Entry{Ref: item.Ref, Reason: why})
		case in.View.Has(item.Ref):
			active = append(active, item)
		case in.Complete:
			gone = append(gone, abi.Entry{Ref: item.Ref, Reason: "it is no longer in the catalog"})
		}
	}
	return active, gone
}

// contextOf is what a ruleset is told of the event.
func contextOf(in Inputs, known memory, neutral bool) abi.Context {
	context := abi.Context{
		SessionID: in.Event.SessionID, WorkspacePath: in.Event.Workspace, HookEvent: in.Event.Name,
		UserPrompt: in.Prompt.Text, Neutral: neutral,
		Now: in.Event.Time.UTC().Format(time.RFC3339), Sequence: in.Session.Recorded.Sequence,
	}
	if context.Touched = in.Event.Touched; context.Touched == nil {
		context.Touched = known.touched().SincePrompt
	}
	if local, err := time.Parse(time.RFC3339, in.Event.LocalTime); err == nil {
		context.LocalTime, context.Weekday = in.Event.LocalTime, local.Weekday().String()
	}
	return context
}
