package session

import (
	"encoding/json"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// DecisionBytesMax bounds the texts of one stored decision together.
const DecisionBytesMax = 1 << 20

// Tiers of a decision.
const (
	TierLexical = "lexical"
	TierModel   = "model"
)

// TokenUnits is how many UTF-16 units of a text make a token, as the client reckons.
const TokenUnits = 4

// Decision is one decision as `why` shows it.
type Decision struct {
	Event       string // name of the event
	At          time.Time
	RulesetID   string // that answered; the fallback's where that one did
	RulesetHash string
	InputsHash  string
	Answer      json.RawMessage  // abi.Decision in the canonical encoding
	Scores      json.RawMessage  // the parts behind the scores, any JSON; nil: none
	Said        string           // the text for the model; empty: nothing was said
	Dropped     []Dropped        // what would have been said but for a limit
	Tier        string           // TierLexical, TierModel
	Durations   map[string]int64 // microseconds by step
	Fault       *abi.Fault       // why the active ruleset lost its say, or nil
	Late        []string         // LateModel, LateRuleset
	Opinion     json.RawMessage  `json:",omitempty"` // of a language model, any JSON; nil: none was wanted
}

// What time ran out for while a prompt was answered all the same.
const (
	LateModel   = "model"   // words alone answered in place of words and meaning
	LateRuleset = "ruleset" // the best items by the scores at hand answered in its place
)

// Dropped is an item that was not suggested, and the reason.
type Dropped struct {
	Ref abi.Ref `json:"ref"`
	Why string  `json:"why"`
}

// Change is what a decision does to a session. Entries without a kind are
// skills. The order of effects is that of the fields.
type Change struct {
	Activate   []abi.Entry // an item that is active already is refreshed
	Refresh    []abi.Ref   // active items found relevant without being activated anew
	Deactivate []abi.Entry // also by the host, say because the item vanished
	Told       []ToldItem  // in Decision.Said
	Once       bool        // nothing is stored if the session knows one of Told already: ErrTold
	Neutral    bool        // the prompt was about nothing in particular
}

// ToldItem is an item as it was suggested.
type ToldItem struct {
	Ref     abi.Ref `json:"ref"`
	Wording string  // names the words, to compare what comes of them; may be empty
	Chars   int     // that it cost, UTF-16 units
}
