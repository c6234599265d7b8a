package abi

// Item is something that can be suggested, as a ruleset sees it.
type Item struct {
	Ref         Ref       `json:"ref"`
	Name        string    `json:"name"`
	Description string    `json:"description" limit:"text"`
	Path        string    `json:"path,omitempty"` // absolute, of the file that says what the item is; absent: it is no file
	Keywords    []string  `json:"keywords"`
	Embedding   Embedding `json:"embedding,omitzero"` // name and description; absent while not embedded
	Sticky      bool      `json:"sticky"`

	Used         int      `json:"used,omitempty"`           // how often it was used when it was suggested, in earlier sessions of this workspace; absent: never, or not known
	LastUsedDays *float64 `json:"last_used_days,omitempty"` // days since it was suggested and used there for the last time; absent: never, or not known
}

// Candidate is an item with its scores for one query.
type Candidate struct {
	Item       Item     `json:"item"`
	Similarity float64  `json:"similarity"`       // calibrated relevance, 0–1, the same meaning in every catalog
	Cosine     *float64 `json:"cosine,omitempty"` // −1–1; absent: no model was used
	BM25       *float64 `json:"bm25,omitempty"`   // ≥ 0
}

// Active is an item that a session's decisions have activated and not yet
// deactivated.
type Active struct {
	Item
	ActivatedAt          string `json:"activated_at"` // RFC 3339, UTC
	PromptsSinceRelevant int    `json:"prompts_since_relevant"`
	Reason               string `json:"reason"`
}

// ItemPage is a part of the catalog.
type ItemPage struct {
	Items     []Item `json:"items"`
	Truncated bool   `json:"truncated"`
}

// Message is one row of a session's message log.
type Message struct {
	Role      string    `json:"role"`                 // "user", "assistant", "tool"
	Content   string    `json:"content" limit:"text"` // the stored preview
	ToolName  string    `json:"tool_name,omitempty"`
	Embedding Embedding `json:"embedding,omitzero"` // of the whole prompt; absent where no decision needed the model
	Sequence  int64     `json:"sequence"`
}

// ToolUse is one tool event of a session's message log.
type ToolUse struct {
	ToolName         string `json:"tool_name"`
	ToolInputPreview string `json:"tool_input_preview" limit:"text"`
	LoggedAt         string `json:"logged_at"` // RFC 3339, UTC
	Sequence         int64  `json:"sequence"`
}

// Session names the session an event belongs to.
type Session struct {
	SessionID     string `json:"session_id"`
	WorkspacePath string `json:"workspace_path"`
	StartedAt     string `json:"started_at"` // RFC 3339, UTC
}

// Relevance is the calibrated relevance of one item to a query.
type Relevance struct {
	Ref        Ref     `json:"ref"`
	Similarity float64 `json:"similarity"`
}
