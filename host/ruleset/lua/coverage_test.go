package lua

import (
	"fmt"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure that what ran is told apart from what did not, line by line, also behind
// a pcall and in a function that failed; and that watching changes neither the
// answer nor the fuel.
func TestCoverage(t *testing.T) {
	code := []byte(`local M = {}
-- a comment
function M.evaluate_activation(context)
  if context.user_prompt == "never" then
    return nil
  end
  local ok = pcall(function()
    local x = 1
    error("stop")
    x = 2
  end)
  return {}
end

function M.evaluate_deactivation(context)
  return {}
end
return M
`)
	lines, err := CodeLines(code)
	if err != nil || fmt.Sprint(lines) != "[1 3 4 5 7 8 9 10 12 15 16 18]" {
		t.Errorf("lines with code %v, %v", lines, err)
	}
	program := abi.Program{ID: "a/b", Name: "a/b.lua", Code: code}
	sandbox := abi.Sandbox{Budgets: abi.DefaultBudgets()}
	coverage := NewCoverage()
	var fuel []int64
	for _, begin := range []abi.Start{Start, coverage.Start} {
		guest, err := begin(program, sandbox)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := guest.Evaluate(abi.Activation, []byte(`{"user_prompt":"x"}`))
		if err != nil || string(answer) != "[]" {
			t.Errorf("got %s, %v", answer, err)
		}
		fuel = append(fuel, guest.(abi.Metered).FuelUsed())
		if err := guest.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if fuel[0] != fuel[1] {
		t.Errorf("fuel %v", fuel)
	}
	var ran []int
	for _, line := range lines {
		if coverage.Ran("a/b.lua", line) {
			ran = append(ran, line)
		}
	}
	if fmt.Sprint(ran) != "[1 3 4 7 8 9 12 15 18]" {
		t.Errorf("ran %v", ran)
	}
	program.Code = []byte("local x = 1\nerror('no')\n")
	if _, err := coverage.Start(program, sandbox); err == nil || !coverage.Ran("a/b.lua", 2) {
		t.Errorf("a chunk that failed: %v", err)
	}
}
