// Code generated from abi.Calls by go test ./sdk/go/internal/bindings -update. DO NOT EDIT.

package impressionism

import "github.com/ed-irl/impressionism/abi"

// Messages is the host call messages: the last messages of this session, oldest first, the current prompt included.
func Messages(request CountRequest) ([]abi.Message, error) {
	return call[[]abi.Message]("messages", messages, request)
}

// ToolUses is the host call tool_uses: the last tool uses of this session, oldest first.
func ToolUses(request CountRequest) ([]abi.ToolUse, error) {
	return call[[]abi.ToolUse]("tool_uses", toolUses, request)
}

// Active is the host call active: what is active in this session, as it was before this event.
func Active(request KindsRequest) ([]abi.Active, error) {
	return call[[]abi.Active]("active", active, request)
}

// Items is the host call items: every item of this session's catalog.
func Items(request PageRequest) (abi.ItemPage, error) {
	return call[abi.ItemPage]("items", items, request)
}

// Search is the host call search: items that fit a text, best first, with calibrated similarity; or those near an embedding.
func Search(request SearchRequest) ([]abi.Candidate, error) {
	return call[[]abi.Candidate]("search", search, request)
}

// Relevance is the host call relevance: the calibrated similarity of these items to a text.
func Relevance(request RelevanceRequest) ([]abi.Relevance, error) {
	return call[[]abi.Relevance]("relevance", relevance, request)
}

// Similarities is the host call similarities: the cosines of one embedding to several, −1 to 1.
func Similarities(request SimilaritiesRequest) ([]float64, error) {
	return call[[]float64]("similarities", similarities, request)
}

// Embed is the host call embed: the embedding of a text, as a reference.
func Embed(request TextRequest) (abi.Embedding, error) {
	return call[abi.Embedding]("embed", embed, request)
}

// Vector is the host call vector: the numbers behind an embedding.
func Vector(request EmbeddingRequest) ([]float32, error) {
	return call[[]float32]("vector", vector, request)
}

// AskParam is the host call param: a parameter of the ruleset that asks, or the default given.
func AskParam(request ParamRequest) (any, error) {
	return call[any]("param", askParam, request)
}

// Session is the host call session: this session.
func Session(request EmptyRequest) (abi.Session, error) {
	return call[abi.Session]("session", session, request)
}

// Log is the host call log: writes a line for the ruleset's author; it never reaches the prompt.
func Log(request LogRequest) (any, error) {
	return call[any]("log", writeLog, request)
}

// Evaluate is the host call evaluate: what another ruleset answers here by its own calls and parameters.
func Evaluate(request EvaluateRequest) ([]abi.Entry, error) {
	return call[[]abi.Entry]("evaluate", evaluate, request)
}
