package eval

import "math"

// tally holds what is counted of one prompt, or of one session: sums of tallies
// give every metric, so that prompts can be drawn again and again.
type tally []float64

func (t tally) add(other tally) {
	for i, x := range other {
		t[i] += x
	}
}

// What is counted of a prompt.
const (
	numPositives = iota // 1 where something is right
	numR1
	numR3
	numR5
	numR10
	numHit1
	numAll5
	numMRR
	numNDCG5
	numPrompts
	numAsked // positives as the selection counts them
	numRight // items told that are right
	numWrong
	numMet   // needs for which something right was told
	numNeeds // needs there are
	numMissed
	numTold
	numNegatives
	numAlarms     // negatives for which something wrong was told
	numAlarmItems // items told in these
	numF1
	promptTallyLen
)

// tallyPrompt counts one answer. Formulas: evalkit.py, rank_metrics and
// sel_metrics.
func tallyPrompt(label Label, row Row) tally {
	t := make(tally, promptTallyLen)
	t[numPrompts] = 1
	if len(label.Gold) > 0 {
		t.countRanking(condense(row.Ranking, label), float64(len(label.Gold)))
	}
	t.countSelection(label, row.Selected)
	return t
}

// condense tells of each ranked item whether it is right, without those that
// are tolerated or meet a need that is met already.
func condense(ranking []Ranked, label Label) []bool {
	groups, tolerated := label.needs(), setOf(label.OK)
	met := map[int]bool{}
	var right []bool
	for _, ranked := range ranking {
		group, gold := groups[ranked.ID]
		switch {
		case gold && !met[group]:
			met[group] = true
			right = append(right, true)
		case !gold && !tolerated[ranked.ID]:
			right = append(right, false)
		}
	}
	return right
}

func (t tally) countRanking(right []bool, needs float64) {
	t[numPositives] = 1
	for _, cut := range []struct{ at, number int }{{1, numR1}, {3, numR3}, {5, numR5}, {10, numR10}} {
		t[cut.number] = trues(right, cut.at) / needs
	}
	t[numHit1] = trues(right, 1)
	if trues(right, 5) == needs {
		t[numAll5] = 1
	}
	gain, ideal := 0.0, 0.0
	for i, hit := range right {
		if hit && t[numMRR] == 0 {
			t[numMRR] = 1 / float64(i+1)
		}
		if hit && i < 5 {
			gain += 1 / math.Log2(float64(i+2))
		}
	}
	for i := range min(int(needs), 5) {
		ideal += 1 / math.Log2(float64(i+2))
	}
	t[numNDCG5] = gain / ideal
}

func trues(list []bool, first int) float64 {
	n := 0.0
	for _, x := range list[:min(first, len(list))] {
		if x {
			n++
		}
	}
	return n
}

func (t tally) countSelection(label Label, told []string) {
	s := judge(label, told)
	if label.negative() {
		t[numNegatives] = 1
		t[numAlarmItems] = float64(s.wrong)
		if s.wrong > 0 {
			t[numAlarms] = 1
		} else {
			t[numF1] = 1
		}
		return
	}
	t[numAsked], t[numTold] = 1, float64(len(told))
	t[numRight], t[numWrong] = float64(s.right), float64(s.wrong)
	t[numMet], t[numNeeds] = float64(s.met), float64(len(label.Gold))
	if s.met == 0 {
		t[numMissed] = 1
	}
	t[numF1] = harmonic(share(t[numRight], t[numRight]+t[numWrong]), t[numMet]/t[numNeeds])
}

// judged counts the items told for a prompt.
type judged struct{ right, wrong, met int }

func judge(label Label, told []string) judged {
	groups, tolerated, forbidden := label.needs(), setOf(label.OK), setOf(label.Not)
	met := map[int]bool{}
	var j judged
	for _, id := range told {
		group, gold := groups[id]
		switch {
		case gold:
			j.right++
			met[group] = true
		case label.Not != nil && len(label.Gold) == 0:
			if forbidden[id] {
				j.wrong++
			}
		case !tolerated[id]:
			j.wrong++
		}
	}
	j.met = len(met)
	return j
}

func setOf(ids []string) map[string]bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// share is a part of a whole, 0 of nothing.
func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

func harmonic(p, r float64) float64 { return share(2*p*r, p+r) }
