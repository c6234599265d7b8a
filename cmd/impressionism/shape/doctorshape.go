package shape

import (
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/doctor"
)

// Doctor is what doctor prints.
type Doctor struct {
	Version   string             `json:"version"`
	Workspace string             `json:"workspace"`
	Client    string             `json:"client,omitempty"` // version, by its newest transcript
	Checks    []inspect.Check    `json:"checks"`
	Findings  []doctor.Finding   `json:"findings"` // worst first
	Errors    int                `json:"errors"`
	Warnings  int                `json:"warnings"`
	Notes     int                `json:"notes"`
	Days      int                `json:"days"`       // of transcripts and of the log that were read
	HookTimes []inspect.HookTime `json:"hook_times"` // slowest first
	Mended    []doctor.Mended    `json:"mended"`     // by --fix
}

// Hooks is what hooks list prints.
type Hooks struct {
	Workspace string            `json:"workspace"`
	Disabled  string            `json:"disabled,omitempty"` // file with disableAllHooks
	Hooks     []inspect.Hook    `json:"hooks"`
	Findings  []inspect.Finding `json:"findings"`
}

// Simulation is what hooks simulate prints.
type Simulation struct {
	Plugin   string         `json:"plugin"`
	Disabled string         `json:"disabled,omitempty"` // file with disableAllHooks: then the client runs none
	Event    string         `json:"event"`
	Payload  string         `json:"payload"` // name or file
	Outcome  string         `json:"outcome"` // of all hooks together, in a sentence
	TookMS   float64        `json:"took_ms"`
	Hooks    []SimulatedRun `json:"hooks"`   // in the order in which they ended
	Written  []string       `json:"written"` // files left in the scratch folder, at most 20
}

// SimulatedRun is one hook of a simulation.
type SimulatedRun struct {
	Hook     inspect.Hook    `json:"hook"`
	Skipped  string          `json:"skipped,omitempty"` // why it was not run
	ExitCode int             `json:"exit_code"`
	TookMS   float64         `json:"took_ms"`
	WaitMS   float64         `json:"client_waits_ms"`
	Stdout   string          `json:"stdout,omitempty"`
	Stderr   string          `json:"stderr,omitempty"`
	Effect   *inspect.Effect `json:"effect,omitempty"`
}

// DigestLessons are tellings of lessons in a period.
type DigestLessons struct {
	Told  int `json:"told"`
	Cited int `json:"cited"`
}
