package trace

import (
	"encoding/json"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// readRelevance keeps one number for each item; nil for those that the catalog
// does not have.
func (a *Archive) readRelevance(q abi.RelevanceRequest, r []abi.Relevance, _ int) {
	known := a.relevance[q.Text]
	if known == nil {
		known = map[abi.Ref]*float64{}
		a.relevance[q.Text] = known
	}
	for _, ref := range q.Refs {
		if _, ok := known[ref]; !ok {
			known[ref] = nil
		}
	}
	for _, answer := range r {
		known[answer.Ref] = &answer.Similarity
	}
}

// Relevance gives what is recorded of each item, whichever were asked about
// together.
func (a *Archive) Relevance(r abi.RelevanceRequest) ([]abi.Relevance, error) {
	relevance := make([]abi.Relevance, 0, len(r.Refs))
	known := a.relevance[r.Text]
	if known == nil {
		return nil, a.lack("relevance", r)
	}
	for _, ref := range r.Refs {
		similarity, ok := known[ref]
		if !ok {
			return nil, a.lack("relevance", r)
		}
		if similarity != nil {
			relevance = append(relevance, abi.Relevance{Ref: ref, Similarity: *similarity})
		}
	}
	return relevance, nil
}

func (a *Archive) readEmbedded(q abi.TextRequest, r abi.Embedding, _ int) { a.embedded[q.Text] = r }

// Embed gives the recorded reference.
func (a *Archive) Embed(r abi.TextRequest) (abi.Embedding, error) {
	if embedding, ok := a.embedded[r.Text]; ok {
		return embedding, nil
	}
	return abi.Embedding{}, a.lack("embed", r)
}

// pair is the same whichever vector is named first: so is their cosine.
func pair(x, y abi.Embedding) [2]string {
	both := [2]string{text(x), text(y)}
	slices.Sort(both[:])
	return both
}

func (a *Archive) readCosines(q abi.SimilaritiesRequest, r []float64, _ int) {
	for i := range min(len(r), len(q.Bs)) {
		a.cosines[pair(q.A, q.Bs[i])] = r[i]
	}
}

// Similarities gives recorded cosines, whichever were asked for together.
func (a *Archive) Similarities(r abi.SimilaritiesRequest) ([]float64, error) {
	cosines := make([]float64, 0, len(r.Bs))
	for _, b := range r.Bs {
		cosine, ok := a.cosines[pair(r.A, b)]
		if !ok {
			return nil, a.lack("similarities", r)
		}
		cosines = append(cosines, cosine)
	}
	return cosines, nil
}

func (a *Archive) readNumbers(q abi.EmbeddingRequest, r []float32, _ int) {
	a.numbers[text(q.Embedding)] = r
}

// Vector gives the recorded numbers.
func (a *Archive) Vector(r abi.EmbeddingRequest) ([]float32, error) {
	if numbers, ok := a.numbers[text(r.Embedding)]; ok {
		return slices.Clone(numbers), nil
	}
	return nil, a.lack("vector", r)
}

func (a *Archive) seen(item abi.Item) { a.items[item.Ref] = true }

// readDecision takes in which items the catalog has, by what was believed of the
// recorded answers and what was not.
func (a *Archive) readDecision(t Trace) {
	for _, answer := range t.Answers {
		var entries []abi.Entry
		if json.Unmarshal(answer.Answer, &entries) != nil {
			continue
		}
		for _, entry := range entries {
			if slices.Contains(t.Unknown, entry.Ref) {
				a.items[entry.Ref] = false
			}
		}
	}
	var decision abi.Decision
	if json.Unmarshal(t.Decision, &decision) == nil {
		for _, entry := range slices.Concat(decision.Activate, decision.Deactivate) {
			a.items[entry.Ref] = true
		}
	}
}

// Known reports whether the catalog has an item, as far as that is recorded.
func (a *Archive) Known(ref abi.Ref) bool {
	has, recorded := a.items[ref]
	switch {
	case recorded:
		return has
	case a.catalog, a.absent(ref):
		return false
	}
	_ = a.miss("catalog: whether there is " + ref.String())
	return false
}

// absent reports whether an item was asked about and was none.
func (a *Archive) absent(ref abi.Ref) bool {
	for _, known := range a.relevance {
		if similarity, asked := known[ref]; asked && similarity == nil {
			return true
		}
	}
	return false
}
