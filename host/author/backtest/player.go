package backtest

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/store/session"
)

// player is one ruleset with what it would have done so far.
type player struct {
	options Options
	r       Result
	items   map[abi.Ref]*ItemResult
	spoke   int
	used    int
	found   [2]int // by the model, by the user

	// Of the session under way:
	told      map[abi.Ref]*suggestion // the last of each item
	toldAll   []*suggestion
	active    map[abi.Ref]bool
	withdrawn map[abi.Ref]int // number of the prompt
	resident  int             // tokens that the model's context has
}

// suggestion is an item that was told.
type suggestion struct {
	Example
	stretch int
	hidden  bool
	invoked bool
	inTime  bool
}

func newPlayer(ruleset Ruleset, options Options) *player {
	p := &player{options: options, items: map[abi.Ref]*ItemResult{}}
	p.r = Result{Name: ruleset.Name, ID: ruleset.ID, Hash: ruleset.Hash, Faults: map[string]int{}}
	p.r.Flapping = Flapping{Within: options.FlapPrompts, perItem: map[abi.Ref]bool{}}
	p.r.Examples = Examples{Used: []Example{}, Unused: []Example{}, Missed: []Example{}, Hidden: []Example{}, Flaps: []Example{}}
	p.forget()
	return p
}

func (p *player) forget() {
	p.told, p.toldAll = map[abi.Ref]*suggestion{}, nil
	p.active, p.withdrawn, p.resident = map[abi.Ref]bool{}, map[abi.Ref]int{}, 0
}

func (p *player) item(key abi.Ref) *ItemResult {
	if p.items[key] == nil {
		p.items[key] = &ItemResult{Ref: key}
	}
	return p.items[key]
}

// prompt notes what was decided on a prompt.
func (p *player) prompt(w *walk, a Answer) {
	p.apply(w, a)
	if a.Neutral {
		p.r.Neutral++
	}
	hidden := false
	for _, key := range Refs(a.Decision.Activate) {
		if w.hides(key.ID) {
			hidden = true
			p.item(key).Hidden++
		}
	}
	if hidden {
		p.r.Hidden.Prompts++
	}
	if len(a.Told) == 0 {
		return
	}
	p.spoke++
	tokens := Estimate(a.Said)
	p.r.Tokens.Said += tokens
	p.resident += tokens
	for _, key := range a.Told {
		if key.Kind != abi.KindCode { // no event tells the use of a place
			p.tell(w, key)
		}
	}
}

// Estimate is how many tokens a text costs, about.
func Estimate(text string) int {
	return (cut.Units(text) + TokenUnits - 1) / TokenUnits
}

func (p *player) tell(w *walk, key abi.Ref) {
	s := &suggestion{Example: Example{w.prompt, key}, stretch: w.stretch, hidden: w.hides(key.ID)}
	p.told[key] = s
	p.toldAll = append(p.toldAll, s)
	p.r.Suggestions++
	p.item(key).Told++
	if s.hidden {
		p.r.Hidden.Told++
		p.keep(&p.r.Examples.Hidden, s.Example)
	}
}

// apply follows what is active.
func (p *player) apply(w *walk, a Answer) {
	if a.Fault != "" {
		p.r.Faults[a.Fault]++
	}
	for _, key := range Refs(a.Decision.Activate) {
		if p.active[key] || key.Kind == abi.KindCode { // a place is never active
			continue
		}
		p.active[key] = true
		p.r.Activated++
		if at, before := p.withdrawn[key]; before && w.prompts-at <= p.options.FlapPrompts {
			p.r.Flapping.Times++
			p.r.Flapping.perItem[key] = true
			p.item(key).Flapping++
			p.keep(&p.r.Examples.Flaps, Example{w.prompt, key})
		}
	}
	for _, key := range Refs(a.Decision.Deactivate) {
		if p.active[key] {
			delete(p.active, key)
			p.withdrawn[key] = w.prompts
			p.r.Deactivated++
		}
	}
}

// follow notes what came of an event that is no prompt.
func (p *player) follow(w *walk, h Happening, a Answer) {
	p.apply(w, a)
	switch {
	case h.Name == abi.EventTurnEnded:
		p.r.Tokens.Carried += p.resident * h.Requests
	case h.Name == abi.EventSessionStarted && h.Source == "compact":
		p.resident = 0
	}
}

// invoked notes that an item was used: does a suggestion deserve credit, and was
// the use foreseen?
func (p *player) invoked(w *walk, key abi.Ref, first, byUser bool) {
	s := p.told[key]
	if s != nil && !s.invoked {
		s.invoked, s.inTime = true, w.prompts-s.Number <= session.UsedPrompts
	}
	if !first {
		return
	}
	item := p.item(key)
	item.Invoked++
	if s == nil || s.stretch != w.stretch || w.prompts-s.Number > session.UsedPrompts && !p.active[key] {
		p.keep(&p.r.Examples.Missed, Example{w.prompt, key})
		return
	}
	item.Found++
	if byUser {
		p.found[1]++
	} else {
		p.found[0]++
	}
}

// endSession settles what became of the session's suggestions.
func (p *player) endSession() {
	for _, s := range p.toldAll {
		item := p.item(s.Item)
		switch {
		case s.inTime:
			p.used++
			item.Used++
			p.keep(&p.r.Examples.Used, s.Example)
			if s.hidden {
				p.r.Hidden.Used++
			}
		case s.invoked:
			p.r.Late++
			item.Late++
		default:
			p.keep(&p.r.Examples.Unused, s.Example)
		}
	}
	p.forget()
}

func (p *player) keep(examples *[]Example, e Example) {
	if len(*examples) < p.options.Examples {
		*examples = append(*examples, e)
	}
}
