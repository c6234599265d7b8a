package place

import "math"

// Surety are the weights of the logit of the chance that the first place is right.
type Surety struct {
	Bias      float64 `json:"bias"`
	Share     float64 `json:"share"`      // of the definition, of the softmax of all scores
	FileShare float64 `json:"file_share"` // and of its file
	Coverage  float64 `json:"coverage"`   // of the question
	Symbol    float64 `json:"symbol"`     // share of the question that the symbol has
	Exact     float64 `json:"exact"`      // the question names the place
}

// Signs are what is seen of an answer's first place, under the names of their weights.
type Signs Surety

// Signs returns those of an answer, and false of one without places.
func (r *Recipe) Signs(ranked []Ranked) (Signs, bool) {
	if len(ranked) == 0 {
		return Signs{}, false
	}
	first := &ranked[0]
	s := Signs{Bias: 1, Coverage: first.Coverage, Symbol: first.features.Symbol, Exact: first.features.Exact}
	sum := 0.0
	for _, other := range ranked {
		mass := math.Exp(other.Score - first.Score)
		sum += mass
		if other.Path != first.Path {
			continue
		}
		s.FileShare += mass
		if other.Symbol == first.Symbol { // the first, or a part of the same definition
			s.Share += mass
		}
	}
	s.Share /= sum
	s.FileShare /= sum
	return s, true
}

func (w *Surety) chance(s Signs) float64 {
	return 1 / (1 + math.Exp(-(w.Bias*s.Bias + w.Share*s.Share + w.FileShare*s.FileShare + w.Coverage*s.Coverage + w.Symbol*s.Symbol + w.Exact*s.Exact)))
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
