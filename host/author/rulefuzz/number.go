package rulefuzz

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
)

func round(x float64) float64  { return math.Round(x*100) / 100 }
func round4(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// sorted is a decision with what has a score best first.
func sorted(a answer) scenario.Expectation {
	entries := slices.Clone(a.Activate)
	slices.SortStableFunc(entries, func(x, y abi.Entry) int {
		if x.Score == nil || y.Score == nil {
			return 0
		}
		return cmp.Compare(*y.Score, *x.Score)
	})
	return scenario.Expectation{Activate: only(entries, all), Deactivate: only(a.Deactivate, all)}
}

// field returns a text of a request.
func (r request) field(name string) (string, bool) {
	var fields map[string]any
	if json.Unmarshal([]byte(r.text[len(r.call)+1:]), &fields) != nil {
		return "", false
	}
	text, ok := fields[name].(string)
	return text, ok
}

// with is a request, as scenarios name it, with another text in a field.
func (r request) with(name, text string) string {
	fields := map[string]any{}
	if json.Unmarshal([]byte(r.text[len(r.call)+1:]), &fields) != nil {
		return r.text
	}
	if _, said := fields[name]; said || text != "" {
		fields[name] = text
	}
	encoded, err := json.Marshal(fields)
	if err != nil {
		return r.text
	}
	return r.call + " " + string(encoded)
}
