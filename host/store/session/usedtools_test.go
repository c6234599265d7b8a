package session

import (
	"slices"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure that the tools of all sessions are named once each, the latest first, and no more
// than are wanted, with the time of the latest use in any session and in the workspace's.
func TestUsedTools(t *testing.T) {
	store := openTest(t)
	at := func(second int) time.Time {
		return time.UnixMilli(1_800_000_000_000).UTC().Add(time.Duration(second) * time.Second)
	}
	for i, used := range []struct{ session, tool string }{{"a", "Read"}, {"a", "mcp__x__one"}, {"b", "mcp__x__two"}, {"b", "Read"}, {"b", ""}} {
		event := abi.Event{Name: abi.EventToolUsed, SessionID: used.session, Workspace: "/" + used.session, ToolName: used.tool, Time: at(i)}
		if _, err := store.Record(event, Policy{ToolUse: []string{AllTools}, ToolFields: []string{FieldToolName}}); err != nil {
			t.Fatal(err)
		}
	}
	read := UsedTool{Name: "Read", At: at(3), Here: at(0)}
	for n, want := range map[int][]UsedTool{10: {read, {Name: "mcp__x__two", At: at(2)}, {Name: "mcp__x__one", At: at(1), Here: at(1)}}, 1: {read}, 0: nil} {
		if got, err := store.UsedTools("/a", n); err != nil || !slices.Equal(got, want) {
			t.Errorf("at most %d: got %+v, %v, want %+v", n, got, err, want)
		}
	}
}
