package place

import "math"

// Surety are the weights of the logit of the chance that the first place is right.
type Surety struct {
	Bias     float64 `json:"bias"`
	Lead     float64 `json:"lead"`
	Coverage float64 `json:"coverage"`
	Symbol   float64 `json:"symbol"`
	Named    float64 `json:"named"`
	Exact    float64 `json:"exact"`
	Cosine   float64 `json:"cosine,omitempty"`
}

// Signs are what is seen of an answer's first place, under the names of their weights.
type Signs Surety

// leadMax is the lead beyond which nothing is surer.
const leadMax = 3

// Signs returns those of an answer, and false of one without places.
func (r *Recipe) Signs(ranked []Ranked) (Signs, bool) {
	if len(ranked) == 0 {
		return Signs{}, false
	}
	first := &ranked[0]
	s := Signs{Bias: 1, Lead: leadMax, Coverage: first.Coverage, Symbol: first.features.Symbol, Named: first.features.Named, Exact: first.features.Exact}
	for _, other := range ranked[1:] {
		if other.Path != first.Path || other.Symbol != first.Symbol { // not a part of the same definition
			s.Lead = min(leadMax, first.Score-other.Score)
			break
		}
	}
	if !math.IsNaN(first.Cosine) {
		s.Cosine = first.Cosine
	}
	return s, true
}

func (w *Surety) chance(s Signs) float64 {
	return 1 / (1 + math.Exp(-(w.Bias*s.Bias + w.Lead*s.Lead + w.Coverage*s.Coverage + w.Symbol*s.Symbol + w.Named*s.Named + w.Exact*s.Exact + w.Cosine*s.Cosine)))
}

// tell sets the similarity of an answer's places: of the first, the chance that it is right;
// of the others so much less as their scores are.
func (r *Recipe) tell(ranked []Ranked, vectors bool) {
	signs, has := r.Signs(ranked)
	if !has {
		return
	}
	weights := &r.WordsSurety
	if vectors {
		weights = &r.VectorsSurety
	}
	chance := weights.chance(signs)
	for i := range ranked {
		ranked[i].Similarity = chance * math.Exp(min(0, ranked[i].Score-ranked[0].Score))
	}
}
