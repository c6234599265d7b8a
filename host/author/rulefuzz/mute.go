package rulefuzz

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
)

// mutable are the host calls whose answers can be taken away.
var mutable = []string{
	"search", "relevance", "items", "active", "messages", "tool_uses", "similarities", "vector",
}

// mute is a host that answers one call with as little as it may. A ruleset to which
// that makes no difference need not make the call.
type mute struct {
	*recorded.Host
	call string
}

func (m mute) Search(r abi.SearchRequest) ([]abi.Candidate, error) {
	if m.call == "search" {
		return []abi.Candidate{}, nil
	}
	return m.Host.Search(r)
}

func (m mute) Relevance(r abi.RelevanceRequest) ([]abi.Relevance, error) {
	found, err := m.Host.Relevance(r)
	if m.call == "relevance" {
		for i := range found {
			found[i].Similarity = 0
		}
	}
	return found, err
}

func (m mute) Items(r abi.PageRequest) (abi.ItemPage, error) {
	if m.call == "items" {
		return abi.ItemPage{Items: []abi.Item{}}, nil
	}
	return m.Host.Items(r)
}

func (m mute) Active(r abi.KindsRequest) ([]abi.Active, error) {
	if m.call == "active" {
		return []abi.Active{}, nil
	}
	return m.Host.Active(r)
}

func (m mute) Messages(r abi.CountRequest) ([]abi.Message, error) {
	if m.call == "messages" {
		return []abi.Message{}, nil
	}
	return m.Host.Messages(r)
}

func (m mute) ToolUses(r abi.CountRequest) ([]abi.ToolUse, error) {
	if m.call == "tool_uses" {
		return []abi.ToolUse{}, nil
	}
	return m.Host.ToolUses(r)
}

// Similarities finds everything alike: unlike is what most vectors are.
func (m mute) Similarities(r abi.SimilaritiesRequest) ([]float64, error) {
	found, err := m.Host.Similarities(r)
	if m.call == "similarities" {
		for i := range found {
			found[i] = 1
		}
	}
	return found, err
}

func (m mute) Vector(r abi.EmbeddingRequest) ([]float32, error) {
	numbers, err := m.Host.Vector(r)
	if m.call == "vector" {
		numbers = make([]float32, len(numbers))
	}
	return numbers, err
}
