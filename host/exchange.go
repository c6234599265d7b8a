package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/index"
	"github.com/ed-irl/impressionism/host/session"
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
}

func (e *exchange) run() {
	e.indexing = e.indexes()
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
		e.step("usage", e.sumUp)
	case e.event.Name == abi.EventSessionEnd:
		e.step("retain", e.retain)
	case e.indexing:
		e.step("index", func() error { return e.refresh(nil) })
		e.decide()
	}
	e.closeIndex()
	if e.shadows() {
		e.step("shadow", e.shadow)
	}
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
	if _, err := e.Sessions.Retain(e.event.Time, e.Settings.KeepFor, e.Settings.KeepBytes, more); err != nil || !more() {
		return err
	}
	return e.sumUp()
}

// sumUp spares prompts from weighing what has been settled for long.
func (e *exchange) sumUp() error {
	if e.Sessions == nil {
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
	if err := e.list(); err != nil {
		e.unlisted = true
		return err
	}
	e.prepareAhead()
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
