// Package decide decides on one event: which items to suggest to the model, which to
// withdraw, why, and in which words. Decide is a function of its Inputs: it writes
// nothing and reads no clock, environment or file except through them. Live events, dry
// runs, backtests, evaluations and explanations all call Decide; they differ in their
// inputs. See RATIONALE.md, "Why is the decision a pure function?".
package decide

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/deadline"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace"
)

// Inputs are all values that a decision depends on.
type Inputs struct {
	Event          abi.Event
	Prompt         Prompt      // of the event, parsed
	View           *index.View // the items of the event's listing
	Complete       bool        // the view lacks no item of the listing
	Session        Session
	Rulesets       *engine.Engine
	Recipe         *rank.Recipe
	Code           Code                                 // the workspace's sources
	Embed          func(text string) ([]float32, error) // of a query; the error says why there is no vector
	Settings       Settings
	DeactivateOnly bool              // only withdraw what no longer fits
	Deadline       deadline.Deadline // the rulesets are stopped then
	Now            func() time.Time  // for timings
	Cache          *Cache            // of earlier decisions on the view; may be nil
}

// Session is the known state of the session and its workspace. The zero value holds no
// state.
type Session struct {
	Recorded  session.Recorded
	Active    []session.ActiveItem
	Suggested session.Tellings
	States    []engine.State // of the active rulesets, in their order

	// These read when they are asked; nil: nothing is known.
	Messages func(count int) ([]session.Message, error) // the last ones, oldest first
	ToolUses func(count int) ([]abi.ToolUse, error)     // the last ones, oldest first
	Touched  func() (Touched, error)                    // files of the workspace
	Usage    func() (map[abi.Ref]session.Usage, error)  // of suggestions in the workspace, but for this session's
}

// Ranking returns what ranks the items of a kind, the highest first, when it is asked.
type Ranking = func() (rank func(id string) float64, err error)

// Settings are the parts of the configuration that decisions need.
type Settings struct {
	Kinds          catalog.Kinds // of items, in order of precedence
	Rulesets       []string      // that decide, in their order
	OnRulesetError string
	Params         engine.Params
	ParamsSet      func() string // what Params returns, in words
	Budgets        abi.Budgets
	Suggest        suggest.Limits
	Templates      suggest.Templates
	FirmAbove      float64
	Wishes         wish.Wishes        // of the user
	ProjectWishes  wish.Wishes        // of the workspace's settings: hints
	Home           string             // the user's, for patterns
	Notify         string             // NotifyFirst, NotifyAlways or NotifyNever
	Rankings       map[string]Ranking // by kind: which of its chosen items are told first; none: as the ruleset has them
	RetellPrompts  int                // since an item that was withdrawn was suggested, until it may be again
	Doubt          Doubt              // when a prompt is open
	TellPlaces     bool               // prompts may tell places of the sources
}

// Decision is the decision on one event, with its explanation.
type Decision struct {
	ID       int64            // of the stored decision; 0: it is not stored
	Outcome  engine.Outcome   // of the ruleset that answered, or of several as one
	Attempts []engine.Attempt // the rulesets that were to answer
	Asked    []engine.Asked   // what is to be kept of each ruleset
	Tier     string           // index.TierLexical or index.TierModel
	Neutral  bool             // the prompt is about nothing in particular
	Late     []string         // what time ran out for: session.LateModel, session.LateRuleset

	Found     *Found       // for the prompt; nil: the search failed
	Suggested []abi.Ref    // in Said
	Said      suggest.Said // for the model
	Notice    string       // for the user, one line
	Scores    []Score      // of the best items, and of those that are suggested

	Change   session.Change   // what the session is to store
	Whole    json.RawMessage  // what the rulesets, the user's settings and the host decided, as it is stored
	Steps    map[string]int64 // microseconds
	Problems Problems
	Err      error // why the search or the rendering failed; nil: neither did

	Opinion *trace.Opinion // of a language model; nil: none was wanted

	wished map[abi.Ref]string // why the user's settings want an item
	local  *local             // nil: the search failed
}

// Ranking returns every item that the search saw for the prompt, best first, at most
// limit of them.
func (d *Decision) Ranking(limit int) []index.Hit {
	if d.Found == nil {
		return nil
	}
	return d.Found.Hits[:min(limit, len(d.Found.Hits))]
}

