package tune

import (
	"math"
	"slices"

	"github.com/ed-irl/impressionism/host/rank"
)

// What a profile promises on sets that the fit had not seen: at least so precise,
// and silent on all but so many of the prompts without a need. Sets by one hand
// differ, and 150 prompts say .04 where .05 is true: so the default profile's is
// what leaves a margin below .05 on the sets that raise most alarms. Its
// quantile is that of the null prompts, which hold more of what misleads than
// people's prompts do.
type promise struct{ precision, alarms, quantile float64 }

var (
	promises = [3]promise{{.85, .06, .06}, {.948, .027, .03}, {.97, .015, .015}}
	// Without a model the order is worse, so that more must be left unsaid.
	lexicalPromises = [3]promise{{.85, .05, .06}, {.938, .02, .03}, {.97, .01, .015}}
	// What words are certain of, the model is not asked about.
	certainty = promise{precision: .985, alarms: .0015}
)

// floorStep is the grid of floors, floorMax its end.
const (
	floorStep = .05
	floorMax  = 6.0
)

// profiles chooses the lowest floors that keep the promises of the aggressive,
// the default and the conservative profile.
func profiles(outcomes []Outcome, promises [3]promise) rank.Profiles {
	return rank.Profiles{
		Aggressive: promises[0].profile(outcomes), Default: promises[1].profile(outcomes), Conservative: promises[2].profile(outcomes),
	}
}

func (p promise) profile(outcomes []Outcome) rank.Profile {
	return rank.Profile{Quantile: p.quantile, Floor: p.floor(outcomes)}
}

// floor is the lowest one, going down, from which the promise is kept.
func (p promise) floor(outcomes []Outcome) float64 {
	floor := floorMax
	for next := floor; next > -floorMax; next -= floorStep {
		precision, _, alarms := At(outcomes, next)
		if precision < p.precision || alarms > p.alarms {
			break
		}
		floor = next
	}
	return math.Round(floor*100) / 100
}

// At returns precision, recall and false-alarm rate of suggesting the first item
// from some odds on.
func At(outcomes []Outcome, odds float64) (precision, recall, alarms float64) {
	var right, wrong, needs, negatives, alarmed float64
	for _, o := range outcomes {
		told := o.Odds >= odds && !o.Tolerated
		if !o.Positive {
			negatives++
			if told {
				alarmed++
			}
			continue
		}
		needs += float64(o.Needs)
		switch {
		case told && o.Right:
			right++
		case told:
			wrong++
		}
	}
	precision = 1 // of nothing
	if right+wrong > 0 {
		precision = right / (right + wrong)
	}
	return precision, right / max(1, needs), alarmed / max(1, negatives)
}

// First is hit@1 over the prompts with a need, of one level or, if empty, all.
func First(outcomes []Outcome, level string) float64 {
	hits, all := 0.0, 0.0
	for _, o := range outcomes {
		if o.Positive && (level == "" || o.Level == level) {
			all++
			if o.First {
				hits++
			}
		}
	}
	return hits / max(1, all)
}

// Of returns the outcomes of some sets.
func Of(outcomes []Outcome, sets ...string) []Outcome {
	return slices.DeleteFunc(slices.Clone(outcomes), func(o Outcome) bool { return !slices.Contains(sets, o.Set) })
}

// BestRecall is the most that any threshold finds of the needs with so much
// precision and at most so many false alarms.
func BestRecall(outcomes []Outcome, precision, alarms float64) float64 {
	best := 0.0
	for odds := floorMax; odds > -floorMax; odds -= floorStep {
		if p, recall, a := At(outcomes, odds); p >= precision && a <= alarms {
			best = max(best, recall)
		}
	}
	return best
}
