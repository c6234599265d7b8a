package backtest

import (
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// Difference is where two decisions on one event part.
type Difference struct {
	Activated   Parted `json:"activated"`
	Deactivated Parted `json:"deactivated"`
}

// Parted is what only one of two has, each sorted.
type Parted struct {
	OnlyA []abi.Ref `json:"only_a"`
	OnlyB []abi.Ref `json:"only_b"`
}

// Compare returns what each of two decisions has alone. Reasons, scores and order
// are each ruleset's own affair.
func Compare(a, b abi.Decision) Difference {
	return Difference{
		Activated:   Part(Refs(a.Activate), Refs(b.Activate)),
		Deactivated: Part(Refs(a.Deactivate), Refs(b.Deactivate)),
	}
}

// Same reports that nothing differs.
func (d Difference) Same() bool { return d.Activated.Same() && d.Deactivated.Same() }

// Same reports that neither has anything alone.
func (p Parted) Same() bool { return len(p.OnlyA) == 0 && len(p.OnlyB) == 0 }

// Part parts two sets of items.
func Part(a, b []abi.Ref) Parted { return Parted{OnlyA: without(a, b), OnlyB: without(b, a)} }

// Refs are the items of entries.
func Refs(entries []abi.Entry) []abi.Ref {
	keys := make([]abi.Ref, len(entries))
	for i, e := range entries {
		keys[i] = e.Ref
	}
	return keys
}

func without(these, those []abi.Ref) []abi.Ref {
	rest := []abi.Ref{}
	for _, key := range these {
		if !slices.Contains(those, key) && !slices.Contains(rest, key) {
			rest = append(rest, key)
		}
	}
	slices.SortFunc(rest, abi.Ref.Compare)
	return rest
}
