package lua

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

func start(t *testing.T, code string, sandbox abi.Sandbox) *guest {
	t.Helper()
	if sandbox.Budgets == (abi.Budgets{}) {
		sandbox.Budgets = abi.DefaultBudgets()
	}
	started, err := Start(abi.Program{ID: "custom/x", Name: "custom/x.lua", Code: []byte(code)}, sandbox)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { started.Close() })
	return started.(*guest)
}

func faultOf(t *testing.T, err error) *abi.Fault {
	t.Helper()
	fault, ok := errors.AsType[*abi.Fault](err)
	if !ok {
		t.Fatalf("got %v, want a fault", err)
	}
	return fault
}

// Ensure that fuel is counted alike every time, and over both functions of one
// event together.
func TestFuelIsDeterministic(t *testing.T) {
	code := `local function work() local t = {} for i = 1, 100 do t[#t + 1] = ("x" .. i):upper() end table.sort(t) return {} end
return { evaluate_activation = work, evaluate_deactivation = work }`
	left := map[int64]bool{}
	for range 5 {
		g := start(t, code, abi.Sandbox{})
		before := g.fuel
		for _, function := range []string{abi.Activation, abi.Deactivation} {
			if _, err := g.Evaluate(function, []byte("{}")); err != nil {
				t.Fatal(err)
			}
		}
		if g.fuel >= before-200 {
			t.Errorf("fuel went from %d to %d", before, g.fuel)
		}
		left[g.fuel] = true
	}
	if len(left) != 1 {
		t.Errorf("different amounts left: %v", left)
	}
}

// Ensure that a guest whose budget is gone stays ended and keeps its reason.
func TestSpentStaysSpent(t *testing.T) {
	g := start(t, `return { evaluate_activation = function() while true do end end, evaluate_deactivation = function() return {} end }`, abi.Sandbox{})
	_, first := g.Evaluate(abi.Activation, []byte("{}"))
	_, second := g.Evaluate(abi.Deactivation, []byte("{}"))
	if fault := faultOf(t, first); fault.Code != abi.Limit || !strings.HasPrefix(fault.Message, "fuel: ") || !strings.HasSuffix(fault.Message, "custom/x.lua:1") {
		t.Errorf("got %v", first)
	}
	if fmt.Sprint(first) != fmt.Sprint(second) {
		t.Errorf("first %v, then %v", first, second)
	}
}

// Ensure that a guest does nothing more once a budget is gone, whatever it
// catches: not one instruction, and no host call.
func TestLimitEndsAtOnce(t *testing.T) {
	for _, body := range []string{`("x"):rep(1e9)`, "local function f() return 1 + f() end f()", "while true do end"} {
		calls := 0
		g := start(t, "return { evaluate_activation = function() pcall(function() "+body+" end) impressionism.log('info', 'on') end }", abi.Sandbox{
			Calls: abi.Calls, Invoke: func(string, []byte) []byte { calls++; return []byte(`{"ok":null}`) },
		})
		if _, err := g.Evaluate(abi.Activation, []byte("{}")); faultOf(t, err).Code != abi.Limit {
			t.Errorf("%s: got %v", body, err)
		}
		if calls != 0 {
			t.Errorf("%s: the guest went on", body)
		}
	}
}

// Ensure that a request costs by its length: the host reads all of it, and a budget
// would otherwise pay for seconds of its search.
func TestLongRequestsCost(t *testing.T) {
	asked := 0
	g := start(t, `return { evaluate_activation = function() local q = ("a"):rep(200000) while true do impressionism.search(q, 5) end end }`, abi.Sandbox{
		Budgets: abi.DefaultBudgets(), Calls: abi.Calls, Invoke: func(_ string, request []byte) []byte { asked += len(request); return []byte(`{"ok":[]}`) },
	})
	if _, err := g.Evaluate(abi.Activation, []byte("{}")); faultOf(t, err).Code != abi.Limit {
		t.Errorf("got %v", err)
	}
	if most := 4 * int(abi.DefaultBudgets().Fuel); asked == 0 || asked > most {
		t.Errorf("the host read %d bytes for all fuel, want at most %d", asked, most)
	}
}

