package rank

import "slices"

// tally counts as ../shared/eval/harness/evalkit.py does.
type tally struct {
	positives, negatives int
	needs, found         int // groups of interchangeable items
	right, wrong         int // suggestions for prompts that have a fitting item
	alarms               int // prompts without one that got a wrong suggestion
	first                int // prompts whose best item is right
	topFive              float64
}

func (t *tally) add(prompt labelledPrompt, ranking []ranked, suggested []string) {
	right, wrong := 0, 0
	found := map[int]bool{}
	for _, id := range suggested {
		if group := prompt.group(id); group >= 0 {
			right++
			found[group] = true
		} else if !slices.Contains(prompt.OK, id) {
			wrong++
		}
	}
	if len(prompt.Gold) == 0 {
		t.negatives++
		t.alarms += min(wrong, 1)
		return
	}
	t.positives++
	t.needs += len(prompt.Gold)
	t.right += right
	t.wrong += wrong
	t.found += len(found)
	hits := prompt.condensed(ranking)
	if len(hits) > 0 && hits[0] {
		t.first++
	}
	for _, hit := range hits[:min(5, len(hits))] {
		if hit {
			t.topFive += 1 / float64(len(prompt.Gold))
		}
	}
}

// condensed tells of each ranked item whether it is right, without those that
// are tolerated or repeat a need already met.
func (p labelledPrompt) condensed(ranking []ranked) []bool {
	var hits []bool
	met := map[int]bool{}
	for _, r := range ranking {
		group := p.group(r.id)
		switch {
		case group >= 0 && !met[group]:
			met[group] = true
			hits = append(hits, true)
		case group < 0 && !slices.Contains(p.OK, r.id):
			hits = append(hits, false)
		}
	}
	return hits
}

// group is the need that an item meets, or −1.
func (p labelledPrompt) group(id string) int {
	return slices.IndexFunc(p.Gold, func(group []string) bool { return slices.Contains(group, id) })
}

func share(part, whole int) float64 { return float64(part) / float64(whole) }
