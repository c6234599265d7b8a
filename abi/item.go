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

	Lesson *Lesson `json:"lesson,omitempty"` // of lessons only
	Place  *Place  `json:"place,omitempty"`  // of code only
}

// PlacesMax is how many candidates of the kind code a search returns.
const PlacesMax = 20

// Place is where an item of the kind code lies: whole lines of a file, as they were when the
// project's sources were indexed.
type Place struct {
	Path     string `json:"path"`               // slash-separated, from the folder that was indexed
	Symbol   string `json:"symbol,omitempty"`   // as in "Mux.Use" or "parse_args"; absent: the lines define nothing by a name
	Start    int    `json:"start"`              // line, from 1
	End      int    `json:"end"`                // line, included
	Language string `json:"language,omitempty"` // lower-case, as in "go"; absent: not known
	Kind     string `json:"kind"`               // function, method, type, variable, rest or window
}

// Values of Lesson.Check.
const (
	CheckOK       = "ok"       // all that it names is there
	CheckDoubtful = "doubtful" // it names something that is gone
	CheckNone     = "none"     // it names nothing, or was not checked
)

// Lesson is what a ruleset sees of a lesson beside what it sees of each item.
type Lesson struct {
	Category string   `json:"category,omitempty"` // pattern, correction, decision, gotcha or preference; absent: none is said
	Scope    string   `json:"scope"`              // "user" or "project"
	Pinned   bool     `json:"pinned"`             // it is told where a session starts
	Trust    float64  `json:"trust"`              // (cited+1)/(told+2) in earlier sessions of this workspace, 0–1
	Told     int      `json:"told"`               // how often it was told in them
	Cited    int      `json:"cited"`              // how often the assistant named it then
	Check    string   `json:"check"`              // against the repository: "ok", "doubtful" or "none"
	AgeDays  *float64 `json:"age_days,omitempty"` // whole days since it was added; absent: not known
	Touched  bool     `json:"touched"`            // one of its paths names a file of Context.Touched or of the last tool uses
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
