package rulefuzz

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// steady are properties of two decisions that have to be the same.
func steady() []Property {
	return []Property{
		{
			ID: "same-again", Sentence: "The same inputs give the same bytes.",
			Why:  "Decisions are replayed, compared and cached by their bytes.",
			make: (*maker).anything, check: sameAgain,
		},
		{
			ID: "any-moment", Sentence: "Neither the session's id nor the time of day changes the decision.",
			Why:  "They seed math.random and its kin; a ruleset that throws dice suggests by chance.",
			make: (*maker).anything, check: anyMoment,
		},
		{
			ID: "irrelevant-skill", Sentence: "One more skill that does not fit changes nothing.",
			Why:  "Who installs a skill for another purpose must not lose a suggestion by it.",
			make: (*maker).anything, check: irrelevantSkill,
		},
		{
			ID: "any-order", Sentence: "The order of the skills, and of the active ones, does not matter.",
			Why:  "It is that of files and of events. Where it decides a tie, the id should.",
			make: tied, check: anyOrder,
		},
		{
			ID: "settles", Sentence: "The same prompt again activates nothing else, unless something left, and withdraws nothing that it has just activated.",
			Why:     "Items that come and go while nothing changes are noise.",
			applies: prompted, make: (*maker).usual, check: settles,
		},
	}
}

// same compares whole decisions.
func same(first, second answer, s, other scenario.Scenario, what string) *Breach {
	if first.bytes == second.bytes {
		return nil
	}
	return &Breach{
		fmt.Sprintf("%s: it decided\n  %s\nand now\n  %s", what, first.bytes, second.bytes),
		[]scenario.Scenario{expecting(s, came(first)), expecting(other, came(first))},
	}
}

func sameAgain(t *trial) *Breach {
	first, ok := t.ask(t.s)
	if !ok {
		return nil
	}
	second, ok := t.ask(t.s)
	if !ok {
		return nil
	}
	if breach := same(first, second, t.s, t.s, "asked a second time"); breach != nil {
		return breach
	}
	if first.asks() != second.asks() {
		return &Breach{fmt.Sprintf("asked a second time: it asked the host\n  %s\nand now\n  %s", first.asks(), second.asks()), []scenario.Scenario{expecting(t.s, came(first))}}
	}
	return nil
}

func anyMoment(t *trial) *Breach {
	first, ok := t.ask(t.s)
	if !ok {
		return nil
	}
	other := t.s
	other.Session.SessionID = fmt.Sprintf("other-%d", t.rand.IntN(1000))
	other.Context.SessionID = ""
	other.Context.Now = fmt.Sprintf("2027-0%d-1%dT1%d:30:00Z", 1+t.rand.IntN(9), t.rand.IntN(10), t.rand.IntN(10))
	second, ok := t.ask(other)
	if !ok {
		return nil
	}
	return same(first, second, t.s, other, "in another session, at another time")
}

func irrelevantSkill(t *trial) *Breach {
	first, ok := t.ask(t.s)
	if !ok {
		return nil
	}
	other := t.s
	other.Items, other.Search = slices.Clone(t.s.Items), maps.Clone(t.s.Search)
	for i := range 1 + t.rand.IntN(3) {
		more := item(fmt.Sprintf("%s-unrelated-%d", pick(t.rand, "a", "m", "z"), i), "Unrelated", "About something else.", "zzunrelated")
		embedded, found, place := t.rand.IntN(2) == 0, t.rand.IntN(2) == 0, t.rand.Float64()
		if embedded {
			more.Embedding.Values = make([]float32, dimensions(t.s))
			more.Embedding.Values[dimensions(t.s)-1] = 1
		}
		other.Items = slices.Insert(other.Items, int(place*float64(len(other.Items)+1)), more)
		if found && len(t.s.Parameters) == 0 && other.Search != nil {
			other.Search[more.Ref] = 0.01 // found, and no more
		}
	}
	second, ok := t.ask(other)
	if !ok {
		return nil
	}
	return same(first, second, t.s, other, "with skills more that do not fit")
}

// tied is anything, often with items that fit alike.
func tied(g *maker) scenario.Scenario {
	s := g.anything()
	if g.chance(50) {
		for _, id := range slices.SortedFunc(maps.Keys(s.Search), abi.Ref.Compare) {
			s.Search[id] = pick(g.Rand, 0.7, 0.8, 0.9)
		}
		s.Relevance = nil
	}
	if g.chance(50) && len(s.Items) > 1 {
		score := g.score(0.5, 0.9)
		s.Active = nil
		for _, item := range s.Items[:min(len(s.Items), 6)] {
			s.Active = append(s.Active, abi.Active{Item: abi.Item{Ref: item.Ref}})
			s.Search[item.Ref] = score
		}
		s.Relevance = nil
	}
	return s
}

func anyOrder(t *trial) *Breach {
	first, ok := t.ask(t.s)
	if !ok {
		return nil
	}
	other, reverse, seed := t.s, t.rand.IntN(2) == 0, t.rand.Uint64()
	other.Items, other.Active = slices.Clone(t.s.Items), slices.Clone(t.s.Active)
	if reverse {
		slices.Reverse(other.Items)
		slices.Reverse(other.Active)
	} else {
		slices.SortStableFunc(other.Items, func(a, b abi.Item) int { return byChance(seed, a.Ref, b.Ref) })
		slices.SortStableFunc(other.Active, func(a, b abi.Active) int { return byChance(seed, a.Ref, b.Ref) })
	}
	second, ok := t.ask(other)
	if !ok || slices.Equal(ids(first.Activate), ids(second.Activate)) && slices.Equal(inOrder(first.Deactivate), inOrder(second.Deactivate)) {
		return nil
	}
	return same(first, second, t.s, other, "with the skills in another order")
}

// byChance compares two ids by a hash: an order that has no reason, and that the rest
// keeps when a scenario is made smaller.
func byChance(seed uint64, a, b abi.Ref) int {
	return cmp.Compare(hashed(seed, a.String()), hashed(seed, b.String()))
}

func hashed(seed uint64, id string) uint64 {
	h := fnv.New64a()
	h.Write(binary.LittleEndian.AppendUint64(nil, seed)) //nolint:errcheck // a hash takes everything
	h.Write([]byte(id))                                  //nolint:errcheck // likewise
	return h.Sum64()
}

func inOrder(entries []abi.Entry) []abi.Ref {
	return slices.SortedFunc(slices.Values(ids(entries)), abi.Ref.Compare)
}