// Ensure that an ordinary error of one function leaves the other its say.
func TestErrorIsNotTheEnd(t *testing.T) {
	g := start(t, `return { evaluate_activation = function() error("x") end, evaluate_deactivation = function() return { 1 } end }`, abi.Sandbox{})
	if _, err := g.Evaluate(abi.Activation, []byte("{}")); faultOf(t, err).Code != abi.Internal {
		t.Errorf("got %v", err)
	}
	answer, err := g.Evaluate(abi.Deactivation, []byte("{}"))
	if err != nil || string(answer) != "[1]" {
		t.Errorf("got %s, %v", answer, err)
	}
}

// Ensure that the host can stop a guest at any instruction, and that neither
// pcall nor a long library call stands in the way.
func TestStop(t *testing.T) {
	for _, body := range []string{
		"while true do end",
		"while true do pcall(function() while true do end end) end",
		`while true do ("a"):rep(3000):find(("a*"):rep(20) .. "b") end`,
		"while true do impressionism.log('debug', 'x') end",
	} {
		budgets := abi.DefaultBudgets()
		budgets.Fuel, budgets.HostCalls, budgets.MemoryBytes = 1<<50, 1<<40, 1<<50
		var stop atomic.Bool
		g := start(t, "return { evaluate_activation = function() "+body+" end }", abi.Sandbox{
			Budgets: budgets, Stop: &stop, Calls: abi.Calls, Invoke: func(string, []byte) []byte { return []byte(`{"ok":null}`) },
		})
		timer := time.AfterFunc(20*time.Millisecond, func() { stop.Store(true) })
		defer timer.Stop()
		begin := time.Now()
		_, err := g.Evaluate(abi.Activation, []byte("{}"))
		if fault := faultOf(t, err); fault.Code != abi.Limit || !strings.HasPrefix(fault.Message, "time: ") {
			t.Errorf("%s: got %v", body, err)
		}
		if took := time.Since(begin); took > 20*time.Second {
			t.Errorf("%s: took %v", body, took)
		}
	}
}

// Ensure that what is passed in is bounded and has to be JSON.
func TestContextLimits(t *testing.T) {
	g := start(t, "return { evaluate_activation = function() return {} end }", abi.Sandbox{})
	_, err := g.Evaluate(abi.Activation, make([]byte, abi.DefaultBudgets().ContextBytes+1))
	if fault := faultOf(t, err); fault.Code != abi.Limit || !strings.HasPrefix(fault.Message, "context: ") {
		t.Errorf("got %v", err)
	}
	if _, err := g.Evaluate(abi.Activation, []byte("{")); faultOf(t, err).Code != abi.Internal {
		t.Errorf("got %v", err)
	}
	if answer, err := g.Evaluate(abi.Activation, []byte(`{"deep":`+strings.Repeat("[", 20)+strings.Repeat("]", 20)+`}`)); err != nil {
		t.Errorf("got %s, %v", answer, err)
	}
}

// Ensure that random numbers come from the event's seed alone.
func TestSeed(t *testing.T) {
	code := "return { evaluate_activation = function() return { math.random(1000000), math.random(1000000) } end }"
	answers := map[uint64]string{}
	for _, seed := range []uint64{1, 2, 1} {
		g := start(t, code, abi.Sandbox{Seed: seed})
		answer, err := g.Evaluate(abi.Activation, []byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		if before := answers[seed]; before != "" && before != string(answer) {
			t.Errorf("seed %d: %s, then %s", seed, before, answer)
		}
		answers[seed] = string(answer)
	}
	if answers[1] == answers[2] {
		t.Errorf("both seeds give %s", answers[1])
	}
}

// Ensure that a closed guest says so.
func TestClosed(t *testing.T) {
	g := start(t, "return {}", abi.Sandbox{})
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Evaluate(abi.Activation, []byte("{}")); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("got %v", err)
	}
}

// Ensure that two guests do not see each other, though one library serves both.
func TestGuestsAreApart(t *testing.T) {
	a := start(t, "shared = 1\nreturn { evaluate_activation = function() return { tostring(shared) } end }", abi.Sandbox{})
	b := start(t, "return { evaluate_activation = function() return { tostring(shared) } end }", abi.Sandbox{})
	for g, want := range map[*guest]string{a: `["1"]`, b: `["nil"]`} {
		if answer, err := g.Evaluate(abi.Activation, []byte("{}")); err != nil || string(answer) != want {
			t.Errorf("got %s, %v, want %s", answer, err, want)
		}
	}
}
