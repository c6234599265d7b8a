package respond

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/shadow"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// exchange is one event under way.
type exchange struct {
	Options
	host      *Responder
	event     abi.Event
	wanted    bool          // the event is one to decide on
	prompt    decide.Prompt // of an event that is
	recorded  session.Recorded
	index     *index.Index
	listing   catalog.Listing
	unlisted  bool // the catalog could not be read: nothing is known to be gone
	response  Response
	steps     map[string]int64 // microseconds
	damaged   bool             // the index, as a search found
	unsaid    bool             // nobody waited for the answer
	forgetful error            // why nothing can be written; nil: it can
	unstored  error            // why the event is not stored yet; nil: it is
}

func newExchange(r *Responder, event abi.Event, options Options) *exchange {
	e := &exchange{Options: options, host: r, event: event, forgetful: options.NoMemory, steps: map[string]int64{}}
	e.wanted = decide.Wants(event, options.DeactivateOnly, r.Engine.Set, r.Settings.Rulesets)
	return e
}

// parse parses the prompt of an event to decide on, once for all that follows.
func (e *exchange) parse() {
	if e.wanted {
		e.prompt = decide.ParsePrompt(e.event.Prompt)
	}
}

// step runs a part of the exchange and notes how long it took. Its error is a problem
// with the code.
func (e *exchange) step(name, code string, do func() error) {
	began := e.host.Now()
	err := do()
	e.steps[name] += e.host.Now().Sub(began).Microseconds()
	e.damaged = e.damaged || (code == decide.ProblemIndex && index.IsDamaged(err))
	e.response.Problems.Add(code, err)
}

// remembers reports whether what happens is stored.
func (e *exchange) remembers() bool { return e.host.Sessions != nil && e.forgetful == nil }

// record comes first, so that an event outlives a process that is killed.
func (e *exchange) record(ctx context.Context) (err error) {
	sessions := e.host.Sessions
	if sessions == nil || ctx.Err() != nil { // who waits no more has left it to the next event
		return nil
	}
	if e.recorded, err = sessions.Record(e.event, e.host.Settings.Policy); err == nil {
		return nil
	}
	if !session.IsUnwritable(err) {
		e.unstored = err
		return err
	}
	e.forgetful = err
	e.recorded, err = sessions.Look(e.event)
	return err
}

// wantsModel reports cheaply whether a prompt will probably need the model.
func (e *exchange) wantsModel() bool {
	return e.event.Name == abi.EventPrompt && e.wanted && !e.prompt.Query.Foreign && !e.host.Recipe.Silent(e.prompt.Query)
}

// past answers an event of the past on a view that is all there is.
func (e *exchange) past() {
	e.response.Report = &index.Report{} // nothing waits to be indexed
	switch {
	case e.event.Name == abi.EventSessionEnd:
		e.step("usage", decide.ProblemState, e.sumUp)
	case e.wanted:
		e.decideOn(e.View)
	}
}

// decideOnIndex decides on the listing's part of the index.
func (e *exchange) decideOnIndex() {
	if e.index == nil {
		return // a problem already
	}
	view, err := e.index.View(e.listing, e.host.Recipe)
	if err != nil {
		e.damaged = index.IsDamaged(err)
		e.response.Problems.Add(decide.ProblemIndex, err)
		return
	}
	defer view.Close()
	e.decideOn(view)
}

// decideOn loads what is known of the session, decides, and saves the decision.
func (e *exchange) decideOn(view *index.View) {
	in := e.inputs(view)
	e.step("state", decide.ProblemState, func() (err error) {
		in.Session, err = e.host.load(e.event, e.recorded)
		return err
	})
	d := decide.Decide(in)
	e.take(&d)
	e.save(&d, in, e.Print)
}

// take makes a decision the response.
func (e *exchange) take(d *decide.Decision) {
	for name, micros := range d.Steps {
		e.steps[name] += micros
	}
	d.Steps = e.steps
	e.response.Problems = append(e.response.Problems, d.Problems...)
	e.response.Problems.Add(decide.ProblemIndex, d.Err)
	e.damaged = e.damaged || index.IsDamaged(d.Err)
	e.response.Context, e.response.Notice = d.Said.Text, d.Notice
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
	return e.host.Sessions.SetOutcome(e.event.SessionID, e.recorded.Sequence, outcome, reason)
}

// retain removes what is kept no longer.
func (e *exchange) retain() error {
	if !e.remembers() {
		return nil
	}
	more := func() bool { return !e.Ruleset.Passed() }
	settings := e.host.Settings
	if _, err := e.host.Sessions.Retain(e.event.Time, settings.KeepFor, settings.KeepBytes, more); err != nil || !more() {
		return err
	}
	return e.sumUp()
}

// sumUp spares prompts from weighing what has been settled for long.
func (e *exchange) sumUp() error {
	if !e.remembers() {
		return nil
	}
	return e.host.Sessions.SumUp(cmp.Or(e.recorded.Workspace, e.event.Workspace), e.event.Time)
}

