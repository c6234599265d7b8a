package shape

// Handoff is what handoff show prints with --json, and handoff export.
type Handoff struct {
	SessionID  string           `json:"session_id"`
	Workspace  string           `json:"workspace"`
	Branch     string           `json:"branch"`    // when its last turn ended; "": none, or not known
	Head       string           `json:"head"`      // hash of the commit then; "": not known
	EndedAt    string           `json:"ended_at"`  // of its last message
	MayRun     bool             `json:"may_run"`   // it did not say that it ended, and was at work a moment ago
	HandedTo   string           `json:"handed_to"` // the session that was told of it; "": none
	Why        string           `json:"why"`       // there is nothing to hand on; else ""
	Goal       string           `json:"goal"`
	Decided    []string         `json:"decided"`
	Also       []string         `json:"also"` // what else the user said
	Files      []HandoffFile    `json:"files"`
	Commit     string           `json:"commit"`      // subject of the session's last commit
	CommitGone bool             `json:"commit_gone"` // the branch does not have it any more
	Since      []string         `json:"since"`       // subjects of commits made since
	Failing    []HandoffFailing `json:"failing"`     // the last one first
	Open       []HandoffTodo    `json:"open"`
	Tried      []string         `json:"tried"`
	Refused    []string         `json:"refused"`
	Next       string           `json:"next"`
	Asked      string           `json:"asked"`    // the last request, where nothing answered it
	Waiting    string           `json:"waiting"`  // what the user said last about waiting
	Verified   bool             `json:"verified"` // git was asked
	Rebasing   bool             `json:"rebasing"`
	Words      string           `json:"words"`    // what a person wrote in place of what is drawn; "": nothing
	Imported   bool             `json:"imported"` // the words are of a handoff that handoff import took over, and no session's
	Text       string           `json:"text"`     // as a session is told
}

// HandoffFile is a file of the session's work.
type HandoffFile struct {
	Path    string `json:"path"`
	State   string `json:"state"`   // "modified", "untracked", "added", "deleted", "in conflict", "committed", "committed since", "edited"; "": as in the last commit
	Subject string `json:"subject"` // of the commit, where it is committed
}

// HandoffTodo is an open item of the session's list.
type HandoffTodo struct {
	Text   string `json:"text"`
	Active bool   `json:"active"`
}

// HandoffFailing is a command that failed and did not pass since.
type HandoffFailing struct {
	Command string `json:"command"`
	Line    string `json:"line"` // of its output, may be ""
	Runs    int    `json:"runs"`
	Stale   bool   `json:"stale"` // commits were made since
}
