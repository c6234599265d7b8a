package abi

// Scope is part of every request: a session id may be given and must then be
// the current one.
type Scope struct {
	SessionID string `json:"session_id,omitempty"`
}

func (s Scope) scope() string { return s.SessionID }

// The requests of the host calls; see Calls.
type (
	CountRequest struct {
		Scope
		Count int `json:"count"`
	}
	KindsRequest struct {
		Scope
		Kinds []string `json:"kinds,omitempty"`
	}
	PageRequest struct {
		Scope
		Kinds  []string `json:"kinds,omitempty"`
		Offset int      `json:"offset,omitempty"`
		Limit  int      `json:"limit,omitempty"` // 0: as many as the budget allows
	}
	SearchRequest struct {
		Scope
		QueryText      string   `json:"query_text"`
		BackgroundText string   `json:"background_text,omitempty"` // earlier messages: may keep alive, never activate
		Limit          int      `json:"limit"`
		Kinds          []string `json:"kinds,omitempty"`
	}
	VectorSearchRequest struct {
		Scope
		Embedding Embedding `json:"embedding"`
		Limit     int       `json:"limit"`
		Kinds     []string  `json:"kinds,omitempty"`
	}
	RelevanceRequest struct {
		Scope
		QueryText string   `json:"query_text"`
		IDs       []string `json:"ids"`
	}
	TextRequest struct {
		Scope
		Text string `json:"text"`
	}
	PairRequest struct {
		Scope
		A Embedding `json:"a"`
		B Embedding `json:"b"`
	}
	PairsRequest struct {
		Scope
		A  Embedding   `json:"a"`
		Bs []Embedding `json:"bs"`
	}
	EmbeddingRequest struct {
		Scope
		Embedding Embedding `json:"embedding"`
	}
	ParamRequest struct {
		Scope
		Name    string `json:"name"`
		Default any    `json:"default,omitempty"`
	}
	EmptyRequest struct {
		Scope
	}
	LogRequest struct {
		Scope
		Level   string `json:"level"` // debug, info, warn, error
		Message string `json:"message"`
	}
	EvaluateRequest struct {
		Scope
		Ruleset  string   `json:"ruleset"`
		Function string   `json:"function"`
		Context  *Context `json:"context,omitempty"` // absent: the caller's own
	}
)
