package decide

import (
	"math"
	"testing"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/trace"
)

// Ensure a threshold that a ruleset was told, but is no number, is none.
func TestThresholdOf(t *testing.T) {
	for want, value := range map[float64]any{.7: .7, 1: int64(1)} {
		outcome := engine.Outcome{Trace: trace.Trace{Params: []trace.Param{{Name: "other", Value: .1}, {Name: ParameterThreshold, Value: value}}}}
		if got := thresholdOf(outcome); got != want {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	for _, value := range []any{"high", nil, math.Inf(1), math.NaN()} {
		outcome := engine.Outcome{Trace: trace.Trace{Params: []trace.Param{{Name: ParameterThreshold, Value: value}}}}
		if got := thresholdOf(outcome); !math.IsNaN(got) {
			t.Errorf("%v: got %v, want none", value, got)
		}
	}
}
