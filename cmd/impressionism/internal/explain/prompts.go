package explain

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/language"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Invocation is one of an item by the model.
type Invocation struct {
	Sequence int64 // of the message of its tool
	Item     abi.Ref
}

// Invocations returns the model's invocations in a session, as far as its tool uses are
// kept (logging.tool_use), oldest first, of the last session.RowsMax uses. A subagent's are none.
func Invocations(e *env.Env, store *session.Store, sessionID string) ([]Invocation, error) {
	uses, err := store.OwnToolUses(sessionID, session.RowsMax)
	var found []Invocation
	for _, use := range uses {
		if id := e.Client().Invoked(use.ToolName, json.RawMessage(use.ToolInputPreview)); id != "" {
			found = append(found, Invocation{Sequence: use.Sequence, Item: abi.Skill(id)})
			continue
		}
		for _, item := range e.Kinds.Used(abi.Event{Name: abi.EventToolUsed, ToolName: use.ToolName}) {
			found = append(found, Invocation{Sequence: use.Sequence, Item: item})
		}
	}
	return found, err
}

// Means reports whether an invocation is one of an item; skills and commands are called by
// the same names.
func Means(e *env.Env, invoked, item abi.Ref) bool {
	return invoked == item || invoked.ID == item.ID && wire.IsListed(e, invoked.Kind) && wire.IsListed(e, item.Kind)
}

// PromptAbout returns the newest prompt of a session that an item was suggested for or that
// the model invoked it for, as it is stored; for none of these the session's newest one, and
// false. What calls a command is no prompt. "": none is stored.
func PromptAbout(e *env.Env, store *session.Store, sessionID string, item abi.Ref) (text string, about bool, err error) {
	prompts, err := store.Prompts(sessionID, session.RowsMax)
	if err != nil {
		return "", false, err
	}
	invoked, err := Invocations(e, store, sessionID)
	if err != nil {
		return "", false, err
	}
	newest, end := "", int64(math.MaxInt64)
	for _, p := range prompts {
		begin := p.Sequence
		isInvoked := slices.ContainsFunc(invoked, func(i Invocation) bool { return Means(e, i.Item, item) && begin < i.Sequence && i.Sequence < end })
		end = begin
		if strings.TrimSpace(p.Text) == "" || p.Outcome == session.OutcomeCommand {
			continue
		}
		if isInvoked || p.Decision != nil && slices.Contains(p.Decision.Told, item) {
			return p.Text, true, nil
		}
		if newest == "" {
			newest = p.Text
		}
	}
	return newest, false, nil
}

// SameHere reports whether an item's name stands here for the file that it stood for in a
// session: that may have been in another project, which has an item of its own of that name.
func SameHere(e *env.Env, of session.Past, item abi.Ref) bool {
	here := e.WorkspaceOf("")
	if of.Workspace == here {
		return true
	}
	ours, is := wire.EntryNamed(wire.ListWhole(context.Background(), e, here), item.String())
	theirs, was := wire.EntryNamed(wire.ListWhole(context.Background(), e, of.Workspace), item.String())
	return is && was && ours.Path == theirs.Path
}

// IsAbout reports whether a prompt says enough to stand in a card: "yes" and "thanks" are
// about nothing.
func IsAbout(e *env.Env, prompt string) bool {
	return language.Foreign(prompt) || !wire.Recipe(e).Silent(rank.Prompt(prompt))
}
