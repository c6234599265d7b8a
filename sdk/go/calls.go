// Code generated from abi.Calls by go test ./sdk/go/internal/bindings -update. DO NOT EDIT.

package impressionism

import "github.com/ed-irl/impressionism/abi"

// GetRecentMessages is the host call get_recent_messages: the last messages of this session, oldest first.
func GetRecentMessages(request CountRequest) ([]abi.Message, error) {
	return call[[]abi.Message]("get_recent_messages", getRecentMessages, request)
}

// GetRecentToolUse is the host call get_recent_tool_use: the last tool uses of this session, oldest first.
func GetRecentToolUse(request CountRequest) ([]abi.ToolUse, error) {
	return call[[]abi.ToolUse]("get_recent_tool_use", getRecentToolUse, request)
}

// GetActiveSkills is the host call get_active_skills: what is active in this session, as it was before this event.
func GetActiveSkills(request KindsRequest) ([]abi.Active, error) {
	return call[[]abi.Active]("get_active_skills", getActiveSkills, request)
}

// GetAllSkills is the host call get_all_skills: every item of this session's catalog.
func GetAllSkills(request PageRequest) (abi.ItemPage, error) {
	return call[abi.ItemPage]("get_all_skills", getAllSkills, request)
}

// SearchSkills is the host call search_skills: items that fit a text, best first, with calibrated similarity.
func SearchSkills(request SearchRequest) ([]abi.Candidate, error) {
	return call[[]abi.Candidate]("search_skills", searchSkills, request)
}

// SearchSkillsByEmbedding is the host call search_skills_by_embedding: items near a vector, best first; similarity comes from the dense part alone.
func SearchSkillsByEmbedding(request VectorSearchRequest) ([]abi.Candidate, error) {
	return call[[]abi.Candidate]("search_skills_by_embedding", searchSkillsByEmbedding, request)
}

// Relevance is the host call relevance: the calibrated similarity of these items to a text.
func Relevance(request RelevanceRequest) ([]abi.Relevance, error) {
	return call[[]abi.Relevance]("relevance", relevance, request)
}

// EmbedText is the host call embed_text: the vector of a text, as a reference.
func EmbedText(request TextRequest) (abi.Embedding, error) {
	return call[abi.Embedding]("embed_text", embedText, request)
}

// CosineSimilarity is the host call cosine_similarity: the cosine of two vectors, −1 to 1.
func CosineSimilarity(request PairRequest) (float64, error) {
	return call[float64]("cosine_similarity", cosineSimilarity, request)
}

// CosineSimilarities is the host call cosine_similarities: the cosines of one vector to several.
func CosineSimilarities(request PairsRequest) ([]float64, error) {
	return call[[]float64]("cosine_similarities", cosineSimilarities, request)
}

// GetVector is the host call get_vector: the numbers behind an embedding.
func GetVector(request EmbeddingRequest) ([]float32, error) {
	return call[[]float32]("get_vector", getVector, request)
}

// GetParam is the host call get_param: a parameter of the ruleset that asks, or the default given.
func GetParam(request ParamRequest) (any, error) {
	return call[any]("get_param", getParam, request)
}

// GetSession is the host call get_session: this session.
func GetSession(request EmptyRequest) (abi.Session, error) {
	return call[abi.Session]("get_session", getSession, request)
}

// Log is the host call log: writes a line for the ruleset's author; it never reaches the prompt.
func Log(request LogRequest) (any, error) {
	return call[any]("log", writeLog, request)
}

// EvaluateRuleset is the host call evaluate_ruleset: what another ruleset answers here by its own calls and parameters.
func EvaluateRuleset(request EvaluateRequest) ([]abi.Entry, error) {
	return call[[]abi.Entry]("evaluate_ruleset", evaluateRuleset, request)
}
