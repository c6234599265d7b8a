package respond

import (
	"context"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure that the time is told which the settings of the project take in a folder of it, and that
// they are read for no event that needs none.
func TestMoved(t *testing.T) {
	for name, test := range map[string]struct {
		event, workspace string
		moves            bool
	}{
		"a prompt in a folder":        {event: abi.EventPrompt, workspace: "/w/sub", moves: true},
		"a ruleset's event in it":     {event: abi.EventCompacting, workspace: "/w/sub", moves: true},
		"the session's end in it":     {event: abi.EventSessionEnded, workspace: "/w/sub"},
		"a prompt in the project":     {event: abi.EventPrompt, workspace: "/w"},
		"the end of a turn elsewhere": {event: abi.EventTurnEnded, workspace: "/v"},
	} {
		t.Run(name, func(t *testing.T) {
			r, now, moved := opining(t, nil), time.Now(), ""
			r.Opinion, r.Now = nil, func() time.Time { return now }
			r.Project = func(_, workspace string) string {
				if workspace == "/w/sub" {
					return "/w"
				}
				return workspace
			}
			r.Moved = func(project string) { moved, now = project, now.Add(3*time.Millisecond) }
			event := abi.Event{Name: test.event, SessionID: "s", Workspace: test.workspace, Prompt: openPrompt, Time: now}
			response := r.Respond(context.Background(), event, Options{})
			took, told := response.Steps["settings"]
			if told != test.moves || (moved == "/w") != test.moves || test.moves && took != 3000 {
				t.Errorf("moved to %q in %d µs, told %v", moved, took, told)
			}
		})
	}
}
