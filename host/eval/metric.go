package eval

import "math"

// metric is one number of a sum of tallies; NaN where there is nothing to
// measure.
type metric struct {
	name      string
	selection bool // needs answers that decide
	of        func(sum tally) float64
}

// promptMetrics are those of evalkit.py, score: see its README for what each
// means. FAR is the share of prompts that nothing fits for which something
// wrong is told.
func promptMetrics() []metric {
	return []metric{
		{"hit@1", false, mean(numHit1, numPositives)},
		{"R@1", false, mean(numR1, numPositives)},
		{"R@3", false, mean(numR3, numPositives)},
		{"R@5", false, mean(numR5, numPositives)},
		{"R@10", false, mean(numR10, numPositives)},
		{"nDCG@5", false, mean(numNDCG5, numPositives)},
		{"MRR", false, mean(numMRR, numPositives)},
		{"all@5", false, mean(numAll5, numPositives)},
		{"P", true, precision},
		{"R", true, recall},
		{"F1", true, func(s tally) float64 { return harmonic(precision(s), recall(s)) }},
		{"F1all", true, func(s tally) float64 {
			return harmonic(share(s[numRight], s[numRight]+s[numWrong]+s[numAlarmItems]), recall(s))
		}},
		{"mF1", true, mean(numF1, numPrompts)},
		{"FAR", true, mean(numAlarms, numNegatives)},
		{"miss", true, mean(numMissed, numAsked)},
		{"sel/pos", true, mean(numTold, numAsked)},
	}
}

// precision and recall are over all needs of all prompts that something fits.
func precision(s tally) float64 {
	if s[numAsked] == 0 {
		return math.NaN()
	}
	return share(s[numRight], s[numRight]+s[numWrong])
}

func recall(s tally) float64 { return ratio(s[numMet], s[numNeeds]) }

func mean(number, of int) func(tally) float64 {
	return func(s tally) float64 { return ratio(s[number], s[of]) }
}

// ratio is a part of a whole, NaN of nothing.
func ratio(part, whole float64) float64 {
	if whole == 0 {
		return math.NaN()
	}
	return part / whole
}

// betterWhenHigher reports whether more of a metric is good.
func betterWhenHigher(name string) bool { return name != "FAR" && name != "miss" }
