package decide

import (
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace"
)

// ParameterThreshold is the parameter by which rulesets say from which
// similarity on they suggest.
const ParameterThreshold = "similarity_threshold"

// Parameters of the built-ins that hold also where none of them answers.
const (
	ParameterActiveMax = "max_active_skills"
	parameterSwitch    = "switch_margin"
)

// thresholdOf is the threshold that a ruleset asked for while it decided, of several
// the first that did; NaN where none asked.
func thresholdOf(outcome engine.Outcome) float64 {
	for _, part := range outcome.Trace.Parts() {
		if threshold := Asked(part, ParameterThreshold); !math.IsNaN(threshold) {
			return threshold
		}
	}
	return math.NaN()
}

// LeastPart returns which of several rulesets asked for the lowest threshold: what it does not
// choose, none does. Where none asked, it is the first.
func LeastPart(outcome engine.Outcome) int {
	least, lowest := 0, math.NaN()
	for i, part := range outcome.Trace.Parts() {
		if threshold := Asked(part, ParameterThreshold); !math.IsNaN(threshold) && !(threshold >= lowest) {
			least, lowest = i, threshold
		}
	}
	return least
}

// Asked returns the number that a ruleset got for a parameter; NaN: it did not ask, or got
// none.
func Asked(part trace.Trace, name string) float64 {
	for _, param := range part.Params {
		if number, ok := Number(param.Value); ok && param.Name == name {
			return number
		}
	}
	return math.NaN()
}

// Number returns a finite number of a parameter's value; false: it is none.
func Number(value any) (float64, bool) {
	number := math.NaN()
	switch value := value.(type) {
	case float64:
		number = value
	case int64:
		number = float64(value)
	case int:
		number = float64(value)
	}
	return number, !math.IsNaN(number) && !math.IsInf(number, 0)
}

// situation is what items are held against once the rulesets have answered.
type situation struct {
	view      *index.View
	outcome   engine.Outcome // of the rulesets
	active    []session.ActiveItem
	suggested session.Tellings
	wishes    wish.Wishes
	sources   *sources
}

// isActive reports whether an item was active before the event.
func isActive(active []session.ActiveItem, ref abi.Ref) bool {
	return slices.ContainsFunc(active, func(item session.ActiveItem) bool { return item.Ref == ref })
}

// parameter is a parameter of the first active ruleset that has it, or else the
// default's. NaN: neither has it.
func parameter(in Inputs, name string) float64 {
	for _, id := range append(slices.Clone(in.Settings.Rulesets), engine.DefaultID) {
		if number, ok := Number(in.Rulesets.Parameter(id, name, in.Settings.Params)); ok {
			return number
		}
	}
	return math.NaN()
}

// thresholds are those that counted for an event: as the ruleset that answered asked for
// them, or as it would have got them. NaN: it has none.
type thresholds struct{ similarity, margin, active float64 }

// thresholdsOf returns the thresholds of the most eager of the rulesets that answered.
func thresholdsOf(in Inputs, outcome engine.Outcome) thresholds {
	if !outcome.Ran {
		return thresholds{parameter(in, ParameterThreshold), parameter(in, parameterSwitch), parameter(in, ParameterActiveMax)}
	}
	part := outcome.Trace.Parts()[LeastPart(outcome)]
	return thresholds{Asked(part, ParameterThreshold), Asked(part, parameterSwitch), Asked(part, ParameterActiveMax)}
}
