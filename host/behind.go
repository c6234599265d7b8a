package host

import (
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Behind is why an item that reaches the threshold was not chosen: others are active, and
// ahead of them a ruleset wants more.
type Behind struct {
	Active []string `json:"active"`
	Needed float64  `json:"needed"` // similarity
}

// behind reports whether a margin kept an item back that reaches the threshold; nil: it
// did not. As many items as may be active are a reason of their own.
func (d *decision) behind(hit index.Hit) *Behind {
	threshold, margin, most := d.threshold(), d.parameter(parameterSwitch), d.parameter(parameterActiveMax)
	if answer := d.outcome.Answer.Outcome; answer.Ran {
		part := answer.Trace.Parts()[leastPart(answer)]
		threshold, margin, most = askedFor(part, ParameterThreshold), askedFor(part, parameterSwitch), askedFor(part, parameterActiveMax)
	}
	chosen := d.outcome.Answer.Outcome.Decision.Activate
	needed := round6(threshold + margin)
	if !(hit.Similarity < needed) || math.IsNaN(threshold) || len(d.active) == 0 || float64(len(chosen)) >= most || d.isActive(hit.Ref) ||
		slices.ContainsFunc(chosen, func(entry abi.Entry) bool { return entry.Ref == hit.Ref }) {
		return nil
	}
	behind := &Behind{Needed: needed}
	for _, item := range d.active {
		behind.Active = append(behind.Active, item.Ref.ID)
	}
	return behind
}
