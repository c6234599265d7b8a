package respond

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/shadow"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// task is one event under way.
type task struct {
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
	handoff   handoff          // of unfinished work, not told yet
	pinned    []decide.Pinned  // told where a session starts, if they may be
	folder    string           // the workspace, or the session's project where a tool touched a file outside of that
	file      string           // that a tool touched and lessons are about, relative to the folder; empty: none
	about     []abi.Ref        // the lessons that name it and the session was not told
	asked     string           // what the rulesets are asked about it, see question; empty: no answer is remembered
}

func newTask(r *Responder, event abi.Event, options Options) *task {
	t := &task{Options: options, host: r, event: event, forgetful: options.NoMemory, steps: map[string]int64{}}
	t.wanted = decide.Wants(event, options.DeactivateOnly, r.Engine.Set, r.Settings.Rulesets)
	return t
}

// parse parses the prompt of an event to decide on, once for all that follows.
func (t *task) parse() {
	if t.wanted {
		t.prompt = decide.ParsePrompt(t.event.Prompt)
	}
}

// step runs a part of the task and notes how long it took. Its error is a problem
// with the code.
func (t *task) step(name, code string, do func() error) {
	began := t.host.Now()
	err := do()
	t.steps[name] += t.host.Now().Sub(began).Microseconds()
	t.damaged = t.damaged || (code == decide.ProblemIndex && index.IsDamaged(err))
	t.response.Problems.Add(code, err)
}

// remembers reports whether what happens is stored.
func (t *task) remembers() bool { return t.host.Sessions != nil && t.forgetful == nil }

// isRecorded reports whether the event itself is stored.
func (t *task) isRecorded() bool {
	return t.remembers() && t.unstored == nil && !t.recorded.StartedAt.IsZero()
}

// record comes first, so that an event outlives a process that is killed.
func (t *task) record(ctx context.Context) (err error) {
	sessions := t.host.Sessions
	if sessions == nil || ctx.Err() != nil { // who waits no more has left it to the next event
		return nil
	}
	if t.recorded, err = sessions.Record(t.event, t.host.Settings.Policy); err == nil {
		return nil
	}
	if !session.IsUnwritable(err) {
		t.unstored = err
		return err
	}
	t.forgetful = err
	t.recorded, err = sessions.Look(t.event)
	return err
}

// saysNothing ends the wait for an event that is recorded and has no answer.
func (t *task) saysNothing() {
	switch t.event.Name {
	case abi.EventToolUsed, abi.EventTurnEnded, abi.EventCompacting:
		if !t.wanted && t.file == "" && t.unstored == nil && t.Stored != nil {
			t.Stored(t.response)
		}
	}
}

// wantsModel reports cheaply whether a prompt will probably need the model.
func (t *task) wantsModel() bool {
	return t.event.Name == abi.EventPrompt && t.wanted && !t.prompt.Query.Foreign && !t.host.Recipe.Silent(t.prompt.Query)
}

// past answers an event of the past on a view that is all there is.
func (t *task) past(ctx context.Context) {
	t.response.Report = &index.Report{} // nothing waits to be indexed
	switch {
	case t.event.Name == abi.EventSessionEnded:
		t.step("usage", decide.ProblemState, t.sumUp)
	case t.wanted:
		t.decideOn(ctx, t.View)
	}
}

// decideOnIndex decides on the listing's part of the index.
func (t *task) decideOnIndex(ctx context.Context) {
	if t.index == nil {
		return // a problem already
	}
	view, err := t.index.View(t.listing, t.host.Pools)
	if err != nil {
		t.damaged = t.damaged || index.IsDamaged(err)
		t.response.Problems.Add(decide.ProblemIndex, err)
		return
	}
	defer view.Close()
	if t.wanted {
		t.decideOn(ctx, view)
	}
	if t.file != "" {
		t.decideAtFile(view)
	}
}

// decideOn loads what is known of the session, decides, asks for an opinion where the
// prompt is open, and saves the decision.
func (t *task) decideOn(ctx context.Context, view *index.View) {
	in := t.inputs(view)
	t.step("state", decide.ProblemState, func() (err error) {
		in.Session, err = t.host.load(t.event, t.recorded)
		return err
	})
	d := t.opined(ctx, decide.Decide(in))
	t.take(&d)
	t.save(&d, in, t.Print)
}

// take makes a decision the response.
func (t *task) take(d *decide.Decision) {
	for name, micros := range d.Steps {
		t.steps[name] += micros
	}
	d.Steps = t.steps
	t.response.Problems = append(t.response.Problems, d.Problems...)
	t.response.Problems.Add(decide.ProblemIndex, d.Err)
	t.damaged = t.damaged || index.IsDamaged(d.Err)
	t.response.Context = d.Said.Text
	t.response.Notice = t.noticeWith(d)
}

// noticeWith is what the user is told so far, and with a decision.
func (t *task) noticeWith(d *decide.Decision) string {
	return strings.Trim(t.response.Notice+" · "+d.Notice, " ·")
}

