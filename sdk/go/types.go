// Code generated from abi.Calls by go test ./sdk/go/internal/bindings -update. DO NOT EDIT.

package impressionism

import "github.com/ed-irl/impressionism/abi"

// The types of the contract.
type (
	Context             = abi.Context
	Entry               = abi.Entry
	Ref                 = abi.Ref
	Fault               = abi.Fault
	CountRequest        = abi.CountRequest
	Message             = abi.Message
	Embedding           = abi.Embedding
	ToolUse             = abi.ToolUse
	KindsRequest        = abi.KindsRequest
	ActiveItem          = abi.Active
	Item                = abi.Item
	Lesson              = abi.Lesson
	Place               = abi.Place
	PageRequest         = abi.PageRequest
	ItemPage            = abi.ItemPage
	SearchRequest       = abi.SearchRequest
	Candidate           = abi.Candidate
	RelevanceRequest    = abi.RelevanceRequest
	ItemRelevance       = abi.Relevance
	SimilaritiesRequest = abi.SimilaritiesRequest
	TextRequest         = abi.TextRequest
	EmbeddingRequest    = abi.EmbeddingRequest
	ParamRequest        = abi.ParamRequest
	EmptyRequest        = abi.EmptyRequest
	SessionInfo         = abi.Session
	LogRequest          = abi.LogRequest
	EvaluateRequest     = abi.EvaluateRequest
)