// Wants reports whether an event is one to decide on: a prompt with content that names
// no command by itself, or an event that an active ruleset subscribed to. Whoever wants
// only withdrawals has asked for them on whatever event.
func Wants(event abi.Event, deactivateOnly bool, set engine.Set, rulesets []string) bool {
	if event.Name == abi.EventPrompt {
		return strings.TrimSpace(event.Prompt) != "" && event.Command == ""
	}
	if event.SessionID == "" || deactivateOnly {
		return deactivateOnly
	}
	if event.Name == abi.EventSessionStarted || event.Name == abi.EventSessionEnded {
		return false // nothing to decide on yet, or any more
	}
	return set.WantsAny(rulesets, event.Name)
}

// Decide decides on an event: search, rulesets, settings, words, explanation. What
// fails makes the decision poorer and is one of its problems, or its Err.
func Decide(in Inputs) Decision {
	d := Decision{Steps: map[string]int64{}}
	began := in.Now()
	lap := func(step string) {
		now := in.Now()
		d.Steps[step], began = now.Sub(began).Microseconds(), now
	}
	known := newMemory(in, &d.Problems)
	hinted := false // settings of a project lift one item of all pools
	search := newFinder(in, func(part *index.View, found Found) (Found, error) { return lift(in, part, known, found, &hinted) })
	active, gone := present(in)
	if d.Found, d.Err = search.ofEvent(in.Event.Name); d.Err != nil {
		d.Change, d.Whole, _ = change(d, nil, gone, nil)
		return d
	}
	found, isPrompt := *d.Found, in.Event.Name == abi.EventPrompt
	d.Neutral = isPrompt && found.neutral()

	sources := newSources(in.Code, &d.Problems)
	calls := newCalls(in, search, known, active, &d.Problems)
	calls.sources = sources
	answer, timedOut := consult(in, contextOf(in, known, d.Neutral), calls, found, active, gone)
	d.Outcome, d.Attempts, d.Asked = answer.Outcome, answer.Attempts, answer.Asked
	d.Tier, d.Late = search.tier, late(search.noted, timedOut)
	d.Problems.AddModel(search.noted)
	d.Problems.addAttempts(answer.Attempts)
	d.local = &local{in: in, known: known, found: found, answer: answer, active: active, gone: gone, sources: sources}
	if !timedOut {
		d.local.likely = likely(in, sources, found, d.Neutral)
	}
	lap("ruleset")
	d.local.finish(&d, answer.Outcome, nil)
	lap("render")
	return d
}

// local is what was found and decided before an item is chosen and put into words. The rest
// can be done again with another outcome, without a search or a ruleset.
type local struct {
	in     Inputs
	known  memory
	found  Found
	answer engine.Answer
	active []session.ActiveItem
	gone   []abi.Entry // active items that are withdrawn before a ruleset is asked

	sources *sources
	likely  []choice // places that the user wants told, where no ruleset sees places
}

// finish chooses, renders and explains. The outcome is that of the rulesets, or as weighed
// with an opinion.
func (l *local) finish(d *Decision, outcome engine.Outcome, o *weighed) {
	in, isPrompt, atFile := l.in, l.in.Event.Name == abi.EventPrompt, l.in.Event.Name == abi.EventFileTouched
	choices, refused := choose(in, outcome, l.found, l.known)
	refused = append(refused, o.mark(choices)...)
	choices = append(choices, l.likely...)
	s := situation{view: in.View, sources: l.sources, outcome: outcome, active: l.active, suggested: in.Session.Suggested, wishes: in.Settings.Wishes}
	if isPrompt {
		if d.Said, d.Err = render(in, s, l.found, choices, refused); d.Err == nil {
			d.Suggested, d.Notice = suggested(d.Said), noticeOf(in, d.Said, l.answer.Notice)
		}
	}
	if atFile {
		if d.Said, d.Err = render(in, s, l.found, choices, refused); d.Err == nil {
			d.Suggested = suggested(d.Said)
		}
		choices = slices.DeleteFunc(choices, func(c choice) bool { return toldAtFiles(in, c.Ref) && !slices.Contains(d.Suggested, c.Ref) })
	}
	d.Change, d.Whole, d.wished = change(*d, choices, l.gone, l.answer.By)
	if isPrompt {
		d.Scores = append(scores(in, s, l.found, d.Said), l.sources.placeScores(d.Said)...)
	}
}
