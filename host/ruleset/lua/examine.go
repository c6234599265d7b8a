package lua

import (
	"encoding/json"

	vm "github.com/yuin/gopher-lua"

	"github.com/ed-irl/impressionism/abi"
)

// Examined is what a ruleset's code comes to in the sandbox without a host.
type Examined struct {
	Asked     bool       // it asked the host while it was loaded: another answer might change all of this
	Fault     *abi.Fault // why it cannot be loaded, as that it returns no table
	Functions []Examination
}

// Examination is one of the two functions of the contract.
type Examination struct {
	Name   string
	Kind   string // what it is: "a function", "nil", "a number"
	Answer []byte // to an event without a prompt; nil: it failed or asked the host
}

// Examine loads a ruleset's code in the sandbox and calls both functions once.
// Every host call but log is refused.
func Examine(program abi.Program) Examined {
	var made Examined
	asked := false
	sandbox := abi.Sandbox{Budgets: abi.DefaultBudgets(), Calls: abi.Calls, Invoke: func(call string, _ []byte) []byte {
		if call == "log" {
			return []byte(`{"ok":null}`)
		}
		asked = true
		return abi.EncodeFault(&abi.Fault{Code: abi.Unavailable, Message: call + ": there is no host while a ruleset is examined"})
	}}
	g, err := begin(program, sandbox, nil)
	made.Asked = asked
	if err != nil {
		made.Fault = abi.AsFault(err)
		return made
	}
	defer g.Close() //nolint:errcheck // it frees memory and never fails
	for _, name := range []string{abi.Activation, abi.Deactivation} {
		asked = false
		one := Examination{Name: name, Kind: g.kindOf(name)}
		if answer, err := g.Evaluate(name, emptyContext(program.ID)); err == nil && !asked {
			one.Answer = answer
		}
		made.Functions = append(made.Functions, one)
	}
	return made
}

// kindOf returns what the ruleset has under a name.
func (g *guest) kindOf(name string) string {
	kind := "nil"
	_ = g.run(func(L *vm.LState) error { // what fails, as an __index of its own, gives nothing
		kind = describe(L.GetField(g.ruleset, name))
		return nil
	})
	return kind
}

func emptyContext(id string) []byte {
	context, err := json.Marshal(abi.Context{ABI: abi.Version, SessionID: id, HookEvent: abi.EventPrompt, Now: "2026-01-02T03:04:05Z"})
	if err != nil {
		panic(err) // texts and numbers always encode
	}
	return context
}
