// Package contract holds measurements of how Claude Code treats hooks: which events
// which client knows, and what the client does with a hook's answer. It is a table and
// a judge over the table; it runs nothing and reads no file. See RATIONALE.md, "Why
// this model of the listing budget?".
package contract

import "slices"

// Clients that were measured, the first first.
const (
	Client1060  = "1.0.60"
	Client200   = "2.0.0"
	Client21197 = "2.1.197"
	Client21329 = "2.1.329"
)

// What becomes of additionalContext, or of plain text.
const (
	ToModel      = "model"      // the model reads it
	ToSubagent   = "subagent"   // the subagent that starts reads it
	ToCompaction = "compaction" // it is appended to the prompt of the compaction
	ForcesOn     = "forces-on"  // the model reads it and has to go on
	Rejected     = "rejected"   // a validation error; nothing of it counts
	Dropped      = "dropped"    // nobody reads it
)

// What exit code 2 does.
const (
	BlocksPrompt     = "blocks-prompt"
	DeniesTool       = "denies-tool"
	TellsModel       = "tells-model"
	ForcesModelOn    = "forces-model-on"
	BlocksCompaction = "blocks-compaction"
	ShowsUser        = "shows-user"
	DoesNothing      = "nothing"
	NotMeasured      = "not-measured"
)

// Event is what is known of one event.
type Event struct {
	Name    string
	Since   string // the first measured client that knows it
	Tool    bool   // it is about a tool: matchers and "if" look at that
	Context string // what becomes of hookSpecificOutput.additionalContext
	Plain   string // what becomes of plain text
	Exit2   string
}

// events are those of the newest measured client. Where a row says NotMeasured
// or Dropped for want of a measurement, the judge says so.
var events = []Event{
	{"SessionStart", Client200, false, ToModel, ToModel, DoesNothing},
	{"UserPromptSubmit", Client1060, false, ToModel, ToModel, BlocksPrompt},
	{"PreToolUse", Client1060, true, ToModel, Dropped, DeniesTool},
	{"PostToolUse", Client1060, true, ToModel, Dropped, TellsModel},
	{"Stop", Client1060, false, ForcesOn, Dropped, ForcesModelOn},
	{"SubagentStop", Client1060, false, ForcesOn, Dropped, ForcesModelOn},
	{"PreCompact", Client1060, false, Rejected, ToCompaction, BlocksCompaction},
	{"SessionEnd", Client200, false, Rejected, Dropped, ShowsUser},
	{"Notification", Client1060, false, Dropped, Dropped, NotMeasured},

	{"PostToolUseFailure", Client21197, true, ToModel, Dropped, TellsModel},
	{"PostToolBatch", Client21197, true, ToModel, Dropped, NotMeasured},
	{"UserPromptExpansion", Client21197, false, ToModel, ToModel, NotMeasured},
	{"StopFailure", Client21197, false, Rejected, Dropped, NotMeasured},
	{"SubagentStart", Client21197, false, ToSubagent, Dropped, NotMeasured},
	{"PostCompact", Client21197, false, Rejected, Dropped, NotMeasured},
	{"PermissionRequest", Client21197, true, Dropped, Dropped, NotMeasured},
	{"PermissionDenied", Client21197, true, Dropped, Dropped, NotMeasured},
	{"Setup", Client21197, false, Dropped, Dropped, NotMeasured},
	{"TeammateIdle", Client21197, false, Rejected, Dropped, NotMeasured},
	{"TaskCreated", Client21197, false, Rejected, Dropped, NotMeasured},
	{"TaskCompleted", Client21197, false, Rejected, Dropped, NotMeasured},
	{"Elicitation", Client21197, false, Dropped, Dropped, NotMeasured},
	{"ElicitationResult", Client21197, false, Dropped, Dropped, NotMeasured},
	{"ConfigChange", Client21197, false, Rejected, Dropped, NotMeasured},
	{"WorktreeCreate", Client21197, false, Dropped, Dropped, NotMeasured},
	{"WorktreeRemove", Client21197, false, Rejected, Dropped, NotMeasured},
	{"InstructionsLoaded", Client21197, false, Rejected, Dropped, NotMeasured},
	{"CwdChanged", Client21197, false, Dropped, Dropped, NotMeasured},
	{"FileChanged", Client21197, false, Dropped, Dropped, NotMeasured},
	{"MessageDisplay", Client21197, false, Dropped, Dropped, NotMeasured},

	{"PreModelSwitch", Client21329, false, Dropped, Dropped, NotMeasured},
	{"PostModelSwitch", Client21329, false, Dropped, Dropped, NotMeasured},
	{"DirectoryAdded", Client21329, false, Rejected, Dropped, NotMeasured},
}

// Find returns what is known of an event.
func Find(name string) (Event, bool) {
	at := slices.IndexFunc(events, func(e Event) bool { return e.Name == name })
	if at < 0 {
		return Event{}, false
	}
	return events[at], true
}

// Names are those of all events, the oldest and most used first.
func Names() []string {
	names := make([]string, len(events))
	for i, e := range events {
		names[i] = e.Name
	}
	return names
}

// Types of hooks that a client knows.
var Types = []string{"command", "mcp_tool", "http", "prompt", "agent"}

// Times, in seconds.
const (
	PromptSeconds     = 30.0  // UserPromptSubmit without a timeout of its own
	SilentSeconds     = 125.0 // others were still waited for after so long
	SessionEndSeconds = 1.5   // whatever a plugin says
)

// WaitSeconds is how long the client waits for a hook whose own timeout is so
// much, 0 for none, in a plugin's file or another one.
func WaitSeconds(event string, timeout float64, plugin bool) float64 {
	switch {
	case event == "SessionEnd" && (plugin || timeout == 0):
		return SessionEndSeconds
	case timeout > 0:
		return timeout
	case event == "UserPromptSubmit":
		return PromptSeconds
	}
	return SilentSeconds
}
