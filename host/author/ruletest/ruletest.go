// Package ruletest plays a ruleset's scenarios through the engine and returns the
// results as data: the expected and actual answers, and the host calls before them. It
// knows no command line, no store and no runtime.
package ruletest

import (
	"encoding/json"
	"fmt"

	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/trace"
)

// Report is what came of testing.
type Report struct {
	Passed   int      `json:"passed"`
	Failed   int      `json:"failed"` // scenarios, those that cannot be read included
	MS       float64  `json:"ms"`
	Rulesets []Tested `json:"rulesets"`
}

// Tested is one ruleset with its scenarios.
type Tested struct {
	ID       string    `json:"id"`
	Path     string    `json:"path"`
	Cases    []Case    `json:"cases"`
	Coverage []Covered `json:"coverage,omitempty"`
}

// Case is one scenario as it was played.
type Case struct {
	Name     string             `json:"name"` // of the file, without its ending
	File     string             `json:"file"`
	Why      string             `json:"why,omitempty"`
	MS       float64            `json:"ms"`
	Passed   bool               `json:"passed"`
	Problem  string             `json:"problem,omitempty"` // why the file cannot be played
	Warnings []string           `json:"warnings,omitempty"`
	Failures []scenario.Failure `json:"failures,omitempty"`
	Events   []Event            `json:"events,omitempty"` // of a scenario that failed
}

// Event is what led to one event's decision.
type Event struct {
	Event    int             `json:"event"` // from 1
	Calls    []Call          `json:"calls"`
	Log      []string        `json:"log,omitempty"` // "level message"
	Warnings []string        `json:"warnings,omitempty"`
	Fault    string          `json:"fault,omitempty"`
	Decision json.RawMessage `json:"decision"`
}

// Call is one host call and its answer.
type Call struct {
	By      string          `json:"by,omitempty"` // the evaluated ruleset that made it
	Call    string          `json:"call"`
	Request json.RawMessage `json:"request"`
	Reply   json.RawMessage `json:"reply,omitempty"` // absent: not kept, for the calls are too long together
}

// Answer returns the reply for people: the JSON, why there is none, or "" for log, which
// answers nothing.
func (c Call) Answer() string {
	switch {
	case c.Call == "log":
		return ""
	case c.Reply == nil:
		return fmt.Sprintf("(not kept: the calls of an event are kept up to %d KB)", trace.CallBytesMax>>10)
	}
	return string(c.Reply)
}

// Covered counts the lines of a Lua file that ran in any scenario.
type Covered struct {
	File   string `json:"file"`
	Lines  int    `json:"lines"` // that have code
	Ran    int    `json:"ran"`
	Missed []int  `json:"missed"`
}

// Add takes up one more ruleset.
func (r *Report) Add(t Tested) {
	for _, c := range t.Cases {
		r.MS += c.MS
		if c.Passed {
			r.Passed++
		} else {
			r.Failed++
		}
	}
	r.Rulesets = append(r.Rulesets, t)
}
