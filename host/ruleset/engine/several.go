package engine

import (
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// RulesetsMax is how many rulesets may decide one after the other.
const RulesetsMax = 8

// Asked is one of several rulesets, with what is to be kept of it.
type Asked struct {
	ID     string
	Health Health
	Step   func(Health) Health // from the health before to this one; nil: it stayed
	Good   *Ruleset            // as it answered, to be kept as the last good one; nil: unchanged
}

// DecideAll asks rulesets in their order, each with the whole event and its own
// budgets, but one deadline. About an item the first has the say that decides about
// it. One that fails loses its own say, or its last good version has it; the default
// answers only where none of them does and one failed. See RATIONALE.md, "Why does the
// first of several rulesets decide?".
func (e *Engine) DecideAll(ids []string, onError string, states []State, input Input) Answer {
	var all Answer
	for i, id := range ids {
		if i > 0 && input.Stop != nil && input.Stop.Load() {
			all.Attempts = append(all.Attempts, Attempt{ID: id, Skipped: "the event's time was up"})
			continue
		}
		var state State
		if i < len(states) {
			state = states[i]
		}
		one := e.decide(id, onError, state, input, len(ids) == 1)
		all.Attempts = append(all.Attempts, one.Attempts...)
		all.Asked = append(all.Asked, Asked{ID: id, Health: one.Health, Step: one.step, Good: one.Good})
		if one.answered() {
			all.Parts = append(all.Parts, one.Outcome)
		}
		if input.Progress != nil {
			input.Progress(all.merged())
		}
	}
	ran := slices.ContainsFunc(all.Parts, func(part Outcome) bool { return part.Ran })
	if len(ids) > 1 && !ran && slices.ContainsFunc(all.Attempts, Attempt.Failed) && onError != OnErrorSilent {
		e.standIn(&all, input)
	}
	all = all.merged()
	all.surface(onError)
	return all
}

// answered reports whether the last one asked did not fail.
func (a Answer) answered() bool {
	return !a.Attempts[len(a.Attempts)-1].Failed()
}

// standIn lets the default answer, unless it failed already or time is up.
func (e *Engine) standIn(all *Answer, input Input) {
	fallback, err := e.Set.Load(DefaultID)
	if err != nil || input.Stop != nil && input.Stop.Load() {
		return
	}
	for _, attempt := range all.Attempts {
		if attempt.Outcome.Hash == fallback.Hash {
			return
		}
	}
	outcome := e.Consult(fallback, input)
	all.Attempts = append(all.Attempts, Attempt{ID: DefaultID, Outcome: outcome})
	if outcome.Fault == nil {
		all.Parts = append(all.Parts, outcome)
	}
}

// merged returns a copy with one outcome of the parts: that of the first ruleset that
// subscribed to the event, with the decisions of all.
func (a Answer) merged() Answer {
	a.Attempts, a.Asked = slices.Clone(a.Attempts), slices.Clone(a.Asked)
	var ran []Outcome
	for _, part := range a.Parts {
		if part.Ran {
			ran = append(ran, part)
		}
	}
	switch {
	case len(ran) == 0 && len(a.Parts) > 0:
		a.Outcome, a.Parts = a.Parts[0], nil
		return a
	case len(ran) == 0:
		return a
	}
	a.Parts, a.Outcome = ran, ran[0]
	decisions := make([]abi.Decision, len(ran))
	for i, part := range ran {
		decisions[i] = part.Decision
	}
	decision, by := Merge(decisions)
	a.Outcome.Decision, a.By = decision, map[abi.Ref]string{}
	for item, i := range by {
		if i > 0 {
			a.By[item] = ran[i].Ruleset
		}
	}
	for _, part := range ran[1:] {
		a.Outcome.Trace.Also = append(a.Outcome.Trace.Also, part.Trace)
	}
	return a
}

// Merge makes one decision of several: about each item, the entries of the first
// decision that has any. It returns the index of that decision, by item.
func Merge(decisions []abi.Decision) (abi.Decision, map[abi.Ref]int) {
	by := map[abi.Ref]int{}
	merged := abi.Decision{Activate: []abi.Entry{}, Deactivate: []abi.Entry{}}
	for i, decision := range decisions {
		for _, kind := range []struct {
			from []abi.Entry
			to   *[]abi.Entry
		}{{decision.Activate, &merged.Activate}, {decision.Deactivate, &merged.Deactivate}} {
			for _, entry := range kind.from {
				if first, known := by[entry.Ref]; known && first != i {
					continue
				}
				by[entry.Ref] = i
				*kind.to = append(*kind.to, entry)
			}
		}
	}
	return merged, by
}

// WantsAny reports whether one of the rulesets subscribes to an event.
func (s Set) WantsAny(ids []string, event string) bool {
	for _, id := range ids {
		if s.Wants(id, event) {
			return true
		}
	}
	return false
}
