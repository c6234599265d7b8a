package tune

import (
	"math"
	"slices"

	"github.com/ed-irl/impressionism/host/rank"
)

// What a profile promises on prompts that the fit had not seen, in catalogs of each
// size: of what is told so much is right, where needShare of the prompts have a need, and
// so many of the prompts without a need are told something, which may be more where more
// is there to be told. Sets by one hand differ, and 150 prompts say .04 where .05 is true.
// The quantile is that of the null prompts, which hold more of what misleads than people's
// prompts do.
type promise struct {
	right    float64
	alarms   [5]float64 // by promiseSizes
	quantile float64
}

// promiseSizes are the catalogs that promises are held against.
var promiseSizes = [5]int{12, 40, 100, SizeWhole, SizeOwn}

var (
	promises = [4]promise{
		{.50, [5]float64{.05, .07, .09, .06, .09}, .06},
		{.75, [5]float64{.02, .031, .04, .027, .05}, .03},
		{.94, [5]float64{.012, .015, .02, .015, .03}, .015},
		{.97, [5]float64{.005, .008, .01, .01, .015}, .005},
	}
	// Without a model the order is worse, so that more must be left unsaid.
	lexicalPromises = [4]promise{
		{.50, [5]float64{.05, .07, .09, .05, .09}, .06},
		{.75, [5]float64{.02, .03, .04, .02, .06}, .03},
		{.92, [5]float64{.01, .013, .015, .012, .03}, .015},
		{.97, [5]float64{.005, .008, .01, .01, .015}, .005},
	}
	// What words are certain of, the model is not asked about. A user's days have too few
	// prompts to say .0015 of.
	certainty = promise{right: .96, alarms: [5]float64{.0015, .0015, .0015, .0015, .015}}
)

// floorStep is the grid of floors, floorMax its end.
const (
	floorStep = .05
	floorMax  = 9.0
)

// profiles chooses the lowest floors that keep the promises of the aggressive,
// the default and the conservative profile, and of what is told firmly.
func profiles(outcomes []Outcome, promises [4]promise, sizes [5]int) rank.Profiles {
	return rank.Profiles{
		Aggressive: promises[0].profile(outcomes, sizes), Default: promises[1].profile(outcomes, sizes), Conservative: promises[2].profile(outcomes, sizes),
		Firm: promises[3].profile(outcomes, sizes),
	}
}

func (p promise) profile(outcomes []Outcome, sizes [5]int) rank.Profile {
	return rank.Profile{Quantile: p.quantile, Floor: p.floor(outcomes, sizes)}
}

// floor is the lowest one at which the promise is kept at every size that there are outcomes
// of; floorMax where it is kept at none.
func (p promise) floor(outcomes []Outcome, sizes [5]int) float64 {
	var bySize [5][]Outcome
	for i, size := range sizes {
		bySize[i] = OfSize(outcomes, size)
	}
	for floor := -floorMax; floor < floorMax; floor += floorStep {
		if p.kept(bySize, floor) {
			return math.Round(floor*100) / 100
		}
	}
	return floorMax
}

// kept reports whether a floor keeps the promise for the outcomes of each size, users' own
// catalogs last.
func (p promise) kept(bySize [5][]Outcome, floor float64) bool {
	for i, outcomes := range bySize {
		few := i == len(bySize)-1 // one wrong one of a few would say that too many are
		if len(outcomes) > 0 && (!few && Right(outcomes, floor) < p.right || alarms(outcomes, floor) > p.alarms[i]) {
			return false
		}
	}
	return true
}

func alarms(outcomes []Outcome, odds float64) float64 {
	_, _, alarms := At(outcomes, odds)
	return alarms
}

// Right is the share of what is told from some odds on that is right, where needShare of
// the prompts have a need; 1 where nothing is told.
func Right(outcomes []Outcome, odds float64) float64 {
	if len(outcomes) == 0 {
		return 1
	}
	var needs, negatives, right, wrong, alarmed, items float64
	for _, o := range outcomes {
		items += float64(o.Items) / float64(len(outcomes))
		told := o.Odds >= odds && !o.Tolerated
		switch {
		case o.Positive:
			needs++
		default:
			negatives++
		}
		switch {
		case told && !o.Positive:
			alarmed++
		case told && o.Right:
			right++
		case told:
			wrong++
		}
	}
	share := needShare(int(items))
	right, wrong = share*right/max(1, needs), share*wrong/max(1, needs)+(1-share)*alarmed/max(1, negatives)
	if right+wrong == 0 {
		return 1
	}
	return right / (right + wrong)
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

// OfSize returns the outcomes of draws of so many items, SizeWhole or SizeOwn.
func OfSize(outcomes []Outcome, size int) []Outcome {
	return slices.DeleteFunc(slices.Clone(outcomes), func(o Outcome) bool { return o.Size != size })
}

// Of returns the outcomes of some sets.
func Of(outcomes []Outcome, sets ...string) []Outcome {
	return slices.DeleteFunc(slices.Clone(outcomes), func(o Outcome) bool { return !slices.Contains(sets, o.Set) })
}

// BestRecall is the most that any threshold finds of the needs with at most so many false
// alarms.
func BestRecall(outcomes []Outcome, alarms float64) float64 {
	best := 0.0
	for odds := floorMax; odds > -floorMax; odds -= floorStep {
		if _, recall, a := At(outcomes, odds); a <= alarms {
			best = max(best, recall)
		}
	}
	return best
}
