package abi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
)

// Host answers the host calls: one method for each row of Calls. Errors are
// Faults; any other error reaches the guest as "internal".
type Host interface {
	Messages(CountRequest) ([]Message, error)
	ToolUses(CountRequest) ([]ToolUse, error)
	Active(KindsRequest) ([]Active, error)
	Items(PageRequest) (ItemPage, error)
	Search(SearchRequest) ([]Candidate, error)
	Relevance(RelevanceRequest) ([]Relevance, error)
	Similarities(SimilaritiesRequest) ([]float64, error)
	Embed(TextRequest) (Embedding, error)
	Vector(EmbeddingRequest) ([]float32, error)
	Param(ParamRequest) (any, error)
	Session(EmptyRequest) (Session, error)
	Log(LogRequest) (any, error)
	Evaluate(EvaluateRequest) ([]Entry, error)
}

// Dispatch is a Host that answers every call through one function. It is given the
// call's name, the request and a pointer to the reply.
type Dispatch func(call string, request, reply any) error

func (d Dispatch) Messages(r CountRequest) ([]Message, error) {
	return dispatch[[]Message](d, "messages", r)
}

func (d Dispatch) ToolUses(r CountRequest) ([]ToolUse, error) {
	return dispatch[[]ToolUse](d, "tool_uses", r)
}

func (d Dispatch) Active(r KindsRequest) ([]Active, error) {
	return dispatch[[]Active](d, "active", r)
}

func (d Dispatch) Items(r PageRequest) (ItemPage, error) {
	return dispatch[ItemPage](d, "items", r)
}

func (d Dispatch) Search(r SearchRequest) ([]Candidate, error) {
	return dispatch[[]Candidate](d, "search", r)
}

func (d Dispatch) Relevance(r RelevanceRequest) ([]Relevance, error) {
	return dispatch[[]Relevance](d, "relevance", r)
}

func (d Dispatch) Similarities(r SimilaritiesRequest) ([]float64, error) {
	return dispatch[[]float64](d, "similarities", r)
}

func (d Dispatch) Embed(r TextRequest) (Embedding, error) {
	return dispatch[Embedding](d, "embed", r)
}

func (d Dispatch) Vector(r EmbeddingRequest) ([]float32, error) {
	return dispatch[[]float32](d, "vector", r)
}
func (d Dispatch) Param(r ParamRequest) (any, error)       { return dispatch[any](d, "param", r) }
func (d Dispatch) Session(r EmptyRequest) (Session, error) { return dispatch[Session](d, "session", r) }
func (d Dispatch) Log(r LogRequest) (any, error)           { return dispatch[any](d, "log", r) }
func (d Dispatch) Evaluate(r EvaluateRequest) ([]Entry, error) {
	return dispatch[[]Entry](d, "evaluate", r)
}

func dispatch[A any](d Dispatch, call string, request any) (reply A, err error) {
	err = d(call, request, &reply)
	return reply, err
}

// Calls lists every host call. Lua bindings, WASM imports, stubs, SDK types,
// limits and documentation loop over it.
var Calls = []Call{
	define("messages", "The last messages of this session, oldest first, the current prompt included.", Host.Messages, "count"),
	define("tool_uses", "The last tool uses of this session, oldest first.", Host.ToolUses, "count"),
	define("active", "What is active in this session, as it was before this event.", Host.Active, "kinds"),
	define("items", "Every item of this session's catalog.", Host.Items, "kinds", "offset", "limit"),
	define("search", "Items that fit a text, best first, with calibrated similarity; or those near an embedding.", Host.Search, "text", "limit", "background", "kinds", "embedding"),
	define("relevance", "The calibrated similarity of these items to a text.", Host.Relevance, "text", "refs"),
	define("similarities", "The cosines of one embedding to several, −1 to 1.", Host.Similarities, "a", "bs"),
	define("embed", "The embedding of a text, as a reference.", Host.Embed, "text"),
	define("vector", "The numbers behind an embedding.", Host.Vector, "embedding"),
	define("param", "A parameter of the ruleset that asks, or the default given.", Host.Param, "name", "default"),
	define("session", "This session.", Host.Session),
	define("log", "Writes a line for the ruleset's author; it never reaches the prompt.", Host.Log, "level", "message"),
	define("evaluate", "What another ruleset answers here by its own calls and parameters.", Host.Evaluate, "ruleset", "function", "context"),
}

// Call is one row of the table.
type Call struct {
	Name    string
	Doc     string
	Args    []string // request fields in the order of Lua's positional arguments
	Request reflect.Type
	Reply   reflect.Type
	invoke  func(Host, Budgets, []byte) (any, error)
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

// Invoke answers one call on behalf of a guest: a strict decode, the method, an
// encoded Reply. Request and reply are held to the budgets, see requests.go.
func Invoke(host Host, budgets Budgets, name string, request []byte) []byte {
	call, ok := Lookup(name)
	if !ok {
		return EncodeFault(&Fault{Code: UnknownCall, Message: fmt.Sprintf("there is no host call %q", name)})
	}
	value, err := call.invoke(host, budgets, request)
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

func define[Q, A any](name, doc string, method func(Host, Q) (A, error), args ...string) Call {
	return Call{
		Name: name, Doc: doc, Args: args,
		Request: reflect.TypeFor[Q](), Reply: reflect.TypeFor[A](),
		invoke: func(host Host, budgets Budgets, data []byte) (any, error) {
			var request Q
			if err := decodeStrict(data, &request); err != nil {
				return nil, &Fault{Code: BadRequest, Message: name + ": " + err.Error()}
			}
			if fault := budgets.bound(name, reflect.ValueOf(&request).Elem()); fault != nil {
				return nil, fault
			}
			reply, err := method(host, request)
			if err != nil {
				return nil, err
			}
			return budgets.clip(reflect.ValueOf(&reply).Elem()), nil
		},
	}
}

func decodeStrict(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return errors.New(Misfit(err))
	}
	if _, err := decoder.Token(); err != io.EOF {
		return fmt.Errorf("more than one JSON value")
	}
	return nil
}
