package lua

import (
	"fmt"
	"os"
	"strings"
	"testing"

	vm "github.com/yuin/gopher-lua"

	"github.com/ed-irl/impressionism/abi"
)

const concatSetup = `
local function f() return "F", "G" end
local t = setmetatable({}, { __concat = function(a, b)
  return (type(a) == "table" and "T" or a) .. "+" .. (type(b) == "table" and "T" or b)
end })
local u = setmetatable({}, { __concat = 5 })
`

// Ensure that the helper behind ".." does what the interpreter's instruction
// does: values, conversions, metamethods, their order, and error texts.
func TestConcatAgreesWithInterpreter(t *testing.T) {
	lines, err := os.ReadFile("testdata/concat.txt")
	if err != nil {
		t.Fatal(err)
	}
	for expression := range strings.Lines(string(lines)) {
		expression = strings.TrimSpace(expression)
		body := concatSetup + "local ok, v = pcall(function() return " + expression + " end)\nlocal shown = tostring(v)\n"
		want := stockResult(t, body+"result = shown")
		got := sandboxResult(t, body+"return { evaluate_activation = function() return shown end }")
		if got != want {
			t.Errorf("%s\ngot  %s\nwant %s", expression, got, want)
		}
	}
}

func stockResult(t *testing.T, code string) string {
	t.Helper()
	L := vm.NewState()
	defer L.Close()
	function, err := L.Load(strings.NewReader(code), "x.lua")
	if err != nil {
		return "refused"
	}
	L.Push(function)
	if err := L.PCall(0, 0, nil); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%q", L.GetGlobal("result").String())
}

func sandboxResult(t *testing.T, code string) string {
	t.Helper()
	guest, err := Start(abi.Program{Name: "x.lua", Code: []byte(code)}, abi.Sandbox{Budgets: abi.DefaultBudgets()})
	if err != nil {
		if strings.Contains(err.Error(), "syntax error") {
			return "refused"
		}
		t.Fatal(err)
	}
	defer guest.Close()
	answer, err := guest.Evaluate(abi.Activation, []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	return string(answer)
}
