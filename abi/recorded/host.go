package recorded

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// Host answers every host call from a script. It is not safe for concurrent use.
type Host struct {
	Logged  []abi.LogRequest // what rulesets logged
	Index   Searcher         // of a script with an index; nil: this host has none
	script  Script
	items   map[abi.Ref]abi.Item
	order   []abi.Ref // as in the script
	active  []abi.Active
	vectors [][]float32
	answers []prepared
}

// Searcher searches the items of a script really.
type Searcher interface {
	Search(request abi.SearchRequest, active []abi.Active) ([]abi.Candidate, error)
	Relevance(request abi.RelevanceRequest) ([]abi.Relevance, error)
	Neutral(prompt string) (bool, error) // whether a prompt is about nothing in particular
}

// IndexWanted returns the kind of index that the script asks for, or "".
func (h *Host) IndexWanted() string { return h.script.Index }

func errNoIndex() error {
	return &abi.Fault{Code: abi.Unavailable, Message: "the scenario wants a real index, which only `impressionism rules test` has"}
}

var _ abi.Host = (*Host)(nil)

// Known reports whether the script has the item.
func (h *Host) Known(ref abi.Ref) bool {
	_, ok := h.items[ref]
	return ok
}

// Parameter gives a parameter of the script.
func (h *Host) Parameter(name string) (any, bool) {
	value, ok := h.script.Parameters[name]
	return value, ok
}

// Messages gives the last messages of the script.
func (h *Host) Messages(request abi.CountRequest) ([]abi.Message, error) {
	return last(h.script.Messages, request.Count), nil
}

// ToolUses gives the last tool uses of the script.
func (h *Host) ToolUses(request abi.CountRequest) ([]abi.ToolUse, error) {
	return last(h.script.ToolUses, request.Count), nil
}

// Active gives what is active, as the last Apply left it.
func (h *Host) Active(request abi.KindsRequest) ([]abi.Active, error) {
	active := []abi.Active{}
	for _, item := range h.active {
		if wanted(item.Item.Ref, request.Kinds) {
			active = append(active, item)
		}
	}
	return active, nil
}

// Items gives the items in the script's order.
func (h *Host) Items(request abi.PageRequest) (abi.ItemPage, error) {
	page := abi.ItemPage{Items: []abi.Item{}}
	for _, ref := range h.order {
		if wanted(ref, request.Kinds) {
			page.Items = append(page.Items, h.items[ref])
		}
	}
	page.Items = page.Items[min(max(request.Offset, 0), len(page.Items)):]
	if request.Limit > 0 && len(page.Items) > request.Limit {
		page.Items, page.Truncated = page.Items[:request.Limit], true
	}
	return page, nil
}

// Search gives the items that the script's search scores, best first.
func (h *Host) Search(request abi.SearchRequest) ([]abi.Candidate, error) {
	switch {
	case !request.Embedding.IsZero():
		return h.near(request)
	case h.script.Index == "":
		return h.ranked(h.script.Search, request.Limit, request.Kinds), nil
	case h.Index == nil:
		return nil, errNoIndex()
	}
	found, err := h.Index.Search(request, h.active)
	for i := range found {
		found[i].Item = h.items[found[i].Item.Ref]
	}
	return found, err
}

// near ranks the items that have an embedding by their cosine, which also serves
// as similarity.
func (h *Host) near(request abi.SearchRequest) ([]abi.Candidate, error) {
	scores := map[abi.Ref]float64{}
	for ref, item := range h.items {
		if item.Embedding.IsZero() {
			continue
		}
		score, err := h.cosine(request.Embedding, item.Embedding)
		if err != nil {
			return nil, err
		}
		scores[ref] = max(0, score)
	}
	return h.ranked(scores, request.Limit, request.Kinds), nil
}

func (h *Host) ranked(scores map[abi.Ref]float64, limit int, kinds []string) []abi.Candidate {
	candidates := []abi.Candidate{}
	for ref, similarity := range scores {
		if wanted(ref, kinds) {
			candidates = append(candidates, abi.Candidate{Item: h.items[ref], Similarity: similarity})
		}
	}
	slices.SortFunc(candidates, func(a, b abi.Candidate) int {
		return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), a.Item.Ref.Compare(b.Item.Ref))
	})
	return candidates[:min(max(limit, 0), len(candidates))]
}

// Relevance gives the scripted relevance of the items, 0 where there is none.
func (h *Host) Relevance(request abi.RelevanceRequest) ([]abi.Relevance, error) {
	if h.script.Index != "" {
		if h.Index == nil {
			return nil, errNoIndex()
		}
		return h.Index.Relevance(request)
	}
	scores := h.script.Relevance
	if scores == nil {
		scores = h.script.Search
	}
	relevance := []abi.Relevance{}
	for _, ref := range request.Refs {
		if _, ok := h.items[ref]; ok {
			relevance = append(relevance, abi.Relevance{Ref: ref, Similarity: scores[ref]})
		}
	}
	return relevance, nil
}

// Param gives a scripted parameter, or the default.
func (h *Host) Param(request abi.ParamRequest) (any, error) {
	if value, ok := h.script.Parameters[request.Name]; ok {
		return value, nil
	}
	return request.Default, nil
}

// Session gives the scripted session.
func (h *Host) Session(abi.EmptyRequest) (abi.Session, error) { return h.script.Session, nil }

// Log keeps the line in Logged.
func (h *Host) Log(request abi.LogRequest) (any, error) {
	h.Logged = append(h.Logged, request)
	return nil, nil
}

// Evaluate is unavailable: a script has no rulesets.
func (h *Host) Evaluate(request abi.EvaluateRequest) ([]abi.Entry, error) {
	return nil, &abi.Fault{Code: abi.Unavailable, Message: fmt.Sprintf("the scripted host has no ruleset %q: play it with impressionism rules test, or say under answers what evaluate gives", request.Ruleset)}
}

func wanted(ref abi.Ref, kinds []string) bool {
	return len(kinds) == 0 || slices.Contains(kinds, ref.Kind)
}

func last[T any](list []T, count int) []T {
	return append([]T{}, list[len(list)-min(max(count, 0), len(list)):]...)
}
