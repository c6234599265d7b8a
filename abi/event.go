package abi

import "time"

// Names of the events the host knows, whichever client they come from. They are the
// values of Event.Name, of a manifest's "events" and of Context.HookEvent.
const (
	EventSessionStarted = "session_started"
	EventPrompt         = "prompt"
	EventToolUsed       = "tool_used"
	EventFileTouched    = "file_touched" // a tool use on a file that the paths of an item name
	EventTurnEnded      = "turn_ended"
	EventCompacting     = "compacting"
	EventSessionEnded   = "session_ended"
)

// Event is one hook firing in our own terms. Secrets are already redacted.
type Event struct {
	Name      string    `json:"name"`
	SessionID string    `json:"session_id,omitempty"` // empty: no session state is kept
	Workspace string    `json:"workspace,omitempty"`  // absolute path; may no longer exist
	Time      time.Time `json:"time"`                 // UTC
	LocalTime string    `json:"local_time,omitempty"` // RFC 3339 with the user's offset; empty: not known
	Prompt    string    `json:"prompt,omitempty"`     // prompts only
	Command   string    `json:"command,omitempty"`    // prompts only: the command or skill that the user named, as in /name
	ToolName  string    `json:"tool_name,omitempty"`  // tool use only
	ToolInput string    `json:"tool_input,omitempty"` // compact JSON, shortened to a preview
	Touched   []string  `json:"touched,omitempty"`    // file_touched only: the file, relative to the workspace and slash-separated
	Invoked   string    `json:"invoked,omitempty"`    // id of the skill that a tool use loaded
	Message   string    `json:"message,omitempty"`    // the assistant's last text, on turn_ended
	Source    string    `json:"source,omitempty"`     // session_started: startup, resume, fork, clear, compact
	Agent     string    `json:"agent,omitempty"`      // set inside a subagent
	Doubtful  bool      `json:"-"`                    // prompts only: a part of Prompt may be nobody's here; it calls no command, nothing is learned from it, and its text is not stored
}
