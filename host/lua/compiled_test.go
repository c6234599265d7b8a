package lua_test

import (
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/lua"
)

// Ensure a guest whose code was compiled for an earlier one decides the same and
// needs to the unit the same fuel, also of a module, and that an edited file is
// compiled anew.
func TestCompiled(t *testing.T) {
	module := "return { word = 'told' }"
	code := `local m = require("custom.words")
return { evaluate_activation = function() local text = "" for i = 1, 3 do text = text .. m.word end return {{ skill_id = text }} end }`
	compiled := &lua.Compiled{}
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
	const want = `[{"skill_id":"toldtoldtold"}]`
	for range 2 {
		if got := ask(compiled.Start, code, least+1); got != want {
			t.Errorf("with %d units: got %s", least+1, got)
		}
		if got := ask(compiled.Start, code, least); got != "error" {
			t.Errorf("with %d units: got %s", least, got)
		}
	}
	module = "return { word = 'new' }"
	if got := ask(compiled.Start, code, least*2); got != `[{"skill_id":"newnewnew"}]` {
		t.Errorf("after an edit: got %s", got)
	}
}
