package activation

import (
	"math"

	"github.com/ed-irl/impressionism/host/stats"
)

// Row is how one wording fared.
type Row struct {
	Wording string
	Trials  int
	Failed  int
	Untold  int        // trials in which the expected skill was not suggested: they tell nothing of the words
	Loaded  stats.Rate // of the trials that tell something
	Other   int        // of these, those in which the model called for another skill
	USD     float64
}

// Pair compares two wordings by the prompts that tell something of both. Chance is a
// sign test over prompts, because models answer repeats of one prompt alike: repeats are
// no independent cases.
type Pair struct {
	A, B                string
	Better, Worse, Even int     // prompts for which the skill was loaded more, less, as often in B
	Difference          float64 // B − A of the shares, mean over the prompts
	Chance              float64 // how likely so uneven a division is where both are as good
}

// Table counts by wording, the control first.
func Table(wordings []string, outcomes []Outcome) []Row {
	var rows []Row
	for _, wording := range append([]string{Control}, wordings...) {
		row, loaded := Row{Wording: wording}, 0
		for _, o := range outcomes {
			if o.Wording != wording {
				continue
			}
			row.Trials++
			row.USD += o.USD
			switch {
			case o.Failure != "":
				row.Failed++
			case !o.counts():
				row.Untold++
			default:
				if o.Loaded {
					loaded++
				}
				if o.Other {
					row.Other++
				}
			}
		}
		row.Loaded = stats.Wilson(loaded, row.Trials-row.Failed-row.Untold)
		rows = append(rows, row)
	}
	return rows
}

// counts reports that an outcome tells something of its wording.
func (o Outcome) counts() bool { return o.Failure == "" && (o.Told || o.Wording == Control) }

// Pairs compares every wording with the control and with those before it.
func Pairs(wordings []string, outcomes []Outcome) []Pair {
	all := append([]string{Control}, wordings...)
	var pairs []Pair
	for j, b := range all {
		for _, a := range all[:j] {
			pairs = append(pairs, compare(a, b, outcomes))
		}
	}
	return pairs
}

func compare(a, b string, outcomes []Outcome) Pair {
	pair := Pair{A: a, B: b, Chance: 1}
	of, against := shares(a, outcomes), shares(b, outcomes)
	prompts := 0
	for prompt, share := range of {
		other, both := against[prompt]
		if !both {
			continue
		}
		prompts++
		pair.Difference += other - share
		switch {
		case other > share:
			pair.Better++
		case other < share:
			pair.Worse++
		default:
			pair.Even++
		}
	}
	if prompts > 0 {
		pair.Difference = stats.Round(pair.Difference / float64(prompts))
		pair.Chance = stats.Round(signTest(pair.Better, pair.Worse))
	}
	return pair
}

// shares returns how often the skill was loaded, by prompt. Repeats of a prompt are
// no prompts of their own: they resemble each other.
func shares(wording string, outcomes []Outcome) map[int]float64 {
	loaded, of := map[int]float64{}, map[int]float64{}
	for _, o := range outcomes {
		if o.Wording != wording || !o.counts() {
			continue
		}
		of[o.Prompt]++
		if o.Loaded {
			loaded[o.Prompt]++
		}
	}
	shares := map[int]float64{}
	for prompt, n := range of {
		shares[prompt] = loaded[prompt] / n
	}
	return shares
}

// signTest is the exact two-sided one: twice the smaller tail of a fair coin's
// throws, at most 1.
func signTest(better, worse int) float64 {
	n, k := better+worse, min(better, worse)
	tail := 0.
	for i := range k + 1 {
		tail += math.Exp(logChoose(n, i) - float64(n)*math.Ln2)
	}
	return min(1, 2*tail)
}

func logChoose(n, k int) float64 {
	all, _ := math.Lgamma(float64(n + 1))
	in, _ := math.Lgamma(float64(k + 1))
	out, _ := math.Lgamma(float64(n - k + 1))
	return all - in - out
}

// USD sums up what outcomes cost.
func USD(outcomes []Outcome) float64 {
	spent := 0.
	for _, o := range outcomes {
		spent += o.USD
	}
	return spent
}
