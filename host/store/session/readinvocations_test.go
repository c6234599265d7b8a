package session

import (
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure an invocation that a hook told of first stays as the hook told it, and
// one of another session is not touched.
func TestAddInvocations(t *testing.T) {
	store := openTest(t)
	for _, id := range []string{"s", "other"} {
		recorded := mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: id, Workspace: "/w", Prompt: "x"})
		_, err := store.Apply(id, recorded.Sequence, Change{Told: asTold([]string{"db", "api"})}, Decision{At: began})
		must(t, err)
	}
	suggested, err := store.Suggestions("s")
	must(t, err)
	others, err := store.Suggestions("other")
	must(t, err)
	mustRecord(t, store, abi.Event{Name: abi.EventToolUsed, SessionID: "s", ToolName: "Skill", Invoked: "db"})
	var found []FoundInvocation
	for _, g := range append(suggested, others...) {
		found = append(found, FoundInvocation{Suggestion: g.Row, At: began, After: 9, ByUser: true})
	}
	added, err := store.AddInvocations(Transcript{Path: "/s.jsonl", SessionID: "s", ModifiedAt: began, Position: []byte(`{}`)}, found)
	if added != 1 || err != nil {
		t.Errorf("added %d, %v; want 1", added, err)
	}
	if got := outcomeOf(t, store, "db"); got.Invoked != 1 || got.ByUser != 0 || got.Late != 0 {
		t.Errorf("db: %+v", got)
	}
	if got := outcomeOf(t, store, "api"); got.Late != 1 {
		t.Errorf("api: %+v", got)
	}
}
