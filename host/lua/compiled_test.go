package lua_test

import (
	"sync"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/lua"
)

// Ensure that code which was compiled for an earlier guest gives the same answer
// for the same fuel, for many guests at once, and that changed code is compiled.
func TestCompiled(t *testing.T) {
	compiled := lua.NewCompiled()
	source := `local n = 0 for i = 1, 100 do n = n + i end
		return { evaluate_activation = function() n = n + 1 return { { skill_id = "a", reason = tostring(n) } } end }`
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
