package session

import (
	"slices"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure that the tools of all sessions are named once each, the latest first, and no more
// than are wanted.
func TestToolNames(t *testing.T) {
	store := openTest(t)
	at := time.UnixMilli(1_800_000_000_000)
	for i, used := range []struct{ session, tool string }{{"a", "Read"}, {"a", "mcp__x__one"}, {"b", "mcp__x__two"}, {"b", "Read"}, {"b", ""}} {
		event := abi.Event{Name: abi.EventToolUsed, SessionID: used.session, Workspace: "/w", ToolName: used.tool, Time: at.Add(time.Duration(i) * time.Second)}
		if _, err := store.Record(event, Policy{ToolUse: []string{AllTools}, ToolFields: []string{FieldToolName}}); err != nil {
			t.Fatal(err)
		}
	}
	for n, want := range map[int][]string{10: {"Read", "mcp__x__two", "mcp__x__one"}, 1: {"Read"}, 0: nil} {
		if got, err := store.ToolNames(n); err != nil || !slices.Equal(got, want) {
			t.Errorf("at most %d: got %q, %v, want %q", n, got, err, want)
		}
	}
}
