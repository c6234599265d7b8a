package backtest

import (
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/stats"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Report is what came of a run.
type Report struct {
	Sessions       int         `json:"sessions"`       // with at least one prompt
	Prompts        int         `json:"prompts"`        // that were decided on
	Commands       int         `json:"commands"`       // calls of items by their names, which are not
	OtherCommands  int         `json:"other_commands"` // of the client's own, or of items that are not in the catalog
	From           time.Time   `json:"from"`
	To             time.Time   `json:"to"`
	ListedSessions int         `json:"listed_sessions"` // that tell which descriptions the model was shown
	Invoked        Invoked     `json:"invoked"`
	Rulesets       []Result    `json:"rulesets"`
	Compared       *Comparison `json:"compared,omitempty"` // where there are two
}

// Invoked counts uses of items, of each item the first since a session began or
// was compacted.
type Invoked struct {
	ByModel int            `json:"by_model"` // the model loaded it
	ByUser  int            `json:"by_user"`  // as a command
	Unknown map[string]int `json:"unknown"`  // by id: not in today's catalog, or not to be told of; counted nowhere else
}

func (r *Report) count(w *walk, h Happening) {
	if h.Time.IsZero() {
		return
	}
	if r.From.IsZero() || h.Time.Before(r.From) {
		r.From = h.Time
	}
	if h.Time.After(r.To) {
		r.To = h.Time
	}
}

// Result is what one ruleset would have done.
type Result struct {
	Name        string         `json:"name"`
	ID          string         `json:"id"`
	Hash        string         `json:"hash"`
	Spoke       stats.Rate     `json:"spoke"`       // prompts at which the model would have heard of something
	Suggestions int            `json:"suggestions"` // items told, but for places of the sources
	Activated   int            `json:"activated"`
	Deactivated int            `json:"deactivated"`
	Neutral     int            `json:"neutral"` // prompts taken to be about nothing
	Tokens      Tokens         `json:"tokens"`
	Precision   stats.Rate     `json:"precision"` // of the suggestions, those used within session.UsedPrompts prompts
	Late        int            `json:"late"`      // used after that
	Recall      stats.Rate     `json:"recall"`    // of the items used, those told before
	RecallModel stats.Rate     `json:"recall_by_model"`
	RecallUser  stats.Rate     `json:"recall_by_user"`
	Hidden      Hidden         `json:"hidden"`
	Flapping    Flapping       `json:"flapping"`
	Faults      map[string]int `json:"faults"` // by what went wrong
	Items       []ItemResult   `json:"items"`  // most suggested first
	Examples    Examples       `json:"examples"`
}

// Tokens estimate what suggestions cost: a token for each 4 UTF-16 units of what
// is said, rounded up.
type Tokens struct {
	Said      int     `json:"said"`
	PerPrompt float64 `json:"per_prompt"`
	Carried   int     `json:"carried"` // the same times the requests that sent it along, until the session ended or was compacted
}

// TokenUnits is how many UTF-16 units make a token, as the client reckons.
const TokenUnits = session.TokenUnits

// Hidden counts items that fitted a prompt and whose description the model did
// not have.
type Hidden struct {
	Prompts int `json:"prompts"` // at which one was chosen
	Told    int `json:"told"`    // suggestions of one
	Used    int `json:"used"`    // of these, within session.UsedPrompts prompts
}

// Flapping counts items that were withdrawn and came back soon.
type Flapping struct {
	Times   int `json:"times"`
	Items   int `json:"items"`
	Within  int `json:"within"` // prompts
	perItem map[abi.Ref]bool
}

// ItemResult is what became of one item.
type ItemResult struct {
	Ref      abi.Ref `json:"ref"`
	Told     int     `json:"told"`
	Used     int     `json:"used"` // within session.UsedPrompts prompts
	Late     int     `json:"late"`
	Invoked  int     `json:"invoked"` // told or not, first uses
	Found    int     `json:"found"`   // of these, told before
	Hidden   int     `json:"hidden"`  // prompts at which it was chosen and the model had no description
	Flapping int     `json:"flapping"`
}

// itemsMax bounds the items of a report.
const itemsMax = 200

// Examples are moments to look at, each sort the first ones that came.
type Examples struct {
	Used   []Example `json:"used"`   // suggested and used
	Unused []Example `json:"unused"` // suggested in vain
	Missed []Example `json:"missed"` // used and not suggested before
	Hidden []Example `json:"hidden"` // suggested though the model had no description
	Flaps  []Example `json:"flaps"`
}

// Example is one item at one prompt.
type Example struct {
	Moment
	Item abi.Ref `json:"item"`
}
