package decide

import (
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Family returns the family of an item, as the built-in rulesets have it by the kind alone:
// skills and commands are one, each other kind is its own. Within a family items compete for
// the places that max_active_skills limits, and a newcomer has to be ahead by a margin.
func Family(ref abi.Ref) string {
	if ref.Kind == abi.KindCommand {
		return abi.KindSkill
	}
	return ref.Kind
}

// FamilyOf returns the entries of an item's family.
func FamilyOf(ref abi.Ref, entries []abi.Entry) []abi.Entry {
	return slices.DeleteFunc(slices.Clone(entries), func(entry abi.Entry) bool { return Family(entry.Ref) != Family(ref) })
}

// activeWith returns what is active of an item's family.
func activeWith(ref abi.Ref, active []session.ActiveItem) []session.ActiveItem {
	return slices.DeleteFunc(slices.Clone(active), func(item session.ActiveItem) bool { return Family(item.Ref) != Family(ref) })
}

// seenKinds are the kinds of items that one of the user's rulesets sees, else those that the
// default sees: what answers in a ruleset's place tells of nothing that the ruleset never saw.
func seenKinds(in Inputs) (kinds []string) {
	for _, id := range append(slices.Clone(in.Settings.Rulesets), engine.DefaultID) {
		if id == engine.DefaultID && len(kinds) > 0 {
			break
		}
		if ruleset, err := in.Rulesets.Set.Load(id); err == nil {
			kinds = append(kinds, ruleset.Manifest.SeenKinds()...)
		}
	}
	return kinds
}

// firstOfEach returns the first entries of each family, so many of each at most.
func firstOfEach(entries []abi.Entry, most int) (kept []abi.Entry) {
	taken := map[string]int{}
	for _, entry := range entries {
		family := Family(entry.Ref)
		if taken[family]++; taken[family] <= most {
			kept = append(kept, entry)
		}
	}
	return kept
}
