package shape

import (
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/trace"
)

// TraceList is what `trace list --json` prints.
type TraceList struct {
	Traces []TraceLine `json:"traces"` // newest first
}

// TraceLine is one stored decision.
type TraceLine struct {
	ID          int64     `json:"id"`
	Session     string    `json:"session"`
	Workspace   string    `json:"workspace"`
	At          time.Time `json:"at"`
	Event       string    `json:"event"`
	Ruleset     string    `json:"ruleset"` // that answered; empty: nobody
	Hash        string    `json:"ruleset_hash"`
	Activated   []abi.Ref `json:"activated"`
	Deactivated []abi.Ref `json:"deactivated"`
	Told        []abi.Ref `json:"told"`
	Dropped     []abi.Ref `json:"dropped"`
	Fault       string    `json:"fault,omitempty"`
	Traced      bool      `json:"traced"` // its trace is kept
}

// TraceShow is what `trace show --json` prints.
type TraceShow struct {
	Made   trace.Made    `json:"made"`
	Failed []trace.Trace `json:"failed,omitempty"` // of rulesets that were asked before and failed
	Trace  *trace.Trace  `json:"trace,omitempty"`  // absent where none is kept
	Note   string        `json:"note,omitempty"`   // why there is none
}

// TraceTurn is what `trace turn --json` prints.
type TraceTurn struct {
	Decision int64            `json:"decision"`
	Session  string           `json:"session"`
	At       time.Time        `json:"at"`             // when it was decided
	Turn     *transcript.Turn `json:"turn,omitempty"` // absent: nothing is known of it
	Note     string           `json:"note,omitempty"` // why
}

// TraceDiff is what `trace diff --json` prints.
type TraceDiff struct {
	A           string             `json:"a"`
	B           string             `json:"b"`
	Differences []trace.Difference `json:"differences"` // causes before effects
}

// TraceScenario is what `trace scenario --json` prints.
type TraceScenario struct {
	File     string `json:"file"` // empty: it is in Text only
	Text     string `json:"text"` // the scenario, as YAML
	Skills   int    `json:"skills"`
	Messages int    `json:"messages"`
	Was      Counts `json:"was"`   // before it was made smaller
	Tries    int    `json:"tries"` // evaluations
	Note     string `json:"note,omitempty"`
}

// Counts are how large a recorded decision is.
type Counts struct {
	Skills   int `json:"skills"`
	Messages int `json:"messages"`
}

// RulesReplay is what `rules replay --json` prints.
type RulesReplay struct {
	Same    int        `json:"same"`
	Differ  int        `json:"differ"`
	Replays []Replayed `json:"replays"`
}

// Replayed is one decision that was taken again.
type Replayed struct {
	Name        string             `json:"name"` // as it was asked for
	Ruleset     string             `json:"ruleset"`
	Hash        string             `json:"ruleset_hash"`
	Recorded    string             `json:"recorded_hash"` // of the version that decided
	From        string             `json:"from"`          // "current", "kept", "file", "with"
	Same        bool               `json:"same"`
	Differences []trace.Difference `json:"differences"`
	Unanswered  []string           `json:"unanswered"` // host calls that the trace has no answer to
	MS          float64            `json:"ms"`
	Opinion     *trace.Opinion     `json:"opinion,omitempty"` // as it is recorded: nobody is asked again
}
