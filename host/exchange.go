package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// exchange is one event under way.
type exchange struct {
	*Host
	ctx       context.Context
	event     abi.Event
	deadlines Deadlines
	recorded  session.Recorded
	index     *index.Index
	indexing  bool // the event needs the index
	unlisted  bool // the catalog could not be read: nothing is known to be gone
	listing   catalog.Listing
	response  Response
	steps     map[string]int64 // microseconds
	damaged   bool             // the index, as a search found
	unsaid    bool             // nobody waited for the answer
	forgetful error            // why nothing can be written; nil: it can
	unstored  error            // why the event is not stored yet; nil: it is
}

func (e *exchange) run() {
	e.indexing, e.forgetful = e.indexes(), e.NoMemory
	e.step("record", e.record)
	if e.Recorded != nil && e.unstored == nil {
		e.Recorded()
	}
	if e.wantsModel() {
		e.Model.Start()
	}
	switch {
	case e.event.Name == abi.EventSessionStarted:
		e.step("index", func() error { return e.refresh(e.Passages) })
		e.step("surroundings", e.lookAround)
		e.step("usage", e.sumUp)
	case e.event.Name == abi.EventSessionEnded:
		e.step("retain", e.retain)
	case e.indexing:
		e.step("index", func() error { return e.refresh(nil) })
		e.decide()
		e.step("store", e.undecided)
	}
	e.closeIndex()
	if e.forgetful == nil && e.shadows() {
		e.step("shadow", e.shadow)
	}
	e.handOver()
}

// remembers reports whether what happens is stored.
func (e *exchange) remembers() bool { return e.Sessions != nil && e.forgetful == nil }

// handOver leaves an event that could not be stored to the next one. Where nothing can
// be written at all there is nothing to leave: then the user is told at the session's
// start.
func (e *exchange) handOver() {
	if e.forgetful != nil {
		e.response.problem(ProblemMemory, e.forgetful)
		if e.event.Name == abi.EventSessionStarted {
			e.response.Notice = "impressionism cannot write its files, so it suggests without a memory: " + cut.Line(e.forgetful.Error()) + "; impressionism doctor says more"
		}
		return
	}
	if e.unstored != nil && e.response.Unstored == nil && !e.unsaid {
		e.response.Unstored = &session.Handover{Event: e.event}
	}
}

// lookAround looks at the workspace's manifests for an index that can be written.
func (e *exchange) lookAround() error {
	if e.index == nil || e.index.ReadOnly() {
		return nil
	}
	return LookAround(e.index, e.event.Workspace)
}

// step runs a part of the exchange and notes how long it took.
func (e *exchange) step(name string, do func() error) {
	began := e.Now()
	err := do()
	e.steps[name] += e.Now().Sub(began).Microseconds()
	if err == nil {
		return
	}
	code := map[string]string{"record": ProblemState, "retain": ProblemState, "state": ProblemState, "store": ProblemState, "usage": ProblemState, "shadow": ProblemState}[name]
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
	if e.KeepIndex {
		return
	}
	if e.event.Name == abi.EventPrompt {
		e.index.LeaveLog()
	}
	e.response.problem(ProblemIndex, e.index.Close())
}

// list gives the catalog. Strangers' files are looked at, so that a panic is an error
// like any other.
func (e *exchange) list() (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("list the catalog: %v", reason)
		}
	}()
	e.listing = e.List(e.ctx, e.event.Workspace)
	if touched := e.touched(); len(touched) > 0 && e.Beneath != nil {
		e.listing = e.Beneath(e.ctx, e.listing, touched)
	}
	return nil
}

// prepareAhead lets the ruleset be made ready while the index is opened. The
// goroutine that listed is done by then, so a processor is free.
func (e *exchange) prepareAhead() {
	if e.Prepare == nil || e.event.Name != abi.EventPrompt {
		return
	}
	go func() {
		defer func() { _ = recover() }() // the ruleset is started in any case, and then it tells
		e.Prepare()
	}()
}

// wantsModel tells cheaply whether a prompt will probably need the model.
func (e *exchange) wantsModel() bool {
	if e.event.Name != abi.EventPrompt || !e.indexing {
		return false
	}
	query := asked(e.event.Prompt)
	return !query.Foreign && !e.Recipe.Silent(query)
}

// indexes reports whether this event needs the index.
func (e *exchange) indexes() bool { return e.event.Name == abi.EventSessionStarted || e.asks() }

// record comes first, so that an event outlives a process that is killed.
func (e *exchange) record() (err error) {
	if e.Sessions == nil || e.ctx.Err() != nil { // who waits no more has left it to the next event
		return nil
	}
	if e.recorded, err = e.Sessions.Record(e.event, e.Settings.Policy); err == nil {
		return nil
	}
	if !session.IsUnwritable(err) {
		e.unstored = err
		return err
	}
	e.forgetful = err
	e.recorded, err = e.Sessions.Look(e.event)
	return err
}

func (e *exchange) retain() error {
	if !e.remembers() {
		return nil
	}
	more := func() bool { return !e.deadlines.Ruleset.Passed() }
	if _, err := e.Sessions.Retain(e.event.Time, e.Settings.KeepFor, e.Settings.KeepBytes, more); err != nil || !more() {
		return err
	}
	return e.sumUp()
}

// undecided stores why a prompt has no decision.
func (e *exchange) undecided() error {
	if e.event.Name != abi.EventPrompt || !e.remembers() || e.recorded.Sequence == 0 || e.response.Decision != nil {
		return nil
	}
	outcome, reason := session.OutcomeFailed, ""
	if n := len(e.response.Problems); n > 0 {
		reason = e.response.Problems[n-1].Error()
	}
	if e.unsaid {
		outcome, reason = session.OutcomeLate, "nobody waited any more"
	}
	return e.Sessions.SetOutcome(e.event.SessionID, e.recorded.Sequence, outcome, reason)
}

// sumUp spares prompts from weighing what has been settled for long.
func (e *exchange) sumUp() error {
	if !e.remembers() {
		return nil
	}
	return e.Sessions.SumUp(cmp.Or(e.recorded.Workspace, e.event.Workspace), e.event.Time)
}

// refresh brings the index up to date as far as time allows.
func (e *exchange) refresh(passages *Passages) error {
	var err error
	if e.index, err = e.OpenIndex(); err != nil {
		return err
	}
	if e.forgetful == nil { // else that tells
		e.response.problem(ProblemIndex, e.index.Instead())
	}
	if err := e.list(); err != nil {
		e.unlisted = true
		return err
	}
	e.prepareAhead()
	sources := e.Sources()
	if passages != nil {
		sources.Model, sources.Embed = passages.Model, passages.Embedder(e.deadlines.Refresh)
	}
	if e.index.ReadOnly() {
		return nil
	}
	report, err := e.index.Refresh(e.ctx, e.listing, sources, e.indexOptions())
	e.response.Report = &report
	if report.Rebuilt != "" {
		e.response.problem(ProblemRebuilt, errors.New("index.db was made again: "+report.Rebuilt))
	}
	switch {
	case isModel(err):
		e.modelProblem(err)
		return nil
	case index.IsUnwritable(err): // what it has is searched all the same
		e.forgetful = cmp.Or(e.forgetful, err)
		return nil
	}
	return err
}

// removeAtStart is how many rows of vanished files the start of a session removes
// at most: some tens of milliseconds. The next start goes on, or the server.
const removeAtStart = 64

func (e *exchange) indexOptions() index.Options {
	return index.Options{Late: e.deadlines.Refresh.Passed, Hurry: e.event.Name != abi.EventSessionStarted, RemoveMax: removeAtStart}
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
