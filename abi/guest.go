package abi

import "sync/atomic"

// Guest is one instance of a ruleset's code, started for one event and closed
// after it. It is not safe for concurrent use.
type Guest interface {
	// Evaluate calls Activation or Deactivation with an encoded Context and
	// gives the encoded list of entries as the guest wrote it, unchecked. A
	// function that the guest does not have answers "[]". Errors are Faults:
	// Limit where a budget ran out, else Internal with the guest's own text and
	// place.
	Evaluate(function string, context []byte) (answer []byte, err error)
	Close() error
}

// Metered is a Guest that can tell how many instructions it has used, those of
// its last call included; what a nested ruleset leaves goes back to the event.
type Metered interface {
	FuelUsed() int64
}

// Weighed is a Guest that can tell how many bytes of memory its account was
// charged at the most: in Lua all that was ever taken, in WebAssembly the most that
// was held at once.
type Weighed interface {
	MemoryUsed() int64
}

// Start makes an instance of a program, before any of its functions runs. Errors
// are Faults: what is wrong with the code, and where.
type Start func(Program, Sandbox) (Guest, error)

// Program is a ruleset's code as found, before any of it runs.
type Program struct {
	ID   string // "builtin/default", "custom/mine"
	Name string // file name for error messages
	Code []byte
	// Require gives the source of a module that the code asks for, by its
	// dotted name; errors are Faults. Nil: no modules.
	Require func(module string) (name string, source []byte, err error)
}

// Sandbox is everything that a guest gets from outside.
type Sandbox struct {
	Budgets Budgets
	Calls   []Call // those linked; others do not exist for the guest
	Seed    uint64 // of the guest's random numbers
	// Invoke is the only door: a call's name and encoded request in, an encoded
	// Reply out.
	Invoke func(call string, request []byte) (reply []byte)
	// Stop ends the guest soon after it was set; the error is Limit, "time: …".
	Stop *atomic.Bool
}

// Budgets bound one event of one ruleset, both functions together.
type Budgets struct {
	Fuel         int64 `json:"fuel"`          // instructions
	MemoryBytes  int64 `json:"memory_bytes"`  // held by the guest
	ContextBytes int   `json:"context_bytes"` // into the guest, per function
	AnswerBytes  int   `json:"answer_bytes"`  // out of the guest, per function
	HostCalls    int   `json:"host_calls"`
	Results      int   `json:"results"`    // entries of one reply
	TextBytes    int   `json:"text_bytes"` // one text in a reply
	LogLines     int   `json:"log_lines"`
	LogLineBytes int   `json:"log_line_bytes"`
	SourceBytes  int   `json:"source_bytes"` // Lua: each source file
	Depth        int   `json:"depth"`        // of evaluate
}

// DefaultBudgets are those of the contract's table. Fuel ends the worst hostile
// script that is known within 140 ms of CPU (70 ns a unit, two-core Linux);
// the default ruleset uses a few hundredths of it on a large search.
func DefaultBudgets() Budgets {
	return Budgets{
		Fuel: 2_000_000, MemoryBytes: 64 << 20, ContextBytes: 1 << 20, AnswerBytes: 256 << 10,
		HostCalls: 4096, Results: 1000, TextBytes: 8 << 10, LogLines: 100, LogLineBytes: 1 << 10,
		SourceBytes: 256 << 10, Depth: 3,
	}
}
