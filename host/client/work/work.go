// Package work holds what a session did, step by step, in terms that are no client's: what
// was asked, answered, edited and run, and what became of it. It knows no client's field
// names and not how the steps are used.
package work

import "time"

// Limits of a record. Texts beyond them are cut, steps beyond them are the oldest.
const (
	StepsMax       = 5000
	TextBytesMax   = 4 << 10 // of a prompt, an answer, a plan, a command
	OutputBytesMax = 8 << 10 // of a command: half of its beginning, half of its end
	TodosMax       = 100
	TodoBytesMax   = 300
	PathBytesMax   = 4 << 10
	FetchBytesMax  = 32 << 10
)

// Kinds of steps.
const (
	Prompted    = "prompted"    // Text: what the user typed
	Answered    = "answered"    // Text: what the model wrote
	Edited      = "edited"      // Path: a file that a tool wrote
	Ran         = "ran"         // Text: a command of the shell; Output, Failed
	Refused     = "refused"     // Text: a command or tool that was not allowed; Reason
	Listed      = "listed"      // Todos: the whole list as it is from here on
	Noted       = "noted"       // Todos: one, added or changed; its empty fields did not change
	Chosen      = "chosen"      // Text: what the user chose; Question
	Planned     = "planned"     // Text: a plan that the user approved
	Rejected    = "rejected"    // Text: a plan that the user did not approve; Reason
	Fetched     = "fetched"     // Text: what came from outside; never to be quoted
	Interrupted = "interrupted" // the user stopped a turn
	Compacted   = "compacted"
)

// Step is one thing that happened. Texts are redacted.
type Step struct {
	Kind     string
	Time     time.Time // UTC; zero: not known
	Text     string
	Path     string // absolute, or relative to the workspace
	Question string
	Reason   string // in the user's words, or empty
	Output   string // of a command that failed, may have failed, or committed
	Failed   bool
	Todos    []Todo
	Torn     bool // of a Listed step: Todos are the beginning of a list whose end was not stored
}

// States of a todo.
const (
	Open    = "open"
	Active  = "active"
	Done    = "done"
	Dropped = "dropped"
)

// Todo is one item of a list of todos.
type Todo struct {
	ID    string // empty where the list is replaced as a whole
	Text  string
	State string // empty in a Noted step: unchanged
}

// Record is what a client's transcript says of one session.
type Record struct {
	Session   string
	Workspace string // of its last line; absolute, or empty
	Branch    string // of its last line; empty: not recorded, or none
	Steps     []Step
	Cut       bool // something stood before the first step and was not read
	Lines     int
	Skipped   map[string]int // lines that were left out, by reason; see package transcript
}
