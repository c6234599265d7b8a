package recorded

import (
	"errors"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// Score replaces what searches and relevance answer, for the next event.
func (h *Host) Score(search, relevance map[abi.Ref]float64) error {
	if h.script.Index != "" && (search != nil || relevance != nil) {
		return errors.New("script: with index the search is real; leave out search and relevance, or answer single calls under answers")
	}
	for _, scores := range []map[abi.Ref]float64{search, relevance} {
		if err := h.check(scores); err != nil {
			return err
		}
	}
	h.script.Search, h.script.Relevance = search, relevance
	return nil
}

// Apply gives the session the state after an event, by the contract's rules: what
// was activated is fresh, what was deactivated is gone, and for all else one more
// prompt went by.
func (h *Host) Apply(context abi.Context, decision abi.Decision) {
	if context.HookEvent == abi.EventPrompt {
		for i := range h.active {
			h.active[i].PromptsSinceRelevant++
		}
	}
	for _, entry := range decision.Activate {
		if i := slices.IndexFunc(h.active, func(a abi.Active) bool { return a.Ref == entry.Ref }); i >= 0 {
			h.active[i].PromptsSinceRelevant, h.active[i].Reason = 0, entry.Reason
			continue
		}
		h.active = append(h.active, abi.Active{Item: h.items[entry.Ref], ActivatedAt: context.Now, Reason: entry.Reason})
	}
	for _, entry := range decision.Deactivate {
		h.active = slices.DeleteFunc(h.active, func(a abi.Active) bool { return a.Ref == entry.Ref })
	}
}

// ActiveRefs lists what is active, in the order of activation.
func (h *Host) ActiveRefs() []abi.Ref {
	refs := []abi.Ref{}
	for _, active := range h.active {
		refs = append(refs, active.Ref)
	}
	return refs
}
