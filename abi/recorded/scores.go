package recorded

import (
	"cmp"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// list is what a search gave, best first.
type list struct {
	kinds[abi.Candidate]
	background string
	whole      bool // nothing follows
}

func byKind(candidate abi.Candidate) string { return candidate.Item.Ref.Kind }

// first returns the first of a list, of some kinds, where they are known.
func (l list) first(limit int, asked []string) ([]abi.Candidate, bool) {
	if !covers(l.of, asked) {
		return nil, false
	}
	rows := ofKinds(l.rows, asked, byKind)
	if len(rows) < limit && !l.whole {
		return nil, false
	}
	return rows[:min(max(limit, 0), len(rows))], true
}

// searched is what a search looked for: a text or an embedding.
func searched(q abi.SearchRequest) string {
	if !q.Embedding.IsZero() {
		return "vector " + text(q.Embedding)
	}
	return "text " + q.Text
}

func (h *Host) learnSearch(q abi.SearchRequest, r []abi.Candidate, results int) {
	for _, candidate := range r {
		h.add(candidate.Item)
		score(&h.script.Search, candidate.Item.Ref, candidate.Similarity)
	}
	h.found[searched(q)] = append(h.found[searched(q)], list{
		kinds: kinds[abi.Candidate]{of: q.Kinds, rows: r}, background: q.Background, whole: len(r) < min(q.Limit, results),
	})
}

// score keeps the first similarity that an item had.
func score(scores *map[abi.Ref]float64, ref abi.Ref, similarity float64) {
	if *scores == nil {
		*scores = map[abi.Ref]float64{}
	}
	if _, known := (*scores)[ref]; !known {
		(*scores)[ref] = similarity
	}
}

// search returns the first of what a recorded search for the same gave. The
// background lifts nothing but active items, so that it makes no difference where
// nothing was active. A script scores its items, whatever is searched for.
func (h *Host) search(r abi.SearchRequest) ([]abi.Candidate, bool, error) {
	for _, known := range h.found[searched(r)] {
		if known.background != r.Background && !h.nothingActive(r.Kinds) {
			continue
		}
		if found, ok := known.first(r.Limit, r.Kinds); ok {
			return found, true, nil
		}
	}
	switch {
	case h.partial:
		return nil, false, nil
	case !r.Embedding.IsZero():
		return h.near(r)
	case h.script.Index == "":
		return h.ranked(h.script.Search, r.Limit, r.Kinds), true, nil
	case h.Index == nil:
		return nil, false, errNoIndex()
	}
	found, err := h.Index.Search(r, h.active[0].rows)
	for i := range found {
		found[i].Item = h.items[found[i].Item.Ref]
	}
	return found, true, err
}

func errNoIndex() error {
	return &abi.Fault{Code: abi.Unavailable, Message: "the scenario wants a real index, which only `impressionism rules test` has"}
}

// near ranks the items that have an embedding by their cosine, which also serves
// as similarity. Places of the sources are found by texts alone.
func (h *Host) near(r abi.SearchRequest) ([]abi.Candidate, bool, error) {
	scores := map[abi.Ref]float64{}
	for ref, item := range h.items {
		if item.Embedding.IsZero() || ref.Kind == abi.KindCode {
			continue
		}
		cosine, _, err := h.cosine("search", r.Embedding, item.Embedding)
		if err != nil {
			return nil, false, err
		}
		scores[ref] = max(0, cosine)
	}
	return h.ranked(scores, r.Limit, r.Kinds), true, nil
}

func (h *Host) ranked(scores map[abi.Ref]float64, limit int, asked []string) []abi.Candidate {
	candidates := make([]abi.Candidate, 0, len(scores))
	for ref, similarity := range scores {
		candidates = append(candidates, abi.Candidate{Item: h.items[ref], Similarity: similarity})
	}
	slices.SortFunc(candidates, func(a, b abi.Candidate) int {
		return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), a.Item.Ref.Compare(b.Item.Ref))
	})
	places := 0
	candidates = slices.DeleteFunc(candidates, func(c abi.Candidate) bool {
		if byKind(c) == abi.KindCode {
			places++
		}
		return byKind(c) == abi.KindCode && places > abi.PlacesMax
	})
	first, _ := list{kinds: kinds[abi.Candidate]{rows: candidates}, whole: true}.first(limit, asked)
	return first
}

// learnRelevance keeps one number for each item; nil for those that the catalog
// does not have.
func (h *Host) learnRelevance(q abi.RelevanceRequest, r []abi.Relevance, _ int) {
	known := h.relevance[q.Text]
	if known == nil {
		known = map[abi.Ref]*float64{}
		h.relevance[q.Text] = known
	}
	for _, answer := range r {
		known[answer.Ref] = &answer.Similarity
		h.add(abi.Item{Ref: answer.Ref})
		score(&h.script.Relevance, answer.Ref, answer.Similarity)
	}
	for _, ref := range q.Refs {
		if _, ok := known[ref]; !ok {
			known[ref], h.absent[ref] = nil, true
		}
	}
}

// relevanceOf returns what is known of each item, whichever were asked about
// together. A script answers 0 where it has no score.
func (h *Host) relevanceOf(r abi.RelevanceRequest) ([]abi.Relevance, bool, error) {
	switch {
	case h.script.Index != "" && h.Index == nil:
		return nil, false, errNoIndex()
	case h.script.Index != "":
		relevance, err := h.Index.Relevance(r)
		return relevance, true, err
	}
	scores := h.script.Relevance
	if scores == nil {
		scores = h.script.Search
	}
	relevance := make([]abi.Relevance, 0, len(r.Refs))
	known, asked := h.relevance[r.Text]
	for _, ref := range r.Refs {
		if !h.partial {
			if _, ok := h.items[ref]; ok && ref.Kind != abi.KindCode {
				relevance = append(relevance, abi.Relevance{Ref: ref, Similarity: scores[ref]})
			}
			continue
		}
		similarity, ok := known[ref]
		if !ok {
			return nil, false, nil
		}
		if similarity != nil {
			relevance = append(relevance, abi.Relevance{Ref: ref, Similarity: *similarity})
		}
	}
	return relevance, asked || !h.partial, nil
}
