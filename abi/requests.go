package abi

// The requests of the host calls; see Calls. A `limit` tag bounds a field by a
// budget: "results" lowers a number and refuses a longer list, "page" is the same
// where 0 means as many as the budget allows. A negative number is refused.
type (
	CountRequest struct {
		Count int `json:"count" limit:"results"`
	}
	KindsRequest struct {
		Kinds []string `json:"kinds,omitempty"` // absent: every kind that the manifest names
	}
	PageRequest struct {
		Kinds  []string `json:"kinds,omitempty"`
		Offset int      `json:"offset,omitempty" limit:"positive"`
		Limit  int      `json:"limit,omitempty" limit:"page"` // 0: as many as the budget allows
	}
	SearchRequest struct {
		Text       string    `json:"text,omitempty"`
		Limit      int       `json:"limit" limit:"results"`
		Background string    `json:"background,omitempty"` // earlier messages: may keep alive, never activate
		Kinds      []string  `json:"kinds,omitempty"`
		Embedding  Embedding `json:"embedding,omitzero"` // instead of a text: what lies near it, by meaning alone
	}
	RelevanceRequest struct {
		Text string `json:"text"`
		Refs []Ref  `json:"refs" limit:"results"`
	}
	TextRequest struct {
		Text string `json:"text"`
	}
	SimilaritiesRequest struct {
		A  Embedding   `json:"a"`
		Bs []Embedding `json:"bs" limit:"results"`
	}
	EmbeddingRequest struct {
		Embedding Embedding `json:"embedding"`
	}
	ParamRequest struct {
		Name    string `json:"name"`
		Default any    `json:"default,omitempty"`
	}
	EmptyRequest struct{}
	LogRequest   struct {
		Level   string `json:"level"` // debug, info, warn, error
		Message string `json:"message"`
	}
	EvaluateRequest struct {
		Ruleset  string   `json:"ruleset"`
		Function string   `json:"function"`
		Context  *Context `json:"context,omitempty"` // absent: the caller's own
	}
)
