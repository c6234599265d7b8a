// Package inspect is the seam for looking at a client: what commands ask of it beyond what
// its hooks need. A client offers an Inspector beside its client.Client, so that no hook
// links the code that looks. It knows no client. See RATIONALE.md, "Why is a client one
// value?".
package inspect

import (
	"context"
	"time"

	"github.com/ed-irl/impressionism/host/diag"
)

// Inspector is how one client is looked at. A part whose functions are nil is one that the
// client does not have.
type Inspector struct {
	Checkup  Checkup
	Hooks    Hooks
	Listing  Listing
	Commands Commands
	Lessons  Lessons
	Handoffs Handoffs
}

// Checkup finds what is wrong with a client, for doctor. Its functions return what is
// broken as findings, never as errors, and change nothing.
type Checkup struct {
	Rules   []Rule                                    // all that Examine may find, by area
	Examine func(context.Context, Patient) Report     // of what it looked at before its context ended
	Times   func(context.Context, Patient) []HookTime // those of Examine without the rest, the slowest first
}

// Areas of a checkup's rules; doctor has others for the parts of this program.
const (
	AreaProgram = "program" // this program, as the client runs it
	AreaPlugin  = "plugin"
	AreaHooks   = "hooks"
	AreaClient  = "client"
	AreaTimes   = "times"
)

// Rule is a kind of finding.
type Rule struct {
	Area string
	diag.Rule
}

// Patient is what a checkup looks at.
type Patient struct {
	Place
	Now       time.Time
	Days      int                                 // how far back transcripts are read
	Version   string                              // of this program
	VersionOf func(binary string) (string, error) // asks another binary of this program
	Answers   func(hook string) error             // runs a program of hooks on an empty event
}

// Report is what a checkup saw.
type Report struct {
	Version  string // of the client, as its newest transcript has it, or ""
	Checks   []Check
	Symptoms []Symptom
	Times    []HookTime // the slowest first
	Waits    []Wait
}

// Check is one area and what was seen there.
type Check struct {
	Area    string `json:"area"`
	Summary string `json:"summary"`
}

// Symptom is one thing to mend.
type Symptom struct {
	Code  string // of a Rule
	Where string // a path, with line and column where they are known, or a name
	What  string // a sentence or two
	Do    string // an order in place of the rule's, or ""
}

// Wait is how long the client waits for a hook of this program.
type Wait struct {
	Event string // by its name in package abi
	MS    float64
}

// HookTime is how long one hook took, as far as the client recorded it.
type HookTime struct {
	Source   string `json:"source"` // that wires it; empty: none does any more
	Event    string `json:"event"`
	Matcher  string `json:"matcher,omitempty"`
	Command  string `json:"command"`
	Runs     int    `json:"runs"`  // that were recorded
	Timed    int    `json:"timed"` // of them, those with a duration
	P50MS    int64  `json:"p50_ms"`
	P95MS    int64  `json:"p95_ms"`
	MaxMS    int64  `json:"max_ms"`
	CutOff   int    `json:"cut_off"`
	Failed   int    `json:"failed"`
	Rejected int    `json:"rejected"`
	Mixed    int    `json:"mixed"`   // printed JSON and text together
	Blocked  int    `json:"blocked"` // ended so that it blocked, or forced the model on

	SampleMS  []float64 `json:"sample_ms,omitempty"`  // of the times from the shortest to the longest, evenly, at most SamplesMax
	TimeoutMS float64   `json:"timeout_ms,omitempty"` // that the client waits for it, at least where nothing sets it; absent: it is wired no more
	Untimed   string    `json:"untimed,omitempty"`    // why no time is known, a clause; absent: there are times
	File      string    `json:"file,omitempty"`       // that wires it
	Line      int       `json:"line,omitempty"`
}

// SamplesMax bounds the times that a HookTime shows one by one.
const SamplesMax = 60
