package shape

import (
	"encoding/json"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// RulesShadowRun is what `rules shadow run --json` prints.
type RulesShadowRun struct {
	Rulesets []ShadowRan `json:"rulesets"`
}

// ShadowRan is what came of asking one ruleset about stored decisions.
type ShadowRan struct {
	Ruleset   string         `json:"ruleset"`
	Hash      string         `json:"ruleset_hash"`
	Evaluated int            `json:"evaluated"`
	Verdicts  map[string]int `json:"verdicts"`
	Problems  []string       `json:"problems"`
}

// RulesShadowReport is what `rules shadow report --json` prints.
type RulesShadowReport struct {
	Rulesets []ShadowReport `json:"rulesets"`
}

// ShadowReport compares what one version of a ruleset would have decided with
// what was decided.
type ShadowReport struct {
	Ruleset       string          `json:"ruleset"`
	Hash          string          `json:"ruleset_hash"` // of the version that was asked last
	Configured    bool            `json:"configured"`   // asked at turn_ended
	Note          string          `json:"note,omitempty"`
	Compared      int             `json:"compared"`
	Same          int             `json:"same"`
	More          int             `json:"more"`        // activates what was activated, and more
	Less          int             `json:"less"`        // a part of it
	Other         int             `json:"other"`       // other items
	Withdrawals   int             `json:"withdrawals"` // only deactivations differ
	NotComparable int             `json:"not_comparable"`
	Missing       []ShadowReason  `json:"missing"` // what traces could not answer
	Faults        int             `json:"faults"`
	Failures      []ShadowReason  `json:"failures"`
	Waiting       int             `json:"waiting"` // decisions that it was not asked about yet
	Dropped       int             `json:"dropped"` // whose trace went before it was asked
	Earlier       int             `json:"earlier"` // evaluations by earlier versions, left out
	Fuel          Spread          `json:"fuel"`
	MS            Spread          `json:"ms"`
	Examples      []ShadowExample `json:"examples"` // newest first

	Consequences ShadowConsequences `json:"consequences"`
}

// ShadowConsequences are what would have come of the decisions that differ by items, as far as
// what came of those that were taken says so. What is lost was told, and would not have been;
// what is gained would have become active, and was not told in the session until then.
type ShadowConsequences struct {
	UsedLost     int `json:"used_lost"`
	LateLost     int `json:"late_lost"`     // used after more than 3 prompts
	UnusedSpared int `json:"unused_spared"` // told and not used
	OpenLost     int `json:"open_lost"`     // may still be used
	UsedGained   int `json:"used_gained"`   // used within 3 prompts, though not told
	UnusedGained int `json:"unused_gained"`
	Tokens       int `json:"tokens"` // said more, or less; an estimate: of what is gained each as much as suggestions cost in these sessions
}

// ShadowReason is why decisions could not be compared.
type ShadowReason struct {
	What    string `json:"what"` // a host call, or a fault's code
	Count   int    `json:"count"`
	Example string `json:"example"`
}

// Spread is how a quantity is spread over evaluations.
type Spread struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	Max float64 `json:"max"`
}

// ShadowExample is one decision that would have been another.
type ShadowExample struct {
	Decision int64           `json:"decision"`
	Session  string          `json:"session"`
	Event    string          `json:"event"`
	Prompt   string          `json:"prompt"` // shortened
	Verdict  string          `json:"verdict"`
	By       string          `json:"by"` // who decided
	Decided  json.RawMessage `json:"decided"`
	Would    json.RawMessage `json:"would"`
	At       time.Time       `json:"evaluated_at"`

	Traced bool                `json:"traced"` // trace show has more
	Told   []SuggestionOutcome `json:"told"`   // at this decision
	Lost   []abi.Ref           `json:"lost"`   // as in ShadowConsequences
	Gained []ShadowGain        `json:"gained"` // as there
}

// ShadowGain is an item that would have become active.
type ShadowGain struct {
	Ref   abi.Ref  `json:"ref"`
	Score *float64 `json:"score,omitempty"` // of the ruleset that looks on
	Used  bool     `json:"used"`            // within 3 prompts
}
