package lua_test

import (
	"sync"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
)

// Ensure that code which was compiled for an earlier guest gives the same answer
// for the same fuel, for many guests at once, and that changed code is compiled.
func TestCompiled(t *testing.T) {
	compiled := lua.NewCompiled()
	source := `local n = 0 for i = 1, 100 do n = n + i end
		return { evaluate_activation = function() n = n + 1 return { { ref = "skill:a", reason = tostring(n) } } end }`
	run := func(start abi.Start, code string) (string, int64) {
		guest, err := start(abi.Program{ID: "custom/x", Name: "x.lua", Code: []byte(code)}, abi.Sandbox{Budgets: abi.DefaultBudgets()})
		if err != nil {
			t.Error(err)
			return "", 0
		}
		defer guest.Close() //nolint:errcheck // it holds nothing but memory
		answer, err := guest.Evaluate(abi.Activation, []byte(`{}`))
		if err != nil {
			t.Error(err)
		}
		return string(answer), guest.(abi.Metered).FuelUsed()
	}
	want, fuel := run(lua.Start, source)
	var workers sync.WaitGroup
	for range 20 {
		workers.Go(func() {
			if got, used := run(compiled.Start, source); got != want || used != fuel {
				t.Errorf("got %s for %d units, want %s for %d", got, used, want, fuel)
			}
		})
	}
	workers.Wait()
	if got, _ := run(compiled.Start, source+"\n"); got != want {
		t.Errorf("got %s", got)
	}
	if got, _ := run(compiled.Start, `return { evaluate_activation = function() return {} end }`); got == want {
		t.Errorf("changed code gives %s", got)
	}
}

// Ensure that a program which was prepared is not compiled again, that its guest
// pays all the same, and that what is wrong with it is told when it starts.
func TestPrepare(t *testing.T) {
	program := abi.Program{ID: "custom/x", Name: "x.lua", Code: []byte(`return { evaluate_activation = function() return {} end }`)}
	sandbox := abi.Sandbox{Budgets: abi.DefaultBudgets()}
	plain, err := lua.Start(program, sandbox)
	if err != nil {
		t.Fatal(err)
	}
	compiled := lua.NewCompiled()
	compiled.Prepare(program, sandbox.Budgets)
	allocated := func(start abi.Start) float64 {
		return testing.AllocsPerRun(10, func() {
			guest, err := start(program, sandbox)
			if err != nil {
				t.Error(err)
			}
			if used, want := guest.(abi.Metered).FuelUsed(), plain.(abi.Metered).FuelUsed(); used != want {
				t.Errorf("it used %d units, want %d", used, want)
			}
		})
	}
	if anew, ready := allocated(lua.Start), allocated(compiled.Start); ready > anew-100 {
		t.Errorf("a prepared start allocates %.0f times, one anew %.0f", ready, anew)
	}
	broken := abi.Program{ID: "custom/x", Name: "x.lua", Code: []byte("return {\n")}
	compiled.Prepare(broken, sandbox.Budgets)
	if _, err := compiled.Start(broken, sandbox); err == nil {
		t.Error("a broken program was started")
	}
}

// Ensure a guest whose code was compiled for an earlier one decides the same and
// needs to the unit the same fuel, also of a module, and that an edited file is
// compiled anew.
func TestCompiledModule(t *testing.T) {
	module := "return { word = 'told' }"
	code := `local m = require("custom.words")
return { evaluate_activation = function() local text = "" for i = 1, 3 do text = text .. m.word end return {{ skill_id = text }} end }`
	compiled := lua.NewCompiled()
	ask := func(start abi.Start, code string, fuel int64) string {
		t.Helper()
		budgets := abi.DefaultBudgets()
		budgets.Fuel = fuel
		program := abi.Program{ID: "custom/x", Name: "custom/x.lua", Code: []byte(code), Require: func(name string) (string, []byte, error) { return name + ".lua", []byte(module), nil }}
		guest, err := start(program, abi.Sandbox{Budgets: budgets})
		if err != nil {
			return "error"
		}
		defer guest.Close()
		answer, err := guest.Evaluate(abi.Activation, []byte(`{}`))
		if err != nil {
			return "error"
		}
		return string(answer)
	}
	least := int64(0)
	for step := int64(1 << 24); step > 0; step /= 2 {
		if ask(lua.Start, code, least+step) == "error" {
			least += step
		}
	}
	const want = `[{"ref":"skill:toldtoldtold"}]`
	for range 2 {
		if got := ask(compiled.Start, code, least+1); got != want {
			t.Errorf("with %d units: got %s", least+1, got)
		}
		if got := ask(compiled.Start, code, least); got != "error" {
			t.Errorf("with %d units: got %s", least, got)
		}
	}
	module = "return { word = 'new' }"
	if got := ask(compiled.Start, code, least*2); got != `[{"ref":"skill:newnewnew"}]` {
		t.Errorf("after an edit: got %s", got)
	}
}
