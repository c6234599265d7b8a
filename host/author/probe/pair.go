package probe

import (
	"cmp"
	"slices"
)

// Pair is two items with the prompts that both want; A is before B in the
// alphabet.
type Pair struct {
	A, B     string
	Contests []Contest // worst first
	Weight   float64
	Nearness float64 // cosine of their descriptions, −1 to 1; 0 where it was not measured
}

// SameMeaning is the cosine of two descriptions from which they were found to
// mean one need, whatever their words.
const SameMeaning = .8

// Count returns how many prompts of an item were lost to the other and how many
// were won closely; of "" those of nobody.
func (p Pair) Count(owner string) (lost, closely int) {
	for _, c := range p.Contests {
		switch {
		case c.Owner != owner:
		case c.Lost:
			lost++
		default:
			closely++
		}
	}
	return lost, closely
}

// Pairs puts contests together by their two items, worst pair first.
func Pairs(contests []Contest) []Pair {
	byIDs := map[[2]string]*Pair{}
	var pairs []*Pair
	for _, c := range contests {
		ids := [2]string{min(c.First, c.Second), max(c.First, c.Second)}
		pair := byIDs[ids]
		if pair == nil {
			pair = &Pair{A: ids[0], B: ids[1]}
			byIDs[ids] = pair
			pairs = append(pairs, pair)
		}
		pair.Contests = append(pair.Contests, c)
		pair.Weight += c.weight()
	}
	sorted := make([]Pair, len(pairs))
	for i, pair := range pairs {
		slices.SortStableFunc(pair.Contests, worse)
		sorted[i] = *pair
	}
	sortPairs(sorted)
	return sorted
}

func sortPairs(pairs []Pair) {
	slices.SortFunc(pairs, func(x, y Pair) int {
		return cmp.Or(cmp.Compare(y.Weight, x.Weight), cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
	})
}

// Likeness is how near the descriptions of two items are.
type Likeness struct {
	A, B   string // in the order of the alphabet
	Cosine float64
}

// Join adds to pairs how near they are. Two of the same meaning count as if a
// prompt were lost, and make a pair without any: prompts of their own words
// favour their owners, other people's words will not.
func Join(pairs []Pair, near []Likeness) []Pair {
	joined := slices.Clone(pairs)
	at := make(map[[2]string]int, len(joined))
	for i, pair := range joined {
		at[[2]string{pair.A, pair.B}] = i
	}
	for _, n := range near {
		i, known := at[[2]string{n.A, n.B}]
		if !known && n.Cosine < SameMeaning {
			continue
		}
		if !known {
			i = len(joined)
			joined = append(joined, Pair{A: n.A, B: n.B})
		}
		joined[i].Nearness = n.Cosine
		if n.Cosine >= SameMeaning {
			joined[i].Weight++
		}
	}
	sortPairs(joined)
	return joined
}

// worse puts what the user typed first, then what was lost by most, then what
// was won by least.
func worse(x, y Contest) int {
	return cmp.Or(-compareBool(x.Owner == "", y.Owner == ""), -compareBool(x.Lost, y.Lost), -cmp.Compare(signed(x), signed(y)))
}

func signed(c Contest) float64 {
	if c.Lost {
		return c.Behind
	}
	return -c.Behind
}

func compareBool(x, y bool) int {
	switch {
	case x == y:
		return 0
	case x:
		return 1
	}
	return -1
}
