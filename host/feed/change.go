package feed

import (
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Kinds of changes.
const (
	KindSession    = "session"    // a session began, was found, ended, went on, or was switched off or on
	KindDecision   = "decision"   // an event was decided on, or a prompt got no decision
	KindOutcome    = "outcome"    // what came of a suggestion is another thing than before
	KindTurn       = "turn"       // the model's turn ended
	KindTool       = "tool"       // the model called a tool, or such a call ended; of Tools alone
	KindCompaction = "compaction" // the model's context lost what it had been told: it was compacted or cleared
	KindFault      = "fault"      // a ruleset lost its say, or the log has a warning or an error
	KindState      = "state"      // state.db cannot be read, or can be read again
	KindMissed     = "missed"     // changes that a subscriber is too late for, or, without their number, sessions that were forgotten with all changes before
)

// What came of a suggestion.
const (
	CameOpen    = session.BecameOpen
	CameUsed    = session.BecameUsed
	CameLate    = session.BecameLate
	CameIgnored = session.BecameIgnored
	CameGone    = "gone" // the decision was taken back, as nobody read the answer, or forgotten
)

// Change is one thing that happened. Which fields are there is said for each kind; what is
// absent is empty, 0 or nil.
type Change struct {
	Number    int64     `json:"number"` // from 1, in order; 0: the row was there before, see Recent, or it is none, see Tools
	Kind      string    `json:"kind" jsonschema:"enum=session,enum=decision,enum=outcome,enum=turn,enum=tool,enum=compaction,enum=fault,enum=state,enum=missed"`
	At        time.Time `json:"at"` // as stored with what happened, UTC
	Session   string    `json:"session,omitempty"`
	Workspace string    `json:"workspace,omitempty"`
	Prompt    int       `json:"prompt,omitempty"` // its number in the session, from 1
	Text      string    `json:"text,omitempty"`   // first characters of the prompt or of the answer, as stored; of a tool the first text of its input, redacted
	Reason    string    `json:"reason,omitempty"` // in words: of an outcome that does not say it, of a fault, of the state; empty for a state: all is well

	// Of a decision.
	Decision   int64              `json:"decision,omitempty"` // its id; 0: a prompt without one
	Event      string             `json:"event,omitempty"`    // that was decided on
	Outcome    string             `json:"outcome,omitempty"`  // as why names it; empty: it is not known
	Told       []Told             `json:"told,omitempty"`
	Dropped    []Dropped          `json:"dropped,omitempty"`    // chosen, and not told
	Candidates []Candidate        `json:"candidates,omitempty"` // the best for the prompt, best first
	Floor      *float64           `json:"floor,omitempty"`      // similarity that the ruleset wanted; absent: it has no such threshold
	Ruleset    string             `json:"ruleset,omitempty"`    // that answered
	Tier       string             `json:"tier,omitempty"`
	TotalMS    float64            `json:"total_ms,omitempty"` // of the steps together
	StepsMS    map[string]float64 `json:"steps_ms,omitempty"`
	Late       []string           `json:"late,omitempty"`   // what time ran out for
	Tokens     int                `json:"tokens,omitempty"` // told, about
	Fault      string             `json:"fault,omitempty"`  // why a ruleset lost its say

	// Of an outcome; the decision is the one that told the item.
	Ref     *abi.Ref `json:"ref,omitempty"`
	Came    string   `json:"came,omitempty" jsonschema:"enum=open,enum=used,enum=late,enum=ignored,enum=gone"`
	Between *int     `json:"between,omitempty"` // prompts between telling and use; 0: in the same turn
	By      string   `json:"by,omitempty" jsonschema:"enum=model,enum=user"`
	Verdict string   `json:"verdict,omitempty" jsonschema:"enum=good,enum=bad"` // of the user

	Code      string        `json:"code,omitempty"`                                     // of a fault
	Tool      string        `json:"tool,omitempty"`                                     // its name
	Ended     string        `json:"ended,omitempty" jsonschema:"enum=done,enum=failed"` // of a call; empty: it began
	Forgotten int           `json:"forgotten,omitempty"`                                // of a compaction: suggestions that the context lost
	State     *SessionState `json:"state,omitempty"`                                    // of a session
	Missed    int64         `json:"missed,omitempty"`                                   // how many; 0: it is not known, or sessions were forgotten
}

// Told is an item as it was told, with what came of it when the change was made.
type Told struct {
	Ref        abi.Ref  `json:"ref"`
	Similarity *float64 `json:"similarity,omitempty"` // absent: the search had not found it
	Wording    string   `json:"wording,omitempty"`    // "firm", "soft", "beside" or "wished"
	Came       string   `json:"came" jsonschema:"enum=open,enum=used,enum=late,enum=ignored"`
	Between    *int     `json:"between,omitempty"`
	By         string   `json:"by,omitempty" jsonschema:"enum=model,enum=user"`
	Verdict    string   `json:"verdict,omitempty" jsonschema:"enum=good,enum=bad"`
}

// Dropped is an item that was chosen and not told, and why.
type Dropped struct {
	Ref abi.Ref `json:"ref"`
	Why string  `json:"why"`
}

// Candidate is an item that the search found for a prompt.
type Candidate struct {
	Ref        abi.Ref  `json:"ref"`
	Similarity float64  `json:"similarity"`
	Cosine     *float64 `json:"cosine,omitempty"`
	BM25       float64  `json:"bm25"`
	Enough     bool     `json:"enough,omitempty"`  // it reaches the floor
	Matched    []string `json:"matched,omitempty"` // stems of the prompt that it has
}

// SessionState is a session as it stands.
type SessionState struct {
	Session    string     `json:"session"`
	Workspace  string     `json:"workspace"`
	Started    time.Time  `json:"started"`
	LastActive time.Time  `json:"last_active"`
	Ended      *time.Time `json:"ended,omitempty"` // absent: it may go on
	Prompts    int        `json:"prompts"`
	Silent     bool       `json:"silent"` // the user wants to be told nothing in it
}