// undecided stores why a prompt has no decision.
func (t *task) undecided() error {
	if t.event.Name != abi.EventPrompt || !t.remembers() || t.recorded.Sequence == 0 || t.response.Decision != nil {
		return nil
	}
	outcome, reason := session.OutcomeFailed, ""
	if n := len(t.response.Problems); n > 0 {
		reason = t.response.Problems[n-1].Error()
	}
	if t.unsaid {
		outcome, reason = session.OutcomeLate, "nobody waited any more"
	}
	return t.host.Sessions.SetOutcome(t.event.SessionID, t.recorded.Sequence, outcome, reason)
}

// project is the folder of the session's project, in which lessons are kept.
func (t *task) project() string {
	if t.host.Project == nil {
		return t.event.Workspace
	}
	return t.host.Project(t.recorded.Workspace, t.event.Workspace)
}

// move has the settings of the session's project count in a folder of it. Which that is was known
// once the event was recorded. A session's end asks no ruleset and tells nothing.
func (t *task) move() {
	project := t.project()
	if t.host.Moved == nil || t.event.Name == abi.EventSessionEnded || project == t.event.Workspace {
		return
	}
	t.step("settings", decide.ProblemState, func() error {
		t.host.Moved(project)
		return nil
	})
	t.wanted = decide.Wants(t.event, t.DeactivateOnly, t.host.Engine.Set, t.host.Settings.Rulesets)
}

// settle finds out which items may be told.
func (t *task) settle(ctx context.Context) (err error) {
	if t.host.Lessons == nil || t.forgetful != nil {
		return nil
	}
	t.response.Notice, t.pinned, err = t.host.Lessons.Settle(ctx, t.event.Workspace)
	return err
}

// check holds lessons against the workspace.
func (t *task) check(ctx context.Context) error {
	if t.host.Lessons == nil || t.forgetful != nil || ctx.Err() != nil {
		return nil
	}
	return t.host.Lessons.Check(ctx, t.event.Workspace)
}

// typed stores what the user typed to be kept.
func (t *task) typed(ctx context.Context) (err error) {
	if t.host.Lessons == nil || t.event.Name != abi.EventPrompt {
		return nil
	}
	event := t.event
	event.Workspace = t.project()
	t.response.Notice, err = t.host.Lessons.Typed(ctx, event, t.forgetful)
	return err
}

// hearTime bounds what is heard of one event.
const hearTime = 2 * time.Second

// hear keeps what the event proposes. Whoever waited for the answer may have gone: a server
// goes on.
func (t *task) hear(ctx context.Context) error {
	if t.host.Lessons == nil || !t.remembers() {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), hearTime)
	defer cancel()
	event := t.event
	event.Workspace = t.project()
	return t.host.Lessons.Hear(ctx, event)
}

// retain removes what is kept no longer.
func (t *task) retain() error {
	if !t.remembers() {
		return nil
	}
	more := func() bool { return !t.Ruleset.Passed() }
	settings := t.host.Settings
	if settings.KeepTraces < 1 {
		if err := t.host.Sessions.DropTraces(); err != nil {
			return err
		}
	}
	if _, err := t.host.Sessions.Retain(t.event.Time, settings.KeepFor, settings.KeepBytes, more); err != nil || !more() {
		return err
	}
	return t.sumUp()
}

// sumUp spares prompts from weighing what has been settled for long.
func (t *task) sumUp() error {
	if !t.remembers() {
		return nil
	}
	return t.host.Sessions.SumUp(cmp.Or(t.recorded.Workspace, t.event.Workspace), t.event.Time)
}

// handOver leaves an event that could not be stored to the next one. Where nothing can
// be written at all there is nothing to leave: then the session's start says so.
func (t *task) handOver() {
	if t.forgetful != nil {
		t.response.Problems.Add(decide.ProblemMemory, t.forgetful)
		if t.event.Name == abi.EventSessionStarted {
			t.response.Notice = "impressionism cannot write its files, so it suggests without a memory: " + cut.Line(t.forgetful.Error()) + "; impressionism doctor says more"
		}
		return
	}
	if t.unstored != nil && t.response.Unstored == nil && !t.unsaid {
		t.response.Unstored = &session.Handover{Event: t.event}
	}
}

// shadows reports whether this event is one to ask the rulesets at that only look on.
func (t *task) shadows() bool {
	return t.event.Name == abi.EventTurnEnded && len(t.host.Settings.Shadows) > 0 && t.host.Sessions != nil && t.event.SessionID != ""
}

// shadow asks the rulesets that only look on about this session's decisions,
// once everything else of the event is done.
func (t *task) shadow() error {
	var rulesets []engine.Ruleset
	for _, id := range t.host.Settings.Shadows {
		ruleset, err := t.host.Engine.Set.Load(id)
		if err != nil {
			t.response.Problems.Add(decide.ProblemShadow, err)
			continue
		}
		rulesets = append(rulesets, ruleset)
	}
	ran, err := t.host.Shadow().Run(shadow.Run{Rulesets: rulesets, Session: t.event.SessionID, Deadline: t.Deadlines.Shadow})
	for _, problem := range ran.Problems {
		t.response.Problems.Add(decide.ProblemShadow, problem)
	}
	return err
}
