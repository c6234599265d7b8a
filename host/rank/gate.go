package rank

import (
	_ "embed"
	"math"
)

// gate is a logistic regression on a prompt's vector: is this about anything?
// It is little-endian numbers of four bytes: how many weights (integer), the
// weights, the bias, and a value for each null prompt (float32).
type gate string

var (
	//go:embed data/gate-minilm.bin
	gateMiniLM string
	//go:embed data/gate-minilm-int8.bin
	gateMiniLMInt8 string
)

func gateOf(model string) gate {
	switch model {
	case "all-MiniLM-L6-v2":
		return gate(gateMiniLM)
	case "all-MiniLM-L6-v2-int8":
		return gate(gateMiniLMInt8)
	}
	return ""
}

// Gate is the logit of the prompt being about something, about −8 to 8. It is 0,
// which decides nothing, for a vector of another length than the recipe's.
func (r *Recipe) Gate(query []float32) float64 {
	if r.gate == "" || len(query) != r.gate.dimensions() {
		return 0
	}
	sum := r.gate.number(len(query))
	for i, x := range query {
		sum += float64(x) * r.gate.number(i)
	}
	return sum
}

// NullGate is the gate of null prompt i from a regression that had not seen
// it, for use in calibration; 0 where there is none.
func (r *Recipe) NullGate(i int) float64 {
	if r.gate == "" || i < 0 || 4*(r.gate.dimensions()+i+2) >= len(r.gate) {
		return 0
	}
	return r.gate.number(r.gate.dimensions() + 1 + i)
}

func (g gate) dimensions() int { return int(g.word(0)) }

func (g gate) number(i int) float64 { return float64(math.Float32frombits(g.word(i + 1))) }

func (g gate) word(i int) uint32 {
	b := g[4*i : 4*i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}
