package rulefuzz

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/abitest"
)

// mutable are the host calls whose answers can be taken away.
var mutable = []string{
	"search_skills", "search_skills_by_embedding", "relevance", "get_all_skills", "get_active_skills",
	"get_recent_messages", "get_recent_tool_use", "cosine_similarity", "cosine_similarities", "get_vector",
}

// mute is a host that answers one call with as little as it may. A ruleset to which
// that makes no difference need not make the call.
type mute struct {
	*abitest.Host
	call string
}

func (m mute) SearchSkills(r abi.SearchRequest) ([]abi.Candidate, error) {
	if m.call == "search_skills" {
		return []abi.Candidate{}, nil
	}
	return m.Host.SearchSkills(r)
}

func (m mute) SearchSkillsByEmbedding(r abi.VectorSearchRequest) ([]abi.Candidate, error) {
	if m.call == "search_skills_by_embedding" {
		return []abi.Candidate{}, nil
	}
	return m.Host.SearchSkillsByEmbedding(r)
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

func (m mute) GetAllSkills(r abi.PageRequest) (abi.ItemPage, error) {
	if m.call == "get_all_skills" {
		return abi.ItemPage{Items: []abi.Item{}}, nil
	}
	return m.Host.GetAllSkills(r)
}

func (m mute) GetActiveSkills(r abi.KindsRequest) ([]abi.Active, error) {
	if m.call == "get_active_skills" {
		return []abi.Active{}, nil
	}
	return m.Host.GetActiveSkills(r)
}

func (m mute) GetRecentMessages(r abi.CountRequest) ([]abi.Message, error) {
	if m.call == "get_recent_messages" {
		return []abi.Message{}, nil
	}
	return m.Host.GetRecentMessages(r)
}

func (m mute) GetRecentToolUse(r abi.CountRequest) ([]abi.ToolUse, error) {
	if m.call == "get_recent_tool_use" {
		return []abi.ToolUse{}, nil
	}
	return m.Host.GetRecentToolUse(r)
}

// CosineSimilarity finds everything alike: unlike is what most vectors are.
func (m mute) CosineSimilarity(r abi.PairRequest) (float64, error) {
	if m.call == "cosine_similarity" {
		return 1, nil
	}
	return m.Host.CosineSimilarity(r)
}

func (m mute) CosineSimilarities(r abi.PairsRequest) ([]float64, error) {
	found, err := m.Host.CosineSimilarities(r)
	if m.call == "cosine_similarities" {
		for i := range found {
			found[i] = 1
		}
	}
	return found, err
}

func (m mute) GetVector(r abi.EmbeddingRequest) ([]float32, error) {
	numbers, err := m.Host.GetVector(r)
	if m.call == "get_vector" {
		numbers = make([]float32, len(numbers))
	}
	return numbers, err
}
