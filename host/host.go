// Package host answers one event: record it, bring the index up to date, ask
// the ruleset, say what is worth saying, store what was decided. It reads no
// configuration, knows no client's formats and prints nothing.
package host

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/engine"
	"github.com/ed-irl/impressionism/host/index"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/session"
	"github.com/ed-irl/impressionism/host/suggest"
)

// Host is what events are answered with; cmd wires it from the configuration.
type Host struct {
	Sessions  *session.Store // nil: no state is kept or read
	OpenIndex func() (*index.Index, error)
	List      func(workspace string) catalog.Listing
	Load      func(catalog.Entry) (catalog.Item, string, *catalog.Rejection, error)
	Model     *Model    // of queries
	Passages  *Passages // nil: an event embeds no passages
	Engine    *engine.Engine
	Recipe    *rank.Recipe
	Settings  Settings
	Now       func() time.Time

	DeactivateOnly bool // only withdraw what no longer fits

	// Recorded, if set, is called once the event is stored, as far as it can be.
	Recorded func()
	// Rendered, if set, is given the answer before it is stored as told, so that
	// a process which ends in between has it to print.
	Rendered func(Response)
}

// Sources are what the index needs of the host, without a model.
func (h *Host) Sources() index.Sources {
	return index.Sources{Load: h.Load, Recipe: h.Recipe, Now: h.Now, Workers: h.Settings.Workers}
}

// Settings are the parts of the configuration that events need.
type Settings struct {
	Ruleset        string
	OnRulesetError string
	Params         engine.Params
	Budgets        abi.Budgets
	Policy         session.Policy
	Suggest        suggest.Limits
	Templates      suggest.Templates
	FirmAbove      float64
	Notify         string        // "first", "always", "never"
	Workers        int           // goroutines that embed passages
	KeepFor        time.Duration // messages and decisions; 0: until their session ends
	RetellPrompts  int           // since an item that was withdrawn was told, until it may be told again
	KeepTraces     int           // decisions that keep their full trace
	KeepBytes      int64         // size of state.db
}

// Deadlines of one event; the zero time is none.
type Deadlines struct {
	Refresh time.Time // the index waits for the next event with what is left then
	Model   time.Time // the lexical decision is taken then
	Ruleset time.Time // the ruleset is stopped then
}

// Response is what came of an event.
type Response struct {
	Context  string // for the model; prompts only
	Notice   string // for the user, one line
	Problems []Problem
	Report   *index.Report // where the index was refreshed
	Decision *Decided      // where a ruleset was asked
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
	ProblemState    = "state" // state.db could not be read or written
	ProblemIndex    = "index" // index.db could not be read or written
	ProblemRebuilt  = "index-rebuilt"
	ProblemModel    = "model" // a model is installed but could not be used
	ProblemVectors  = "not-embedded"
	ProblemLate     = "model-late"
	ProblemRuleset  = "ruleset" // the active ruleset lost its say
	ProblemWarning  = "ruleset-warning"
	ProblemConfig   = "config"
	ProblemDeadline = "deadline"
	ProblemPanic    = "panic"
)

func (r *Response) problem(code string, err error) {
	if err != nil {
		r.Problems = append(r.Problems, Problem{code, err})
	}
}

// Respond answers one event. Whatever fails below makes the answer poorer and
// is told as a problem; there is no error that could stop an event.
func (h *Host) Respond(ctx context.Context, event abi.Event, deadlines Deadlines) Response {
	e := &exchange{Host: h, ctx: ctx, event: event, deadlines: deadlines, steps: map[string]int64{}}
	e.run()
	return e.response
}

// exchange is one event under way.
type exchange struct {
	*Host
	ctx       context.Context
	event     abi.Event
	deadlines Deadlines
	recorded  session.Recorded
	index     *index.Index
	listed    chan listed
	unlisted  bool // the catalog could not be read: nothing is known to be gone
	listing   catalog.Listing
	response  Response
	steps     map[string]int64 // microseconds
	damaged   bool             // the index, as a search found
}

func (e *exchange) run() {
	e.listAhead()
	e.step("record", e.record)
	if e.Recorded != nil {
		e.Recorded()
	}
	if e.wantsModel() {
		e.Model.Start()
	}
	switch {
	case e.event.Name == abi.EventSessionStart:
		e.step("index", func() error { return e.refresh(e.Passages) })
		e.step("surroundings", func() error { return LookAround(e.index, e.event.Workspace) })
	case e.event.Name == abi.EventSessionEnd:
		e.step("retain", e.retain)
	case e.listed != nil:
		e.step("index", func() error { return e.refresh(nil) })
		e.decide()
	}
	e.closeIndex()
}

