package rulefuzz

import (
	"fmt"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
)

func settles(t *trial) *Breach {
	if !isPrompt(t.s) {
		return nil
	}
	first, ok := t.ask(t.s)
	if !ok {
		return nil
	}
	then := after(t.s, first.Decision)
	second, ok := t.ask(then)
	if !ok {
		return nil
	}
	left := len(first.Deactivate) > 0 // then something else may take its place
	was := func(e abi.Entry) bool { return left || isActive(then, e.Ref) }
	stays := func(e abi.Entry) bool { return !first.activates(e.Ref) }
	for _, entry := range second.Activate {
		if !was(entry) {
			return &Breach{fmt.Sprintf("the same prompt again activates %s", entry.Ref), []scenario.Scenario{expecting(t.s, came(first)), expecting(then, second.instead(was, stays))}}
		}
	}
	for _, entry := range second.Deactivate {
		if !stays(entry) {
			return &Breach{fmt.Sprintf("the same prompt again withdraws %s", entry.Ref), []scenario.Scenario{expecting(t.s, came(first)), expecting(then, second.instead(was, stays))}}
		}
	}
	return nil
}

// after is the same event once more, with what the decision left active.
func after(s scenario.Scenario, d abi.Decision) scenario.Scenario {
	active := []abi.Active{}
	for _, one := range s.Active {
		one.PromptsSinceRelevant++
		if has(d.Activate, one.Ref) {
			one.PromptsSinceRelevant = 0
		}
		if !has(d.Deactivate, one.Ref) {
			active = append(active, one)
		}
	}
	for _, entry := range d.Activate {
		if !isActive(s, entry.Ref) && !has(d.Deactivate, entry.Ref) {
			active = append(active, abi.Active{Item: abi.Item{Ref: entry.Ref}, Reason: entry.Reason})
		}
	}
	s.Active = active
	if s.Context.Sequence != 0 {
		s.Context.Sequence++
	}
	return s
}
