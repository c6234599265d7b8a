package abitest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// Host answers every host call from a script. It is not safe for concurrent use.
type Host struct {
	Logged  []abi.LogRequest // what rulesets logged
	Search  Searcher         // of a script with an index; nil: this host has none
	script  Script
	items   map[string]abi.Item
	order   []string // ids as in the script
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

// Index is the kind of index that the script asks for, or "".
func (h *Host) Index() string { return h.script.Index }

func errNoIndex() error {
	return &abi.Fault{Code: abi.Unavailable, Message: "the scenario wants a real index, which only `impressionism rules test` has"}
}

var _ abi.Host = (*Host)(nil)

// Known reports whether the script has the item.
func (h *Host) Known(kind, id string) bool {
	item, ok := h.items[id]
	return ok && item.Kind == kind
}

// Param gives a parameter of the script.
func (h *Host) Param(name string) (any, bool) {
	value, ok := h.script.Parameters[name]
	return value, ok
}

// GetRecentMessages gives the last messages of the script.
func (h *Host) GetRecentMessages(request abi.CountRequest) ([]abi.Message, error) {
	return last(h.script.Messages, request.Count), nil
}

// GetRecentToolUse gives the last tool uses of the script.
func (h *Host) GetRecentToolUse(request abi.CountRequest) ([]abi.ToolUse, error) {
	return last(h.script.ToolUse, request.Count), nil
}

// GetActiveSkills gives what is active, as the last Apply left it.
func (h *Host) GetActiveSkills(request abi.KindsRequest) ([]abi.Active, error) {
	active := []abi.Active{}
	for _, item := range h.active {
		if wanted(item.Item, request.Kinds) {
			active = append(active, item)
		}
	}
	return active, nil
}

// GetAllSkills gives the items in the script's order.
func (h *Host) GetAllSkills(request abi.PageRequest) (abi.ItemPage, error) {
	page := abi.ItemPage{Items: []abi.Item{}}
	for _, id := range h.order {
		if wanted(h.items[id], request.Kinds) {
			page.Items = append(page.Items, h.items[id])
		}
	}
	page.Items = page.Items[min(max(request.Offset, 0), len(page.Items)):]
	if request.Limit > 0 && len(page.Items) > request.Limit {
		page.Items, page.Truncated = page.Items[:request.Limit], true
	}
	return page, nil
}

// SearchSkills gives the items that Search scores, best first.
func (h *Host) SearchSkills(request abi.SearchRequest) ([]abi.Candidate, error) {
	if h.script.Index == "" {
		return h.ranked(h.script.Search, request.Limit, request.Kinds), nil
	}
	if h.Search == nil {
		return nil, errNoIndex()
	}
	found, err := h.Search.Search(request, h.active)
	for i := range found {
		found[i].Skill = h.items[found[i].Skill.ID]
	}
	return found, err
}

// SearchSkillsByEmbedding ranks the items that have an embedding by their cosine,
// which also serves as similarity.
func (h *Host) SearchSkillsByEmbedding(request abi.VectorSearchRequest) ([]abi.Candidate, error) {
	scores := map[string]float64{}
	for id, item := range h.items {
		if item.Embedding.IsZero() {
			continue
		}
		score, err := h.CosineSimilarity(abi.PairRequest{A: request.Embedding, B: item.Embedding})
		if err != nil {
			return nil, err
		}
		scores[id] = max(0, score)
	}
	return h.ranked(scores, request.Limit, request.Kinds), nil
}

func (h *Host) ranked(scores map[string]float64, limit int, kinds []string) []abi.Candidate {
	candidates := []abi.Candidate{}
	for id, similarity := range scores {
		if wanted(h.items[id], kinds) {
			candidates = append(candidates, abi.Candidate{Skill: h.items[id], Similarity: similarity})
		}
	}
	slices.SortFunc(candidates, func(a, b abi.Candidate) int {
		return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), cmp.Compare(a.Skill.ID, b.Skill.ID))
	})
	return candidates[:min(max(limit, 0), len(candidates))]
}

// Relevance gives the scripted relevance of the items, 0 where there is none.
func (h *Host) Relevance(request abi.RelevanceRequest) ([]abi.Relevance, error) {
	if h.script.Index != "" {
		if h.Search == nil {
			return nil, errNoIndex()
		}
		return h.Search.Relevance(request)
	}
	scores := h.script.Relevance
	if scores == nil {
		scores = h.script.Search
	}
	relevance := []abi.Relevance{}
	for _, id := range request.IDs {
		if _, ok := h.items[id]; ok {
			relevance = append(relevance, abi.Relevance{ID: id, Similarity: scores[id]})
		}
	}
	return relevance, nil
}

// GetParam gives a scripted parameter, or the default.
func (h *Host) GetParam(request abi.ParamRequest) (any, error) {
	if value, ok := h.script.Parameters[request.Name]; ok {
		return value, nil
	}
	return request.Default, nil
}

// GetSession gives the scripted session.
func (h *Host) GetSession(abi.EmptyRequest) (abi.Session, error) { return h.script.Session, nil }

// Log keeps the line in Logged.
func (h *Host) Log(request abi.LogRequest) (any, error) {
	h.Logged = append(h.Logged, request)
	return nil, nil
}

// EvaluateRuleset is unavailable: a script has no rulesets.
func (h *Host) EvaluateRuleset(request abi.EvaluateRequest) ([]abi.Entry, error) {
	return nil, &abi.Fault{Code: abi.Unavailable, Message: fmt.Sprintf("the scripted host has no ruleset %q: play it with impressionism rules test, or say under answers what evaluate_ruleset gives", request.Ruleset)}
}

func wanted(item abi.Item, kinds []string) bool {
	return len(kinds) == 0 || slices.Contains(kinds, item.Kind)
}

func last[T any](list []T, count int) []T {
	return append([]T{}, list[len(list)-min(max(count, 0), len(list)):]...)
}
