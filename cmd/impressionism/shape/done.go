package shape

// Done is what commands that do something print with --json.
type Done struct {
	Done []Step   `json:"done"` // what was done, or with --dry-run would be, in order
	Text []string `json:"text"` // the lines that people read
}

// Step is one thing that was done.
type Step struct {
	Action string `json:"action"` // "removed", "added", "kept", …
	Kind   string `json:"kind"`   // what it was done to: "model", "ruleset", "config", "session", …
	ID     string `json:"id,omitempty"`
	Path   string `json:"path,omitempty"`
}
