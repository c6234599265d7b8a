package backtest

import (
	"cmp"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/session"
)

// Difference is where two decisions on one event part.
type Difference struct {
	Activated   Parted `json:"activated"`
	Deactivated Parted `json:"deactivated"`
}

// Parted is what only one of two has, each sorted.
type Parted struct {
	OnlyA []session.Key `json:"only_a"`
	OnlyB []session.Key `json:"only_b"`
}

// Compare tells what each of two decisions has alone. Reasons, scores and order
// are each ruleset's own affair.
func Compare(a, b abi.Decision) Difference {
	return Difference{
		Activated:   Part(Keys(a.Activate), Keys(b.Activate)),
		Deactivated: Part(Keys(a.Deactivate), Keys(b.Deactivate)),
	}
}

// Same reports that nothing differs.
func (d Difference) Same() bool { return d.Activated.Same() && d.Deactivated.Same() }

// Same reports that neither has anything alone.
func (p Parted) Same() bool { return len(p.OnlyA) == 0 && len(p.OnlyB) == 0 }

// Part parts two sets of items.
func Part(a, b []session.Key) Parted { return Parted{OnlyA: without(a, b), OnlyB: without(b, a)} }

// Keys are the items of entries; one without a kind is a skill.
func Keys(entries []abi.Entry) []session.Key {
	keys := make([]session.Key, len(entries))
	for i, e := range entries {
		keys[i] = session.Key{Kind: cmp.Or(e.Kind, abi.KindSkill), ID: e.SkillID}
	}
	return keys
}

func without(these, those []session.Key) []session.Key {
	rest := []session.Key{}
	for _, key := range these {
		if !slices.Contains(those, key) && !slices.Contains(rest, key) {
			rest = append(rest, key)
		}
	}
	slices.SortFunc(rest, func(x, y session.Key) int { return cmp.Or(cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.ID, y.ID)) })
	return rest
}
