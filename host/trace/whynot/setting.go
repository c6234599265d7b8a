package whynot

import (
	"cmp"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide"
)

// Setting is a changed value of the configuration.
type Setting struct {
	Key       string // "suggest.margin", "rulesets.builtin/default.similarity_threshold"
	Value     float64
	Ruleset   string // whose parameter it is, else empty
	Parameter string
	whole     bool
}

// Keys and largest values of the settings that are tried; see the schema of the
// configuration.
const (
	keyMax    = "suggest.max"
	keyMargin = "suggest.margin"
	keyChars  = "suggest.chars"
	maxMax    = 20
	charsMax  = 8000
	charsStep = 400
	activeMax = 64
)

func (s Setting) parameterValue() any {
	if s.whole {
		return int64(s.Value)
	}
	return s.Value
}

// set looks for settings: the threshold alone, where it stays one that a built-in
// ruleset has; or limits of what is told, where the item reached the threshold.
func (s *changeSearch) set() (*Change, error) {
	var settings []Setting
	standing := s.base
	for s.left > 0 {
		remedy, ok := s.remedy(standing)
		if !ok || len(settings) > 0 && (remedy.Parameter == decide.ParameterThreshold || settings[0].Parameter == decide.ParameterThreshold) {
			return nil, nil //nolint:nilnil // no setting helps that is worth its price
		}
		settings = replaced(settings, remedy)
		var err error
		if standing, err = s.try(s.trial.with(settings), s.Prompt); err != nil {
			return nil, err
		}
		if standing.Chosen {
			return &Change{Kind: ChangeSet, Settings: settings}, nil
		}
	}
	return nil, nil //nolint:nilnil // none within the bound
}

// thresholdMin is the lowest threshold that is told: that of the most eager built-in
// ruleset. Below it whatever comes near would be suggested.
const thresholdMin = .50

// remedy is the setting that mends what keeps an item back; false: none does.
func (s *changeSearch) remedy(standing Standing) (Setting, bool) {
	limits := s.base.tried.inputs.Settings.Suggest
	switch standing.Why {
	case NotThreshold, NotNearer, NotBehind, NotCalled:
		return s.threshold(standing)
	case NotMargin:
		margin := math.Ceil((standing.best(s.Ref)-standing.Score)*100-1e-9) / 100
		return Setting{Key: keyMargin, Value: margin}, margin > limits.Margin && margin <= 1
	case NotMax:
		more := 1 + max(len(standing.Before), len(standing.Before)-len(standing.Kin)+standing.ahead(s.Ref))
		return Setting{Key: keyMax, Value: float64(more), whole: true}, more > limits.Max && more <= maxMax
	case NotRoom:
		more := min(charsMax, limits.Chars+charsStep)
		return Setting{Key: keyChars, Value: float64(more), whole: true}, more > limits.Chars
	case NotActive:
		return s.parameter(standing, decide.ParameterActiveMax, float64(min(activeMax, standing.placeIn(s.Ref))), true)
	}
	return Setting{}, false
}

// placeIn is the place of an item among those of its family that were found, from 1.
func (s Standing) placeIn(ref abi.Ref) int {
	place := s.Place
	for _, hit := range s.tried.Found.Hits[:max(0, s.Place-1)] {
		if decide.Family(hit.Ref) != decide.Family(ref) {
			place--
		}
	}
	return place
}

// threshold is the ruleset's, lowered to the item's similarity.
func (s *changeSearch) threshold(standing Standing) (Setting, bool) {
	lower := math.Floor(standing.Similarity*100+1e-9) / 100
	if lower < thresholdMin || lower >= standing.Threshold {
		return Setting{}, false
	}
	return s.parameter(standing, decide.ParameterThreshold, lower, false)
}

// parameter sets one of the ruleset's that kept the item back, if it asked for it.
func (s *changeSearch) parameter(standing Standing, name string, value float64, whole bool) (Setting, bool) {
	for _, param := range standing.tried.Outcome.Trace.Parts()[standing.part].Params {
		if was, ok := decide.Number(param.Value); ok && param.Name == name {
			ruleset := cmp.Or(param.By, standing.Ruleset)
			key := "rulesets." + ruleset + "." + name
			return Setting{Key: key, Value: value, Ruleset: ruleset, Parameter: name, whole: whole}, was != value
		}
	}
	return Setting{}, false
}

// replaced adds a setting or gives it another value.
func replaced(settings []Setting, one Setting) []Setting {
	kept := slices.DeleteFunc(slices.Clone(settings), func(s Setting) bool { return s.Key == one.Key })
	return append(kept, one)
}

// ahead is how many items of an item's pool were chosen before it.
func (s Standing) ahead(ref abi.Ref) (count int) {
	for _, entry := range s.tried.chosen() {
		switch {
		case entry.Ref == ref:
			return count
		case s.competes(entry.Ref, ref):
			count++
		}
	}
	return count
}

// best is the score of the first choice in an item's pool, told or not.
func (s Standing) best(ref abi.Ref) (best float64) {
	for _, told := range s.tried.Said.Told {
		if s.competes(told.Ref, ref) {
			best = max(best, told.Score)
		}
	}
	for _, entry := range s.tried.chosen() {
		if entry.Score != nil && s.competes(entry.Ref, ref) {
			best = max(best, *entry.Score)
		}
	}
	return best
}

// competes reports whether two items are of one pool.
func (s Standing) competes(one, other abi.Ref) bool {
	kinds := s.tried.inputs.Settings.Kinds
	return kinds.Pool(one.Kind) == kinds.Pool(other.Kind)
}
