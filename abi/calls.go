package abi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// Host answers the host calls: one method for each row of Calls. Errors are
// Faults; any other error reaches the guest as "internal".
type Host interface {
	GetRecentMessages(CountRequest) ([]Message, error)
	GetRecentToolUse(CountRequest) ([]ToolUse, error)
	GetActiveSkills(KindsRequest) ([]Active, error)
	GetAllSkills(PageRequest) (ItemPage, error)
	SearchSkills(SearchRequest) ([]Candidate, error)
	SearchSkillsByEmbedding(VectorSearchRequest) ([]Candidate, error)
	Relevance(RelevanceRequest) ([]Relevance, error)
	EmbedText(TextRequest) (Embedding, error)
	CosineSimilarity(PairRequest) (float64, error)
	CosineSimilarities(PairsRequest) ([]float64, error)
	GetVector(EmbeddingRequest) ([]float32, error)
	GetParam(ParamRequest) (any, error)
	GetSession(EmptyRequest) (Session, error)
	Log(LogRequest) (any, error)
	EvaluateRuleset(EvaluateRequest) ([]Entry, error)
}

// Calls lists every host call. Lua bindings, WASM imports, stubs, SDK types and
// documentation loop over it.
var Calls = []Call{
	define("get_recent_messages", "The last messages of this session, oldest first.", Host.GetRecentMessages, "session_id", "count"),
	define("get_recent_tool_use", "The last tool uses of this session, oldest first.", Host.GetRecentToolUse, "session_id", "count"),
	define("get_active_skills", "What is active in this session, as it was before this event.", Host.GetActiveSkills, "session_id", "kinds"),
	define("get_all_skills", "Every item of this session's catalog.", Host.GetAllSkills, "kinds", "offset", "limit"),
	define("search_skills", "Items that fit a text, best first, with calibrated similarity.", Host.SearchSkills, "query_text", "limit", "background_text", "kinds"),
	define("search_skills_by_embedding", "Items near a vector, best first; similarity comes from the dense part alone.", Host.SearchSkillsByEmbedding, "embedding", "limit", "kinds"),
	define("relevance", "The calibrated similarity of these items to a text.", Host.Relevance, "query_text", "ids"),
	define("embed_text", "The vector of a text, as a reference.", Host.EmbedText, "text"),
	define("cosine_similarity", "The cosine of two vectors, −1 to 1.", Host.CosineSimilarity, "a", "b"),
	define("cosine_similarities", "The cosines of one vector to several.", Host.CosineSimilarities, "a", "bs"),
	define("get_vector", "The numbers behind an embedding.", Host.GetVector, "embedding"),
	define("get_param", "A parameter of the ruleset that asks, or the default given.", Host.GetParam, "name", "default"),
	define("get_session", "This session.", Host.GetSession),
	define("log", "Writes a line for the ruleset's author; it never reaches the prompt.", Host.Log, "level", "message"),
	define("evaluate_ruleset", "What another ruleset answers here by its own calls and parameters.", Host.EvaluateRuleset, "ruleset", "function", "context"),
}

// Call is one row of the table.
type Call struct {
	Name    string
	Doc     string
	Args    []string // request fields in the order of Lua's positional arguments
	Request reflect.Type
	Reply   reflect.Type
	invoke  func(Host, string, []byte) (any, error)
}

// Reply is what every host call answers: one of the two fields.
type Reply struct {
	OK    json.RawMessage `json:"ok,omitempty"`
	Error *Fault          `json:"error,omitempty"`
}

// Lookup finds a call by name.
func Lookup(name string) (Call, bool) {
	for _, call := range Calls {
		if call.Name == name {
			return call, true
		}
	}
	return Call{}, false
}

// Invoke answers one call on behalf of a guest in the given session: a strict
// decode, the method, an encoded Reply.
func Invoke(host Host, sessionID, name string, request []byte) []byte {
	call, ok := Lookup(name)
	if !ok {
		return EncodeFault(&Fault{Code: UnknownCall, Message: fmt.Sprintf("there is no host call %q", name)})
	}
	value, err := call.invoke(host, sessionID, request)
	if err != nil {
		return EncodeFault(AsFault(err))
	}
	encoded, err := json.Marshal(struct {
		OK any `json:"ok"`
	}{value})
	if err != nil {
		return EncodeFault(&Fault{Code: Internal, Message: "the reply could not be encoded"})
	}
	return encoded
}

// EncodeFault gives the Reply that carries a fault.
func EncodeFault(fault *Fault) []byte {
	encoded, err := json.Marshal(Reply{Error: fault})
	if err != nil {
		panic(err) // two strings always encode
	}
	return encoded
}

type scoped interface{ scope() string }

func define[Q scoped, A any](name, doc string, method func(Host, Q) (A, error), args ...string) Call {
	return Call{
		Name: name, Doc: doc, Args: args,
		Request: reflect.TypeFor[Q](), Reply: reflect.TypeFor[A](),
		invoke: func(host Host, sessionID string, data []byte) (any, error) {
			var request Q
			if err := decodeStrict(data, &request); err != nil {
				return nil, &Fault{Code: BadRequest, Message: name + ": " + err.Error()}
			}
			if asked := request.scope(); asked != "" && asked != sessionID {
				return nil, &Fault{Code: NotAllowed, Message: name + ": only the current session may be read"}
			}
			return method(host, request)
		},
	}
}

func decodeStrict(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := decoder.Token(); err != io.EOF {
		return fmt.Errorf("more than one JSON value")
	}
	return nil
}
