package trace

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

func (a *Archive) readNearest(q abi.VectorSearchRequest, r []abi.Candidate, results int) {
	a.readList("vector "+text(q.Embedding), "", q.Kinds, r, len(r) < min(q.Limit, results))
}

// SearchSkillsByEmbedding gives the first of what a recorded search for the
// vector gave.
func (a *Archive) SearchSkillsByEmbedding(r abi.VectorSearchRequest) ([]abi.Candidate, error) {
	for _, known := range a.found["vector "+text(r.Embedding)] {
		if found, ok := known.first(r.Limit, r.Kinds); ok {
			return found, nil
		}
	}
	return nil, a.lack("search_skills_by_embedding", r)
}

// readRelevance keeps one number for each item; nil for those that the catalog
// does not have.
func (a *Archive) readRelevance(q abi.RelevanceRequest, r []abi.Relevance, _ int) {
	known := a.relevance[q.QueryText]
	if known == nil {
		known = map[string]*float64{}
		a.relevance[q.QueryText] = known
	}
	for _, id := range q.IDs {
		if _, ok := known[id]; !ok {
			known[id] = nil
		}
	}
	for _, answer := range r {
		known[answer.ID] = &answer.Similarity
	}
}

// Relevance gives what is recorded of each item, whichever were asked about
// together.
func (a *Archive) Relevance(r abi.RelevanceRequest) ([]abi.Relevance, error) {
	relevance := make([]abi.Relevance, 0, len(r.IDs))
	known := a.relevance[r.QueryText]
	if known == nil {
		return nil, a.lack("relevance", r)
	}
	for _, id := range r.IDs {
		similarity, ok := known[id]
		if !ok {
			return nil, a.lack("relevance", r)
		}
		if similarity != nil {
			relevance = append(relevance, abi.Relevance{ID: id, Similarity: *similarity})
		}
	}
	return relevance, nil
}

func (a *Archive) readEmbedded(q abi.TextRequest, r abi.Embedding, _ int) { a.embedded[q.Text] = r }

// EmbedText gives the recorded reference.
func (a *Archive) EmbedText(r abi.TextRequest) (abi.Embedding, error) {
	if embedding, ok := a.embedded[r.Text]; ok {
		return embedding, nil
	}
	return abi.Embedding{}, a.lack("embed_text", r)
}

// pair is the same whichever vector is named first: so is their cosine.
func pair(x, y abi.Embedding) [2]string {
	both := [2]string{text(x), text(y)}
	slices.Sort(both[:])
	return both
}

func (a *Archive) readCosine(q abi.PairRequest, r float64, _ int) { a.cosines[pair(q.A, q.B)] = r }

func (a *Archive) readCosines(q abi.PairsRequest, r []float64, _ int) {
	for i := range min(len(r), len(q.Bs)) {
		a.cosines[pair(q.A, q.Bs[i])] = r[i]
	}
}

// CosineSimilarity gives the recorded cosine of two vectors, alone or among
// several.
func (a *Archive) CosineSimilarity(r abi.PairRequest) (float64, error) {
	if cosine, ok := a.cosines[pair(r.A, r.B)]; ok {
		return cosine, nil
	}
	return 0, a.lack("cosine_similarity", r)
}

// CosineSimilarities gives recorded cosines, whichever were asked for together.
func (a *Archive) CosineSimilarities(r abi.PairsRequest) ([]float64, error) {
	cosines := make([]float64, 0, len(r.Bs))
	for _, b := range r.Bs {
		cosine, ok := a.cosines[pair(r.A, b)]
		if !ok {
			return nil, a.lack("cosine_similarities", r)
		}
		cosines = append(cosines, cosine)
	}
	return cosines, nil
}

func (a *Archive) readNumbers(q abi.EmbeddingRequest, r []float32, _ int) {
	a.numbers[text(q.Embedding)] = r
}

// GetVector gives the recorded numbers.
func (a *Archive) GetVector(r abi.EmbeddingRequest) ([]float32, error) {
	if numbers, ok := a.numbers[text(r.Embedding)]; ok {
		return slices.Clone(numbers), nil
	}
	return nil, a.lack("get_vector", r)
}

func (a *Archive) seen(item abi.Item) { a.items[[2]string{item.Kind, item.ID}] = true }

// readDecision takes in which items the catalog has, by what was believed of the
// recorded answers and what was not.
func (a *Archive) readDecision(t Trace) {
	for _, answer := range t.Answers {
		var entries []abi.Entry
		if json.Unmarshal(answer.Answer, &entries) != nil {
			continue
		}
		for _, entry := range entries {
			if slices.Contains(t.Unknown, entry.SkillID) {
				a.items[[2]string{cmp.Or(entry.Kind, abi.KindSkill), entry.SkillID}] = false
			}
		}
	}
	var decision abi.Decision
	if json.Unmarshal(t.Decision, &decision) == nil {
		for _, entry := range slices.Concat(decision.Activate, decision.Deactivate) {
			a.items[[2]string{entry.Kind, entry.SkillID}] = true
		}
	}
}

// Known reports whether the catalog has an item, as far as that is recorded.
func (a *Archive) Known(kind, id string) bool {
	has, recorded := a.items[[2]string{kind, id}]
	switch {
	case recorded:
		return has
	case a.catalog, a.absent(id):
		return false
	}
	_ = a.miss("catalog: whether there is a " + kind + " " + id)
	return false
}

// absent reports whether an item was asked about and was of no kind.
func (a *Archive) absent(id string) bool {
	for _, known := range a.relevance {
		if similarity, asked := known[id]; asked && similarity == nil {
			return true
		}
	}
	return false
}
