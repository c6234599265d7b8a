package abi

// Limits of a decision, checked by schemas.CheckDecision.
const (
	EntriesMax     = 64  // per function
	ReasonCharsMax = 300 // characters (Unicode code points), at least 1
)

// Context is what both functions of a ruleset are given.
type Context struct {
	ABI           int      `json:"abi"`
	SessionID     string   `json:"session_id"`
	WorkspacePath string   `json:"workspace_path"`
	UserPrompt    string   `json:"user_prompt,omitempty"` // prompts only; at most 64 KiB
	HookEvent     string   `json:"hook_event"`
	Now           string   `json:"now"`                  // the event's time, RFC 3339, UTC: a guest's only clock
	LocalTime     string   `json:"local_time,omitempty"` // the same moment where the user is, RFC 3339 with the offset
	Weekday       string   `json:"weekday,omitempty"`    // there: "Monday" … "Sunday"
	Sequence      int64    `json:"sequence"`             // of this event's message; 0 where none was logged
	Neutral       bool     `json:"neutral,omitempty"`
	Touched       []string `json:"touched,omitempty"`   // files of the workspace that tools read or changed since the last prompt, relative and slash-separated, at most 20; on file_touched the one
	Activated     []Entry  `json:"activated,omitempty"` // second function only: what the first one answered
}

// Entry is one activation or deactivation.
type Entry struct {
	Ref    Ref      `json:"ref" jsonschema:"description=An item of this session's catalog\\, as in skill:pdf-forms"`
	Reason string   `json:"reason" jsonschema:"minLength=1,maxLength=300,description=Why in words a user understands; never reaches the model"`
	Score  *float64 `json:"score,omitempty" jsonschema:"minimum=0,maximum=1"`
}

// Decision is what a ruleset answered, schema-checked, unknown ids and
// duplicates dropped.
type Decision struct {
	Activate   []Entry `json:"activate"`
	Deactivate []Entry `json:"deactivate"`
}
