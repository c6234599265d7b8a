package skilllint

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/diag"
	"github.com/ed-irl/impressionism/host/rank/language"
)

const (
	// twinShare is the least part of two descriptions' words, by rarity, that
	// near-duplicates have in common (weighted Jaccard).
	twinShare = .8
	// twinStemsMin is how many stems a description needs to be compared: two
	// short ones are soon alike.
	twinStemsMin = 4
	twinsShown   = 3
)

// described is a skill's description as a set of stems, rarest first.
type described struct {
	skill  *subject
	stems  []string
	weight float64
	twins  []twin
}

type twin struct {
	other *subject
	share float64
}

// Twins returns the skills whose description is nearly another's: nothing in a
// prompt can tell which of them is meant. Two copies with one id are no twins.
func (l Linter) Twins(skills []Skill) []diag.Finding {
	rarity := l.rarities()
	var all []*described
	for _, skill := range skills {
		s, rejection := open(skill)
		if rejection != nil || s.isHidden() || s.doc.State == markdown.Absent {
			continue
		}
		stems := distinct(language.Terms(s.item.Description))
		if len(stems) < twinStemsMin {
			continue
		}
		slices.SortFunc(stems, func(a, b string) int { return cmp.Or(cmp.Compare(rarity(b), rarity(a)), cmp.Compare(a, b)) })
		d := &described{skill: s, stems: stems}
		for _, stem := range stems {
			d.weight += rarity(stem)
		}
		all = append(all, d)
	}
	pair(all, rarity)
	var findings []diag.Finding
	for _, d := range all {
		if len(d.twins) > 0 {
			d.skill.tellTwins(d.twins)
			findings = append(findings, d.skill.findings...)
		}
	}
	Sort(findings)
	return findings
}

// pair finds all pairs. Two sets that have enough in common share one of the
// rarest stems that make up more than the part which may differ, so only those
// are looked up (Chaudhuri, Ganti, Kaushik 2006, "A primitive operator for
// similarity joins": prefix filtering).
func pair(all []*described, rarity func(string) float64) {
	having := map[string][]*described{}
	for _, d := range all {
		seen := map[*described]bool{}
		left := d.weight
		for _, stem := range d.stems {
			if left < twinShare*d.weight {
				break
			}
			left -= rarity(stem)
			for _, other := range having[stem] {
				if !seen[other] && other.skill.Entry.ID != d.skill.Entry.ID {
					seen[other] = true
					compareTwins(d, other, rarity)
				}
			}
			having[stem] = append(having[stem], d)
		}
	}
}

func compareTwins(a, b *described, rarity func(string) float64) {
	common := 0.0
	for _, stem := range a.stems {
		if slices.Contains(b.stems, stem) {
			common += rarity(stem)
		}
	}
	if share := common / (a.weight + b.weight - common); share >= twinShare {
		a.twins = append(a.twins, twin{b.skill, share})
		b.twins = append(b.twins, twin{a.skill, share})
	}
}

func (s *subject) tellTwins(twins []twin) {
	slices.SortFunc(twins, func(a, b twin) int {
		return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(a.other.Entry.ID, b.other.Entry.ID))
	})
	var names []string
	for _, t := range twins[:min(len(twins), twinsShown)] {
		names = append(names, t.other.Entry.ID)
	}
	if more := len(twins) - twinsShown; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	s.findings = nil
	s.add("description-twin", s.line("description"),
		fmt.Sprintf("The description is nearly that of %s: they share %.0f %% of their words, the rare ones counting more.", join(names), 100*twins[0].share),
		"Remove one of them, or say in each what the other does not do; impressionism skills collide shows the words.")
}

// rarities remembers what was looked up.
func (l Linter) rarities() func(string) float64 {
	known := map[string]float64{}
	return func(stem string) float64 {
		value, ok := known[stem]
		if !ok {
			value = l.rarity(stem)
			known[stem] = value
		}
		return value
	}
}
