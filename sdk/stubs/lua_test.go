package stubs_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	vm "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/sdk/stubs"
)

// Ensure that the annotations are a Lua file that declares each host call with the
// positional arguments of abi.Calls, and names each field of each type.
func TestLua(t *testing.T) {
	contract := read(t)
	text := string(contract.Lua())
	chunk, err := parse.Parse(strings.NewReader(text), "impressionism.d.lua")
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string]int{}
	for _, statement := range chunk {
		if f, ok := statement.(*ast.FuncDefStmt); ok {
			name := f.Name.Func.(*ast.AttrGetExpr)
			declared[name.Key.(*ast.StringExpr).Value] = len(f.Func.ParList.Names)
		}
	}
	if len(declared) != len(abi.Calls) {
		t.Errorf("%d functions, want %d", len(declared), len(abi.Calls))
	}
	for _, call := range abi.Calls {
		if arguments, ok := declared[call.Name]; !ok || arguments != len(call.Args) {
			t.Errorf("%s: %d arguments, want %d", call.Name, arguments, len(call.Args))
		}
	}
	for _, of := range contract.Types {
		if of.Name == "ItemPage" {
			continue
		}
		_, class, found := strings.Cut(text, "---@class impressionism."+of.Name+"\n")
		class, _, _ = strings.Cut(class, "\n\n")
		for _, field := range of.Fields {
			optional := "---@field " + field.Name + "? "
			if !found || !strings.Contains(class, "---@field "+field.Name+" ") && !strings.Contains(class, optional) || field.Optional != strings.Contains(class, optional) {
				t.Errorf("%s.%s is not in its class, or not with its mark", of.Name, field.Name)
			}
		}
	}
}

// run starts a ruleset in the real sandbox with a small scripted host and gives
// what it answers.
func run(t *testing.T, code string) (string, error) {
	t.Helper()
	host, err := recorded.New(recorded.Script{Items: []abi.Item{{Ref: abi.Skill("db-migrations"), Embedding: abi.Embedding{Values: []float32{1, 0}}}}})
	if err != nil {
		t.Fatal(err)
	}
	guest, err := lua.Start(abi.Program{ID: "custom/example", Name: "example.lua", Code: []byte(code)}, abi.Sandbox{
		Budgets: abi.DefaultBudgets(), Calls: abi.Calls, Seed: rand.Uint64(),
		Invoke: func(call string, request []byte) []byte { return abi.Invoke(host, abi.DefaultBudgets(), call, request) },
	})
	if err != nil {
		return "", err
	}
	defer guest.Close() //nolint:errcheck // it holds nothing
	answer, err := guest.Evaluate(abi.Activation, []byte(`{"session_id":"session"}`))
	return string(answer), err
}

// Ensure that each Lua example is accepted by the host; what a script has no answer
// to is said to be unavailable.
func TestLuaExamples(t *testing.T) {
	contract := read(t)
	for _, call := range abi.Calls {
		_, err := run(t, fmt.Sprintf(`return { evaluate_activation = function(context)
			local prompt, vector = "a prompt", impressionism.items()[1].embedding
			%s
		end }`, contract.LuaExample(call)))
		if err != nil && !strings.Contains(err.Error(), "unavailable: the scripted host has no") {
			t.Errorf("%s: %v", call.Name, err)
		}
	}
}

// Ensure that what the stub says is missing is what the sandbox has not, and all
// of that, beside the interpreter's own Lua 5.1 (which adds channel).
func TestLuaMissing(t *testing.T) {
	state := vm.NewState()
	defer state.Close()
	globals := state.G.Global
	var names []string
	globals.ForEach(func(key, value vm.LValue) {
		names = append(names, key.String())
		library, ok := value.(*vm.LTable)
		if !ok || value == vm.LValue(globals) {
			return
		}
		library.ForEach(func(inner, _ vm.LValue) { names = append(names, key.String()+"."+inner.String()) })
	})
	var missing []string
	for _, name := range names {
		library, _, inside := strings.Cut(name, ".")
		if library == "channel" || strings.Contains(name, "_") || inside && slices.Contains(missing, library) {
			continue
		}
		answer, err := run(t, fmt.Sprintf(`return { evaluate_activation = function() return { tostring(%s) } end }`, name))
		if err != nil {
			t.Fatal(name, err)
		}
		if answer == `["nil"]` {
			missing = append(missing, name)
		}
	}
	slices.Sort(missing)
	want := slices.Sorted(slices.Values(stubs.LuaMissing))
	if diff := cmp.Diff(want, missing); diff != "" {
		t.Errorf("(-stub +sandbox):\n%s", diff)
	}
}
