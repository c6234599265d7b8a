// Package rulefuzz holds rulesets to properties that no author has to write
// down: it makes contexts from a seed, asks the ruleset, and shrinks what breaks a
// property to the smallest scenario. It knows rulesets through engine.Engine and
// the scripted host: no runtime, no store, no clock, no files.
package rulefuzz

import (
	"sync/atomic"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// RunsDefault is how often each property is tried: some four thousand askings, which
// take a few seconds.
const RunsDefault = 100

// runsJudged is how many runs it takes to say that something never happens.
const runsJudged = 40

// Input is a ruleset and how it is tried.
type Input struct {
	Engine     *engine.Engine
	Ruleset    engine.Ruleset
	Budgets    abi.Budgets
	Seed       uint64
	Seeds      Seeds
	Runs       int            // of each property; RunsDefault where 0
	Properties []string       // ids; all that apply where empty
	First      bool           // one broken property is enough: that of the lowest run, then the first of All
	Shrink     bool           // else scenarios stay as they were made
	Enough     *atomic.Bool   // begins no more runs; may be nil
	Stop       *atomic.Bool   // ends everything; may be nil
	Progress   func(int, int) // runs done, of all; may be nil
}

// Report is what came of one ruleset.
type Report struct {
	ID       string    `json:"id"`
	Path     string    `json:"path"`
	Seed     uint64    `json:"seed"`
	Runs     int       `json:"runs"`              // of each property, at most
	Asked    int       `json:"asked"`             // how often the ruleset was asked
	Stopped  bool      `json:"stopped,omitempty"` // before all runs were done
	Tried    []string  `json:"tried"`             // properties
	Off      []Off     `json:"off,omitempty"`     // switched off in the manifest
	Findings []Finding `json:"findings"`
}

// Off is a property that the manifest switches off.
type Off struct {
	Property string `json:"property"`
	Reason   string `json:"reason"`
}

// Finding is a property that does not hold, and what shows it.
type Finding struct {
	Property   string   `json:"property"`
	Sentence   string   `json:"sentence"`
	Difference string   `json:"difference"`    // what was found
	Run        int      `json:"run,omitempty"` // which of the seed showed it; 0 where all runs together do
	Scenarios  []Shown  `json:"scenarios,omitempty"`
	Kept       []string `json:"kept,omitempty"` // files
	Tries      int      `json:"tries,omitempty"`
}

// Shown is a scenario that shows a finding. The last one of a finding fails as
// long as the finding stands, wherever a scenario can say what is wrong.
type Shown struct {
	Name     string            `json:"name"`
	YAML     string            `json:"yaml"`
	Scenario scenario.Scenario `json:"-"`
}
