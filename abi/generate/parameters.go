package generate

import (
	"maps"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// widthMax bounds a range that has no end.
const widthMax = 20

// parameters sets some of the material's, inside their ranges.
func (g generator) parameters() map[string]any {
	set := map[string]any{}
	share := pick(g, 0, 0, 25, 60)
	for _, name := range slices.Sorted(maps.Keys(g.material.Parameters)) {
		if !g.chance(share) {
			continue
		}
		if value, ok := g.value(g.material.Parameters[name]); ok {
			set[name] = value
		}
	}
	return set
}

// value gives a value that fits, none for lists and objects without a choice.
func (g generator) value(p abi.Parameter) (any, bool) {
	if len(p.Enum) > 0 {
		return pick(g, p.Enum...), true
	}
	low, high := g.bounds(p)
	switch p.Type {
	case "boolean":
		return g.chance(50), true
	case "string":
		return pick(g, "", "a", "ü 日本", "100%"), true
	case "integer":
		return math.Round(pick(g, low, low+float64(g.IntN(5)), low+math.Floor(g.Float64()*(high-low)))), true
	case "number":
		return pick(g, low, high, math.Round((low+g.Float64()*(high-low))*100)/100), true
	}
	return nil, false
}

func (g generator) bounds(p abi.Parameter) (low, high float64) {
	if p.Minimum != nil {
		low = *p.Minimum
	}
	high = low + widthMax
	if p.Maximum != nil {
		high = min(high, *p.Maximum)
	}
	return low, high
}

// edgesOf lists the numbers at which a ruleset with these parameters may decide:
// the defaults, and sums and differences of two.
func edgesOf(parameters map[string]abi.Parameter) []float64 {
	var defaults, edges []float64
	for _, name := range slices.Sorted(maps.Keys(parameters)) {
		if number, ok := parameters[name].Default.(float64); ok && number > 0 && number < 1 {
			defaults = append(defaults, number)
		}
	}
	for i, a := range defaults {
		edges = append(edges, a)
		for _, b := range defaults[i+1:] {
			edges = append(edges, math.Abs(a-b), a+b)
		}
	}
	return slices.DeleteFunc(edges, func(edge float64) bool { return edge > 1 })
}