// step runs a part of the exchange and notes how long it took.
func (e *exchange) step(name string, do func() error) {
	began := e.Now()
	err := do()
	e.steps[name] += e.Now().Sub(began).Microseconds()
	if err == nil {
		return
	}
	code := map[string]string{"record": ProblemState, "retain": ProblemState, "state": ProblemState, "store": ProblemState}[name]
	if code == "" {
		code = ProblemIndex
	}
	e.damaged = e.damaged || (code == ProblemIndex && index.IsDamaged(err))
	e.response.problem(code, err)
}

// closeIndex ends the use of the index. Damage that showed only while searching
// is mended by an empty file, which the next event fills again.
func (e *exchange) closeIndex() {
	if e.index == nil {
		return
	}
	if e.damaged {
		e.response.problem(ProblemRebuilt, errors.New("index.db was damaged; it is made again"))
		e.response.problem(ProblemIndex, e.index.Rebuild("the file was damaged"))
	}
	e.response.problem(ProblemIndex, e.index.Close())
}

// listAhead begins to list the catalog on a goroutine of its own: hundreds of
// directories are looked at while SQLite opens and the event is recorded.
func (e *exchange) listAhead() {
	if !e.indexes() {
		return
	}
	e.listed = make(chan listed, 1)
	go func() {
		var got listed
		defer func() {
			if reason := recover(); reason != nil {
				got.err = fmt.Errorf("list the catalog: %v", reason)
			}
			e.listed <- got
		}()
		got.listing = e.List(e.event.Workspace)
	}()
}

// listed is a catalog, or why there is none: strangers' files are looked at.
type listed struct {
	listing catalog.Listing
	err     error
}

// wantsModel tells cheaply whether a prompt will probably need the model.
func (e *exchange) wantsModel() bool {
	if e.event.Name != abi.EventPrompt || e.listed == nil {
		return false
	}
	query := asked(e.event.Prompt)
	return !query.Foreign && !e.Recipe.Silent(query)
}

// indexes reports whether this event needs the index.
func (e *exchange) indexes() bool { return e.event.Name == abi.EventSessionStart || e.asks() }

// record comes first, so that an event outlives a process that is killed.
func (e *exchange) record() (err error) {
	if e.Sessions == nil {
		return nil
	}
	e.recorded, err = e.Sessions.Record(e.event, e.Settings.Policy)
	return err
}

func (e *exchange) retain() error {
	if e.Sessions == nil {
		return nil
	}
	more := func() bool { return e.deadlines.Ruleset.IsZero() || e.Now().Before(e.deadlines.Ruleset) }
	_, err := e.Sessions.Retain(e.event.Time, e.Settings.KeepFor, e.Settings.KeepBytes, more)
	return err
}

// refresh brings the index up to date as far as time allows.
func (e *exchange) refresh(passages *Passages) error {
	var err error
	if e.index, err = e.OpenIndex(); err != nil {
		return err
	}
	got := <-e.listed
	if e.listing = got.listing; got.err != nil {
		e.unlisted = true
		return got.err
	}
	sources := e.Sources()
	if passages != nil {
		sources.Model, sources.Embed = passages.Model, passages.Embedder(e.deadlines.Refresh, e.Now)
	}
	report, err := e.index.Refresh(e.ctx, e.listing, sources, index.Options{Deadline: e.deadlines.Refresh})
	e.response.Report = &report
	if report.Rebuilt != "" {
		e.response.problem(ProblemRebuilt, errors.New("index.db was made again: "+report.Rebuilt))
	}
	if isModel(err) {
		e.modelProblem(err)
		return nil
	}
	return err
}

// modelProblem tells of a model that should have worked; none being installed
// is a choice, shown by status.
func (e *exchange) modelProblem(err error) {
	switch {
	case errors.Is(err, errNoModel):
	case errors.Is(err, errModelLate):
		e.response.problem(ProblemLate, err)
	case errors.Is(err, errNotEmbedded):
		e.response.problem(ProblemVectors, err)
	default:
		e.response.problem(ProblemModel, err)
	}
}