// handOver leaves an event that could not be stored to the next one. Where nothing can
// be written at all there is nothing to leave: then the session's start says so.
func (e *exchange) handOver() {
	if e.forgetful != nil {
		e.response.Problems.Add(decide.ProblemMemory, e.forgetful)
		if e.event.Name == abi.EventSessionStart {
			e.response.Notice = "impressionism cannot write its files, so it suggests without a memory: " + cut.Line(e.forgetful.Error()) + "; impressionism doctor says more"
		}
		return
	}
	if e.unstored != nil && e.response.Unstored == nil && !e.unsaid {
		e.response.Unstored = &session.Handover{Event: e.event}
	}
}

// shadows reports whether this event is one to ask the rulesets at that only look on.
func (e *exchange) shadows() bool {
	return e.event.Name == abi.EventStop && len(e.host.Settings.Shadows) > 0 && e.host.Sessions != nil && e.event.SessionID != ""
}

// shadow asks the rulesets that only look on about this session's decisions,
// once everything else of the event is done.
func (e *exchange) shadow() error {
	var rulesets []engine.Ruleset
	for _, id := range e.host.Settings.Shadows {
		ruleset, err := e.host.Engine.Set.Load(id)
		if err != nil {
			e.response.Problems.Add(decide.ProblemShadow, err)
			continue
		}
		rulesets = append(rulesets, ruleset)
	}
	ran, err := e.host.Shadow().Run(shadow.Run{Rulesets: rulesets, Session: e.event.SessionID, Deadline: e.Deadlines.Shadow})
	for _, problem := range ran.Problems {
		e.response.Problems.Add(decide.ProblemShadow, problem)
	}
	return err
}

// refresh brings the index up to date as far as time allows.
func (e *exchange) refresh(ctx context.Context, passages *embedding.Passages) error {
	var err error
	if e.index, err = e.host.OpenIndex(); err != nil {
		return err
	}
	if e.forgetful == nil { // else handOver says so
		e.response.Problems.Add(decide.ProblemIndex, e.index.Instead())
	}
	if err := e.list(ctx); err != nil {
		e.unlisted = true
		return err
	}
	e.prepareAhead()
	sources := e.host.Sources()
	if passages != nil {
		sources.Model, sources.Embed = passages.Model, passages.Embedder(e.Refresh)
	}
	if e.index.ReadOnly() {
		return nil
	}
	report, err := e.index.Refresh(ctx, e.listing, sources, e.indexOptions())
	e.response.Report = &report
	if report.Rebuilt != "" {
		e.response.Problems.Add(decide.ProblemRebuilt, errors.New("index.db was made again: "+report.Rebuilt))
	}
	switch {
	case embedding.IsModel(err):
		e.response.Problems.AddModel(err)
		return nil
	case index.IsUnwritable(err): // what it has is searched all the same
		e.forgetful = cmp.Or(e.forgetful, err)
		return nil
	}
	return err
}

// list lists the catalog. Strangers' files are looked at, so that a panic is an error
// like any other.
func (e *exchange) list(ctx context.Context) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("list the catalog: %v", reason)
		}
	}()
	e.listing = e.host.List(ctx, e.event.Workspace)
	if touched := e.touched(); len(touched) > 0 && e.host.Beneath != nil {
		e.listing = e.host.Beneath(ctx, e.listing, touched)
	}
	return nil
}

// touched are the files of the workspace that the session's tools read or wrote: items may
// wait for them. What the user keeps from being stored opens none.
func (e *exchange) touched() []string {
	if e.host.Sessions == nil || e.event.SessionID == "" {
		return nil
	}
	files, err := Touched(e.host.Sessions, e.event.SessionID, e.event.Workspace)
	e.response.Problems.Add(decide.ProblemState, err)
	return files
}

// prepareAhead lets the ruleset be made ready while the index is opened. The
// goroutine that listed is done by then, so a processor is free.
func (e *exchange) prepareAhead() {
	if e.Prepare == nil || e.event.Name != abi.EventPrompt {
		return
	}
	go func() {
		defer func() { _ = recover() }() // the ruleset is started in any case, and fails then
		e.Prepare()
	}()
}

// removeAtStart is how many rows of vanished files the start of a session removes
// at most: some tens of milliseconds. The next start goes on, or the server.
const removeAtStart = 64

func (e *exchange) indexOptions() index.Options {
	return index.Options{Late: e.Refresh.Passed, Hurry: e.event.Name != abi.EventSessionStart, RemoveMax: removeAtStart}
}

// lookAround looks at the workspace's manifests for an index that can be written.
func (e *exchange) lookAround() error {
	if e.index == nil || e.index.ReadOnly() {
		return nil
	}
	return LookAround(e.index, e.event.Workspace)
}

// closeIndex ends the use of the index. Damage that showed only while searching
// is mended by an empty file, which the next event fills again.
func (e *exchange) closeIndex() {
	if e.index == nil {
		return
	}
	if e.damaged {
		e.response.Problems.Add(decide.ProblemRebuilt, errors.New("index.db was damaged; it is made again"))
		e.response.Problems.Add(decide.ProblemIndex, e.index.Rebuild("the file was damaged"))
	}
	if e.KeepIndex {
		return
	}
	if e.event.Name == abi.EventPrompt {
		e.index.LeaveLog()
	}
	e.response.Problems.Add(decide.ProblemIndex, e.index.Close())
}
