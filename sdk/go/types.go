// Code generated from abi.Calls by go test ./sdk/go/internal/bindings -update. DO NOT EDIT.

package impressionism

import "github.com/ed-irl/impressionism/abi"

// The types of the contract.
type (
	Context             = abi.Context
	Entry               = abi.Entry
	Fault               = abi.Fault
	CountRequest        = abi.CountRequest
	Scope               = abi.Scope
	Message             = abi.Message
	Embedding           = abi.Embedding
	ToolUse             = abi.ToolUse
	KindsRequest        = abi.KindsRequest
	Active              = abi.Active
	Item                = abi.Item
	PageRequest         = abi.PageRequest
	ItemPage            = abi.ItemPage
	SearchRequest       = abi.SearchRequest
	Candidate           = abi.Candidate
	VectorSearchRequest = abi.VectorSearchRequest
	RelevanceRequest    = abi.RelevanceRequest
	TextRequest         = abi.TextRequest
	PairRequest         = abi.PairRequest
	PairsRequest        = abi.PairsRequest
	EmbeddingRequest    = abi.EmbeddingRequest
	ParamRequest        = abi.ParamRequest
	EmptyRequest        = abi.EmptyRequest
	Session             = abi.Session
	LogRequest          = abi.LogRequest
	EvaluateRequest     = abi.EvaluateRequest
)
