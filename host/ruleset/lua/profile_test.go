package lua

import (
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure that all fuel is told by line, that of host calls by their name, too, that
// reading file and context are told apart, and that neither answer nor fuel changes:
// also behind a pcall, in a required module, and in a chunk that fails.
func TestProfile(t *testing.T) {
	code := []byte(`local part = require("part")
local M = {}
function M.evaluate_activation(context)
  pcall(function()
    for i = 1, 1000 do part.work(i) end
    error("stop")
  end)
  impressionism.param("a", context.user_prompt)
  return {}
end
return M
`)
	part := []byte("local P = {}\nfunction P.work(i)\n  return string.rep('x', i)\nend\nreturn P\n")
	program := abi.Program{ID: "a/b", Name: "a/b.lua", Code: code, Require: func(string) (string, []byte, error) { return "a/part.lua", part, nil }}
	sandbox := abi.Sandbox{
		Budgets: abi.DefaultBudgets(), Calls: abi.Calls,
		Invoke: func(string, []byte) []byte { return []byte(`{"ok":"some text that is read"}`) },
	}
	profile := NewProfile()
	var fuel []int64
	for _, begin := range []abi.Start{Start, profile.Start} {
		guest, err := begin(program, sandbox)
		if err != nil {
			t.Fatal(err)
		}
		if answer, err := guest.Evaluate(abi.Activation, []byte(`{"user_prompt":"x"}`)); err != nil || string(answer) != "[]" {
			t.Errorf("got %s, %v", answer, err)
		}
		if _, err := guest.Evaluate(abi.Deactivation, []byte(`{"user_prompt":"x"}`)); err != nil {
			t.Error(err)
		}
		fuel = append(fuel, guest.(abi.Metered).FuelUsed())
		if err := guest.Close(); err != nil {
			t.Fatal(err)
		}
	}
	sum, by := int64(0), map[place]int64{}
	for _, line := range profile.Lines() {
		sum += line.Fuel
		by[place{line.File, line.Line}] = line.Fuel
	}
	if fuel[0] != fuel[1] || sum != fuel[0] {
		t.Errorf("fuel %v, by line %d", fuel, sum)
	}
	if first := profile.Lines()[0]; first.File != "a/part.lua" || first.Line != 3 || first.Fuel < 1000*500/bytesPerUnit {
		t.Errorf("most was used by %+v", first)
	}
	reading := int64(len(code) * parseUnitsPerByte)
	if got := by[place{"a/b.lua", 0}]; got < reading || got > 20*reading {
		t.Errorf("reading the file: %d", got)
	}
	if by[place{}] == 0 || by[place{"a/b.lua", 1}] < int64(len(part)*parseUnitsPerByte) {
		t.Errorf("context %d, require %d", by[place{}], by[place{"a/b.lua", 1}])
	}
	call := profile.CallFuel("param")
	if line := by[place{"a/b.lua", 8}]; call < hostCallUnits || call >= line || line > 2*call {
		t.Errorf("the host call used %d, its line %d", call, line)
	}
	if profile.CallFuel("log") != 0 {
		t.Error("a call that was not made used fuel")
	}
}

// Ensure that a guest that does not start, or runs out of fuel, is told as well.
func TestProfileOfFailures(t *testing.T) {
	sandbox := abi.Sandbox{Budgets: abi.DefaultBudgets()}
	profile := NewProfile()
	if _, err := profile.Start(abi.Program{ID: "a/b", Name: "b.lua", Code: []byte("local x = 1\nwhile true do x = 1 end\n")}, sandbox); err == nil {
		t.Fatal("it started")
	}
	sum := int64(0)
	for _, line := range profile.Lines() {
		sum += line.Fuel
	}
	if first := profile.Lines()[0]; first.Line != 2 || sum != sandbox.Budgets.Fuel {
		t.Errorf("most %+v, all %d", first, sum)
	}
}
