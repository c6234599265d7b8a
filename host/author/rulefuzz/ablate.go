package rulefuzz

import (
	"reflect"
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// ablatable are the host calls whose answers can be taken away: those that list
// something, but for other rulesets' entries, which no host of a scenario has.
var ablatable = slices.DeleteFunc(slices.Clone(abi.Calls), func(call abi.Call) bool {
	return call.Reply.Kind() != reflect.Slice && call.Reply != reflect.TypeFor[abi.ItemPage]() || call.Reply == reflect.TypeFor[[]abi.Entry]()
})

// ablate returns a host that answers one call with as little as it may. A ruleset to
// which that makes no difference need not make the call.
func ablate(host abi.Dispatch, call string) abi.Dispatch {
	return func(name string, request, reply any) error {
		err := host(name, request, reply)
		if err == nil && name == call {
			empty(reply)
		}
		return err
	}
}

// empty takes away what a reply says: entries, or the numbers of entries that were
// asked for.
func empty(reply any) {
	switch reply := reply.(type) {
	case *[]abi.Relevance:
		for i := range *reply {
			(*reply)[i].Similarity = 0
		}
	case *[]float64: // everything is alike: unlike is what most vectors are
		for i := range *reply {
			(*reply)[i] = 1
		}
	case *[]float32: // a copy: the host keeps its numbers
		*reply = make([]float32, len(*reply))
	default:
		reflect.ValueOf(reply).Elem().SetZero()
	}
}
