// Package host answers one event: record it, bring the index up to date, ask
// the ruleset, say what is worth saying, store what was decided. It reads no
// configuration, knows no client's formats and prints nothing.
package host

import (
	"context"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Host is what events are answered with; cmd wires it from the configuration.
type Host struct {
	Sessions  *session.Store // nil: no state is kept or read
	OpenIndex func() (*index.Index, error)
	List      func(ctx context.Context, workspace string) catalog.Listing
	Beneath   func(ctx context.Context, listing catalog.Listing, touched []string) catalog.Listing // adds what waited for files of the workspace; may be nil
	Load      func(catalog.Entry) (catalog.Item, string, *catalog.Rejection, error)
	Model     *Model    // of queries
	Passages  *Passages // nil: an event embeds no passages
	Engine    *engine.Engine
	Kinds     catalog.Kinds
	Pools     catalog.Pools // of the kinds
	Recipe    *rank.Recipe  // of prompts: the default of the pools
	Settings  Settings
	Now       func() time.Time
	Redact    func(string) string // removes secrets; nil: none are looked for

	// NoMemory, if set, is why nothing can be written: it is answered by what can be read.
	NoMemory error

	DeactivateOnly bool // only withdraw what no longer fits

	// Prepare, if set, makes the ruleset ready for a prompt. It is called on a
	// goroutine of its own while the index is brought up to date.
	Prepare func()

	// Recorded, if set, is called once the event is stored, as far as it can be.
	Recorded func()
	// Rendered, if set, is given the answer before it is stored as told, and what would
	// be stored, so that a process which ends in between has both. It reports whether
	// the answer will be said: else it is not stored.
	Rendered func(Response, session.Handover) (said bool)

	// KeepIndex leaves the index open: it belongs to who gave OpenIndex.
	KeepIndex bool
}

// Sources are what the index needs of the host, without a model.
func (h *Host) Sources() index.Sources {
	return index.Sources{Load: h.Load, Pools: h.Pools, Now: h.Now, Workers: h.Settings.Workers}
}

// Settings are the parts of the configuration that events need.
type Settings struct {
	Own            string   // how the names of our own commands begin; empty: there are none
	Rulesets       []string // that decide, in their order
	OnRulesetError string
	Shadows        []string // rulesets that only look on, asked at Stop
	Params         engine.Params
	Budgets        abi.Budgets
	Policy         session.Policy
	Suggest        suggest.Limits
	Templates      suggest.Templates
	FirmAbove      float64
	Wishes         wish.Wishes   // of the user
	ProjectWishes  wish.Wishes   // of the workspace's settings: hints
	Home           string        // the user's, for patterns
	Notify         string        // "first", "always", "never"
	Workers        int           // goroutines that embed passages
	KeepFor        time.Duration // messages and decisions; 0: until their session ends
	RetellPrompts  int           // since an item that was withdrawn was told, until it may be told again
	KeepTraces     int           // decisions that keep their full trace
	KeepBytes      int64         // size of state.db
}

// Deadlines of one event.
type Deadlines struct {
	Refresh Deadline  // the index waits for the next event with what is left then
	Model   Deadline  // the lexical decision is taken then
	Ruleset Deadline  // the ruleset is stopped then
	Shadow  time.Time // rulesets that only look on wait for the next Stop then
}

// Response is what came of an event.
type Response struct {
	Context  string // for the model; prompts only
	Notice   string // for the user, one line
	Problems []Problem
	Report   *index.Report     // where the index was refreshed
	Decision *Decided          // where a ruleset was asked
	Unstored *session.Handover // what the next event is to store, for now it could not be; nil: nothing
}

// Problem is something that made the answer poorer; its code is counted.
type Problem struct {
	Code string
	Err  error
}

// Error gives the code and the reason.
func (p Problem) Error() string { return p.Code + ": " + p.Err.Error() }

// Codes of problems.
const (
	ProblemState    = "state"     // state.db could not be read or written
	ProblemMemory   = "no-memory" // nothing can be written where the databases are
	ProblemIndex    = "index"     // index.db could not be read or written
	ProblemRebuilt  = "index-rebuilt"
	ProblemModel    = "model" // a model is installed but could not be used
	ProblemVectors  = "not-embedded"
	ProblemLate     = "model-late"
	ProblemRuleset  = "ruleset" // the active ruleset lost its say
	ProblemWarning  = "ruleset-warning"
	ProblemShadow   = "shadow" // a ruleset that only looks on could not be asked
	ProblemConfig   = "config"
	ProblemDeadline = "deadline"
	ProblemPanic    = "panic"
	ProblemWarm     = "warm" // the server that had taken an event ended
)

func (r *Response) problem(code string, err error) {
	if err != nil {
		r.Problems = append(r.Problems, Problem{code, err})
	}
}

// Respond answers one event. Whatever fails below makes the answer poorer and
// is told as a problem; there is no error that could stop an event.
func (h *Host) Respond(ctx context.Context, event abi.Event, deadlines Deadlines) Response {
	if h.Settings.Own != "" && strings.HasPrefix(event.Command, h.Settings.Own) {
		return Response{} // a prompt about us is no part of what the user works on
	}
	e := &exchange{Host: h, ctx: ctx, event: event, deadlines: deadlines, steps: map[string]int64{}}
	e.run()
	return e.response
}
