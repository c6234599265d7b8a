// Package backtest reports what rulesets would have done in past sessions: how often
// they would have suggested an item, the cost, and whether the suggested items were
// used. It calls rulesets through functions, reads no file and no clock, and knows no
// client.
package backtest

import (
	"cmp"

	"github.com/ed-irl/impressionism/abi"
)

// Options select what is kept of a run.
type Options struct {
	Examples    int // of each sort; 0: none
	FlapPrompts int // 0: FlapPromptsDefault
}

// FlapPromptsDefault is how soon after an item was withdrawn its coming back is
// flapping.
const FlapPromptsDefault = 5

// Run plays sessions to one or two rulesets, event by event.
type Run struct {
	options  Options
	lane     *Lane // of Add
	players  []*player
	compared *comparison // nil: there is one ruleset
	report   Report
	under    *walk // the session under way
}

// New prepares a run; of two rulesets the second is compared with the first.
func New(rulesets []Ruleset, places func(workspace string) (Place, error), options Options) *Run {
	if options.FlapPrompts == 0 {
		options.FlapPrompts = FlapPromptsDefault
	}
	r := &Run{options: options, lane: &Lane{Rulesets: rulesets, Places: places}}
	r.report.Invoked.Unknown = map[string]int{}
	for _, ruleset := range rulesets {
		r.players = append(r.players, newPlayer(ruleset, options))
	}
	if len(rulesets) == 2 {
		r.compared = &comparison{most: options.Examples}
	}
	return r
}

// Prompts is how many prompts were decided on so far.
func (r *Run) Prompts() int { return r.report.Prompts }

// Add plays one event. Those of a session come in order, one session after the
// other. An error is the ruleset's host's: the run cannot go on.
func (r *Run) Add(h Happening) error {
	a, err := r.lane.answer(h)
	if err != nil {
		return err
	}
	r.take(a)
	return nil
}

// take counts one event.
func (r *Run) take(a answered) {
	h := a.Happening
	if r.under == nil || r.under.id != h.SessionID {
		r.endSession()
		r.under = newWalk(h.SessionID)
	}
	w := r.under
	w.workspace, w.place = a.workspace, a.place
	switch {
	case h.Listed != nil:
		w.list(*h.Listed)
		return
	case h.Name == abi.EventPrompt && h.Command != "":
		r.command(w, a)
		return
	case h.Name == abi.EventPrompt:
		r.prompt(w, a)
		return
	}
	if h.Name == abi.EventSessionStarted && h.Source == "compact" {
		w.stretch++
	}
	for i, p := range r.players {
		p.follow(w, h, a.answers[i])
	}
	r.invoked(w, h.Event)
	if h.Name == abi.EventSessionEnded {
		r.endSession()
	}
}

// command plays a call of an item by its name. The client's own commands reach
// no hook; that is known only of those that are in today's catalog.
func (r *Run) command(w *walk, a answered) {
	if a.answers == nil {
		r.report.OtherCommands++
		return
	}
	w.begin(a.Happening)
	r.report.count(w, a.Happening)
	r.report.Commands++
	r.invoked(w, a.Event)
}

func (r *Run) prompt(w *walk, a answered) {
	w.begin(a.Happening)
	r.report.count(w, a.Happening)
	r.report.Prompts++
	for i, p := range r.players {
		p.prompt(w, a.answers[i])
	}
	if r.compared != nil {
		r.compared.prompt(w, a.answers[0], a.answers[1])
	}
}

// invoked notes the items that an event takes up: of the model or the user.
func (r *Run) invoked(w *walk, event abi.Event) {
	items := w.place.Find(event)
	for _, item := range items {
		r.took(w, item, event.Name == abi.EventPrompt)
	}
	id := cmp.Or(event.Invoked, event.Command)
	if len(items) > 0 || id == "" {
		return
	}
	if len(r.report.Invoked.Unknown) < unknownMax || r.report.Invoked.Unknown[id] > 0 {
		r.report.Invoked.Unknown[id]++
	}
}

func (r *Run) took(w *walk, item abi.Ref, byUser bool) {
	first := w.invoke(item)
	if first && byUser {
		r.report.Invoked.ByUser++
	} else if first {
		r.report.Invoked.ByModel++
	}
	for _, p := range r.players {
		p.invoked(w, item, first, byUser)
	}
	if r.compared != nil {
		r.compared.invoked(w, item)
	}
}

// unknownMax bounds how many ids are named that the catalog has no more.
const unknownMax = 100

func (r *Run) endSession() {
	if r.under == nil {
		return
	}
	if r.under.prompts > 0 {
		r.report.Sessions++
		if r.under.listed != nil {
			r.report.ListedSessions++
		}
	}
	for _, p := range r.players {
		p.endSession()
	}
	if r.compared != nil {
		r.compared.endSession()
	}
	r.under = nil
}

// Report tells of all that was played, and ends the session under way.
func (r *Run) Report() Report {
	r.endSession()
	report := r.report
	report.Rulesets = []Result{}
	for _, p := range r.players {
		report.Rulesets = append(report.Rulesets, p.result(report))
	}
	if r.compared != nil {
		compared := r.compared.result()
		report.Compared = &compared
	}
	return report
}
