// Package respond answers one event: load the session and the index, decide, save the
// decision. It keeps deadlines and continues when a step fails. It reads no
// configuration, knows no client's formats and prints nothing. See RATIONALE.md, "Why a
// watchdog in every hook?".
package respond

import (
	"context"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/deadline"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Responder answers events; cmd makes it from the configuration.
type Responder struct {
	Sessions  *session.Store // nil: no state is kept or read
	OpenIndex func() (*index.Index, error)
	List      func(ctx context.Context, workspace string) catalog.Listing
	Beneath   func(ctx context.Context, listing catalog.Listing, touched []string) catalog.Listing // adds what waited for files of the workspace; may be nil
	Project   func(began, workspace string) string                                                 // the folder of the project of a session that began in one and is in another; nil: the latter
	Moved     func(project string)                                                                 // has rulesets and settings be the project's, where that is not the event's workspace; nil: they stay
	Code      func(workspace string) decide.Code                                                   // of the sources; may be nil
	Lessons   Lessons                                                                              // what hears and settles them; nil: nobody
	Handoff   func(ctx context.Context, event abi.Event) (text, of string, err error)              // what a session that starts is told of unfinished work, and of which session's; may be nil
	Load      func(catalog.Entry) (catalog.Item, string, *catalog.Rejection, error)
	Cards     index.Cards         // the user's; nil: there are none
	Model     *embedding.Model    // of queries
	Passages  *embedding.Passages // nil: an event embeds no passages
	Engine    *engine.Engine
	Pools     catalog.Pools // of the kinds in Settings
	Recipe    *rank.Recipe  // of prompts: the default of the pools
	Settings  Settings
	Now       func() time.Time
	Redact    func(string) string // removes secrets; nil: none are looked for
	Opinion   *Opinion            // of a language model, on open prompts; nil: none is asked for
}

// Lessons hears what is to be learned, and settles which lessons may be told.
type Lessons interface {
	// Settle finds out, as a session starts, which lessons may be told, and returns those that
	// are pinned. The notice is a line for the user, or "".
	Settle(ctx context.Context, workspace string) (notice string, pinned []decide.Pinned, err error)
	// About returns the lessons that may be told whose paths name a file of a workspace. It
	// reads no lesson.
	About(workspace, file string) ([]abi.Ref, error)
	// Declined reports whether the rulesets answered a question with no in a session, since
	// anything that is known of lessons last changed; Decline notes that they did.
	Declined(session, asked string) bool
	Decline(session, asked string) error
	// Check holds lessons against the workspace, when all else of a session's start is done.
	Check(ctx context.Context, workspace string) error
	// Typed stores what the user typed to be kept; unwritable, if set, is why nothing can be
	// stored. The notice is a line for the user, or "".
	Typed(ctx context.Context, event abi.Event, unwritable error) (notice string, err error)
	// Hear keeps what an event proposes, when its answer is out.
	Hear(ctx context.Context, event abi.Event) error
}

// Settings are the parts of the configuration that events need.
type Settings struct {
	decide.Settings
	Own        string   // how the names of our own commands begin; empty: there are none
	Shadows    []string // rulesets that only look on, asked when a turn ends
	Policy     session.Policy
	Workers    int           // goroutines that embed passages
	KeepFor    time.Duration // messages and decisions; 0: until their session ends
	KeepTraces int           // decisions that keep their full trace
	KeepBytes  int64         // size of state.db
}

// Deadlines of one event.
type Deadlines struct {
	Refresh deadline.Deadline // the index waits for the next event with what is left then
	Model   deadline.Deadline // the lexical decision is taken then
	Ruleset deadline.Deadline // the ruleset is stopped then
	Shadow  time.Time         // rulesets that only look on wait for the next turn's end then
}

// Options are the options of one event.
type Options struct {
	Deadlines
	DeactivateOnly bool // only withdraw what no longer fits

	// NoMemory, if set, is why nothing can be written: the event is answered by what can
	// be read.
	NoMemory error

	// KeepIndex leaves the index open: it belongs to who gave OpenIndex.
	KeepIndex bool

	// Prepare, if set, makes the ruleset ready for a prompt. It is called on a
	// goroutine of its own while the index is brought up to date.
	Prepare func()

	// Recorded, if set, is called once the event is stored, as far as it can be.
	Recorded func()

	// Print, if set, is called with the answer before the answer is stored as suggested,
	// and with the handover that would be stored, so that a process which ends in between
	// has both. Print reports whether the answer will be printed: else it is not stored.
	Print func(Response, session.Handover) (said bool)

	// Telling, if set, is called before something is stored as told that Print is asked about
	// only then. Where the process ends in between, a handover takes it back.
	Telling func()

	// Stored, if set, is called as soon as all is stored that belongs to the answer; what is
	// stored later the answer can do without. It is not called where storing fails.
	Stored func(Response)

	// Hold, if set, is called before an opinion is asked for, with the local answer and
	// what would be stored with it, and with how long the opinion may take. Hold reports
	// whether the answer is waited for. Where Hold is nil no opinion is asked for.
	Hold func(local Response, handover session.Handover, wait time.Duration) (waits bool)

	// View, if set, is what an event of the past is decided on. It stays the caller's: no
	// index is opened or refreshed, and nothing is retained or removed.
	View  *index.View
	Cache *decide.Cache // of earlier decisions on View; may be nil
}

// Response is the answer to an event, with its problems.
type Response struct {
	Context  string // for the model; of prompts and of a session's start
	Notice   string // for the user, one line
	Answers  string // the event that Context answers, where that is not the event itself: abi.EventFileTouched
	Problems decide.Problems
	Report   *index.Report     // where the index was refreshed
	Touched  []string          // files that the index's listing was drawn with, see Touched
	Decision *decide.Decision  // where a ruleset was asked
	Steps    map[string]int64  // microseconds
	Unstored *session.Handover // what the next event is to store, for now it could not be; nil: nothing
}

// Respond answers one event. Whatever fails below makes the answer poorer and
// is one of its problems; there is no error that could stop an event.
func (r *Responder) Respond(ctx context.Context, event abi.Event, options Options) Response {
	if r.Settings.Own != "" && strings.HasPrefix(event.Command, r.Settings.Own) {
		return Response{} // a prompt about us is no part of what the user works on
	}
	t := newTask(r, event, options)
	t.step("record", decide.ProblemState, func() error { return t.record(ctx) })
	if t.View != nil {
		t.parse()
		t.past(ctx)
		return t.response
	}
	if t.Recorded != nil && t.unstored == nil {
		t.Recorded()
	}
	t.move()
	t.step("files", decide.ProblemState, func() error { return t.lookAtFile(ctx) })
	t.saysNothing()
	t.step("typed", decide.ProblemState, func() error { return t.typed(ctx) })
	t.parse()
	if t.wantsModel() {
		r.Model.Start()
	}
	switch {
	case event.Name == abi.EventSessionStarted:
		t.step("handoff", decide.ProblemHandoff, func() error { return t.drawHandoff(ctx) })
		t.step("settle", decide.ProblemIndex, func() error { return t.settle(ctx) })
		t.step("index", decide.ProblemIndex, func() error { return t.refresh(ctx, r.Passages) })
		t.step("surroundings", decide.ProblemIndex, t.lookAround)
		t.step("usage", decide.ProblemState, t.sumUp)
		t.step("store", decide.ProblemState, t.tellAtStart)
		t.step("check", decide.ProblemLessons, func() error { return t.check(ctx) })
	case event.Name == abi.EventSessionEnded:
		t.step("retain", decide.ProblemState, t.retain)
	case t.wanted || t.file != "":
		t.step("index", decide.ProblemIndex, func() error { return t.refresh(ctx, nil) })
		t.decideOnIndex(ctx)
		t.step("store", decide.ProblemState, t.undecided)
	}
	t.closeIndex()
	t.step("hear", decide.ProblemState, func() error { return t.hear(ctx) })
	if t.forgetful == nil && t.shadows() {
		t.step("shadow", decide.ProblemState, t.shadow)
	}
	t.handOver()
	t.response.Steps = t.steps
	return t.response
}

// Sources are what the index needs, without a model.
func (r *Responder) Sources() index.Sources {
	return index.Sources{Load: r.Load, Pools: r.Pools, Cards: r.Cards, Now: r.Now, Workers: r.Settings.Workers}
}
