package inspect

import (
	"context"
	"time"
)

// Hooks finds the hooks that a client runs, and tries them.
type Hooks struct {
	Events     []string // all that the client has, by its own names, the most used first
	OffSetting string   // the client's setting that keeps all hooks from running
	List       func(Place) Wired
	Simulate   func(ctx context.Context, event string, hooks []Hook, payload []byte, limits Limits) (Simulated, error)
	Payloads   []string                         // names of recorded payloads
	Payload    func(name string) ([]byte, bool) // a recorded payload by its name or its event
	PayloadMax int                              // bytes
	Examples   string                           // command lines that simulate hooks, for help
}

// Place says where hooks are looked for.
type Place struct {
	Name       string   // of this program and of its plugin
	Self       string   // this program's file, links resolved
	Home       string   // the client's own folder
	Managed    string   // the folder of whoever administers the machine; empty: where the client looks for it
	Workspace  string   // may be empty
	PluginDirs []string // as given to the client
	Path       []string // folders in which commands are found
}

// Wired is what there is in a place. What is broken is a finding, never an error.
type Wired struct {
	Hooks    []Hook
	Findings []Finding // the worst first
	Disabled string    // the file of settings that keeps all hooks from running, or ""
}

// Source is a file that wires hooks.
type Source struct {
	Kind string `json:"kind"`
	Name string `json:"name"`           // "acme@market", or the layer of settings
	File string `json:"file"`           // absolute
	Root string `json:"root,omitempty"` // of a plugin: its folder
}

// Hook is one hook as it is wired.
type Hook struct {
	Source  Source   `json:"source"`
	Event   string   `json:"event"`
	Matcher string   `json:"matcher,omitempty"`
	Type    string   `json:"type"`
	Command string   `json:"command,omitempty"`
	Args    []string `json:"args,omitempty"`
	Form    string   `json:"form"`                      // how the command is run, or the type
	Timeout float64  `json:"timeout_seconds,omitempty"` // as it stands there; 0: none
	Async   bool     `json:"async,omitempty"`
	If      string   `json:"if,omitempty"`
	Line    int      `json:"line"`
	Column  int      `json:"column"`
	Dropped bool     `json:"-"` // the client does not run it for what is wrong with its entry
}

// Finding is one thing to mend in a file that wires hooks.
type Finding struct {
	Code     string `json:"code"` // of a Rule
	Severity string `json:"severity"`
	Source   string `json:"source"` // its name
	Event    string `json:"event,omitempty"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Reason   string `json:"reason"` // a sentence or two
	Fix      string `json:"fix"`    // an order
}

// Limits bound a simulation.
type Limits struct {
	Path string        // of the environment
	Wait time.Duration // no hook is waited for longer, whatever the client would do
}

// Simulated is a simulation of an event's hooks.
type Simulated struct {
	Event   string
	Runs    []Run    // those that ran in the order in which they ended, then the others
	Outcome string   // of all hooks together, in a sentence
	Written []string // files that they left in the scratch folder
	Took    time.Duration
}

// Run is one hook's run and what comes of it.
type Run struct {
	Hook     Hook
	Skipped  string // why it was not run, or ""
	ExitCode int
	Stdout   string
	Stderr   string
	Took     time.Duration
	Wait     time.Duration // that the client would wait
	Effect   Effect
}

// Effect is what the client makes of a hook's answer.
type Effect struct {
	Verdict string   `json:"verdict"`            // a word of the client's
	What    string   `json:"what"`               // a sentence or two
	ToModel string   `json:"to_model,omitempty"` // as the model reads it
	ToUser  string   `json:"to_user,omitempty"`
	Codes   []string `json:"codes,omitempty"` // of what is wrong with it, as findings have them
}
