package shape

import (
	"encoding/json"
	"time"
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
	Examples      []ShadowExample `json:"examples"`
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
}
