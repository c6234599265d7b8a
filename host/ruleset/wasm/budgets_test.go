package wasm

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure every budget that is gone ends the guest with a Limit that begins with
// its name, the same under both engines, and that the guest stays ended.
func TestBudgets(t *testing.T) {
	loop := func(body string) string { return "loop " + body + " br 0 end unreachable" }
	for name, c := range map[string]struct {
		code  func(b *builder) string
		lower func(*abi.Budgets)
		want  string
	}{
		"fuel":       {func(*builder) string { return loop("") }, nil, "fuel: all 20000 units used in evaluate_activation"},
		"recursion":  {func(*builder) string { return "call evaluate_activation" }, nil, "recursion: calls nested deeper than the stack allows in evaluate_activation"},
		"grow":       {func(*builder) string { return loop("i32.const 100 memory.grow i32.const -1 i32.eq if unreachable end") }, func(b *abi.Budgets) { b.Fuel = 2_000_000 }, "memory: more than 67108864 bytes asked for in evaluate_activation"},
		"grow, said": {func(b *builder) string { return "i32.const 9999 memory.grow drop" + b.failing("no room") }, nil, "memory: more than 67108864 bytes asked for, and the guest failed: no room"},
		"alloc":      {func(*builder) string { return loop("i64.const 1000000 call env.alloc drop") }, nil, "memory: more than 67108864 bytes asked for in extism:host/env.alloc"},
		"alloc, low": {func(*builder) string { return loop("i64.const 1000 call env.alloc drop") }, func(b *abi.Budgets) { b.MemoryBytes = 200_000 }, "memory: more than 200000 bytes asked for in extism:host/env.alloc"},
		"alloc, all": {func(*builder) string { return loop("i64.const -1 call env.alloc drop") }, func(b *abi.Budgets) { b.MemoryBytes = 1 << 60 }, "memory: more than 1152921504606846976 bytes asked for in extism:host/env.alloc"},
		"at start":   {func(*builder) string { return "i32.const 0" }, func(b *abi.Budgets) { b.MemoryBytes = 100_000 }, "memory: the module starts with 131072 bytes, at most 100000 are given"},
		"answer":     {func(*builder) string { return "i64.const 8 i64.const 262145 call env.output_set i32.const 0" }, nil, "answer: 262145 bytes were returned, at most 262144 are taken in extism:host/env.output_set"},
		"answer, −1": {func(*builder) string { return "i64.const 8 i64.const -1 call env.output_set i32.const 0" }, nil, "answer: 18446744073709551615 bytes were returned, at most 262144 are taken in extism:host/env.output_set"},
		"host calls": {func(*builder) string { return loop("i64.const 0 call user.session call env.free") }, func(b *abi.Budgets) { b.HostCalls = 10 }, "host_calls: more than 10 in extism:host/user.session"},
		"variables": {func(b *builder) string {
			return loop(b.text("k") + "call put" + b.text("v") + "call put call env.var_set")
		}, nil, "fuel: all 20000 units used"},
		"host work": {func(*builder) string {
			return loop("i64.const 800000 call env.alloc local.tee 1 local.get 1 call env.var_set local.get 1 call env.free")
		}, nil, "fuel: all 20000 units used in extism:host/env.var_set"},
		"random": {func(*builder) string { return loop("i32.const 0 i32.const 65536 call wasi.random_get drop") }, nil, "fuel: all 20000 units used in wasi_snapshot_preview1.random_get"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newModule(t)
			module := b.activation(c.code(b)).function(abi.Deactivation, "-> i32", "", "i32.const 0").bytes()
			engines(t, func(t *testing.T, r *Runtime) {
				trust(t, r, module)
				sandbox := sandboxOf(nil)
				sandbox.Budgets.Fuel = 20_000
				if c.lower != nil {
					c.lower(&sandbox.Budgets)
				}
				g, first := r.Start(programOf(module), sandbox)
				if first == nil {
					defer g.Close()
					_, first = g.Evaluate(abi.Activation, []byte("{}"))
					if _, second := g.Evaluate(abi.Deactivation, []byte("{}")); second != first {
						t.Errorf("then it went on: %v", second)
					}
				}
				if got := faultOf(t, first); got.Code != abi.Limit || !strings.HasPrefix(got.Message, c.want) {
					t.Errorf("got  %v\nwant %s", got, c.want)
				}
			})
		})
	}
}

// Ensure fuel is a function of the module and its inputs: the same on every run
// and under both engines, over both functions together, and in whole units.
func TestFuel(t *testing.T) {
	b := newModule(t)
	b.activation("loop local.get 0 i32.const 1 i32.add local.tee 0 i32.const 1000 i32.eq i32.eqz br_if 0 end" + b.answering("[]"))
	b.function(abi.Deactivation, "-> i32", "", b.answering("[]"))
	module := b.bytes()
	used := map[[2]int64]bool{}
	engines(t, func(t *testing.T, r *Runtime) {
		trust(t, r, module)
		for range 3 {
			g := startGuest(t, r, module, sandboxOf(nil))
			var units [2]int64
			for i, function := range []string{abi.Activation, abi.Deactivation} {
				if _, err := g.Evaluate(function, []byte("{}")); err != nil {
					t.Fatal(err)
				}
				units[i] = g.(abi.Metered).FuelUsed()
			}
			used[units] = true
		}
	})
	if len(used) != 1 {
		t.Errorf("different amounts: %v", used)
	}
	for units := range used {
		if units[0] < 7000/64 || units[0] > 300 || units[1] <= units[0] {
			t.Errorf("%v units for some 7,000 instructions and a little more", units)
		}
	}
}

// Ensure a limit that the host answered is passed on as one when the guest
// reports it, and that neither another text nor another error becomes one.
func TestPassedOn(t *testing.T) {
	limit := string(abi.EncodeFault(&abi.Fault{Code: abi.Limit, Message: "depth: more than 3 rulesets deep"}))
	for _, c := range []struct{ reply, says, want string }{
		{limit, "limit: depth: more than 3 rulesets deep", "limit: depth: more than 3 rulesets deep"},
		{limit, "panicked at src/lib.rs:3: limit: depth: more than 3 rulesets deep", "limit: depth: more than 3 rulesets deep"},
		{limit, "limit: time: stopped by the host", "internal: limit: time: stopped by the host"},
		{limit, "something else", "internal: something else"},
		{limit, "depth: more than 3 rulesets deep", "internal: depth: more than 3 rulesets deep"},
		{`{"ok":"limit: depth: more than 3 rulesets deep"}`, "limit: depth: more than 3 rulesets deep", "internal: limit: depth: more than 3 rulesets deep"},
	} {
		b := newModule(t)
		module := b.activation("i64.const 0 call user.evaluate drop" + b.failing(c.says)).bytes()
		r := openRuntime(t, Config{})
		trust(t, r, module)
		g := startGuest(t, r, module, sandboxOf(func(string, []byte) []byte { return []byte(c.reply) }))
		_, err := g.Evaluate(abi.Activation, []byte("{}"))
		if got := faultOf(t, err).Error(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// Ensure the context is bounded.
func TestContextLimit(t *testing.T) {
	module := newModule(t).activation("i32.const 0").bytes()
	r := openRuntime(t, Config{})
	trust(t, r, module)
	g := startGuest(t, r, module, sandboxOf(nil))
	_, err := g.Evaluate(abi.Activation, make([]byte, abi.DefaultBudgets().ContextBytes+1))
	if got, want := faultOf(t, err).Error(), "limit: context: 1048577 bytes, at most 1048576 are passed to a ruleset"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Ensure the host can end a guest that calls it, whichever function it calls.
func TestStop(t *testing.T) {
	for _, call := range []string{"i64.const 0 call user.session drop", "call env.input_length drop", "call wasi.sched_yield drop"} {
		module := newModule(t).activation("loop " + call + " br 0 end unreachable").bytes()
		r := openRuntime(t, Config{})
		trust(t, r, module)
		sandbox := sandboxOf(nil)
		sandbox.Budgets.Fuel, sandbox.Budgets.HostCalls = 1<<62, 1<<40
		g := startGuest(t, r, module, sandbox)
		timer := time.AfterFunc(20*time.Millisecond, func() { sandbox.Stop.Store(true) })
		defer timer.Stop()
		_, err := g.Evaluate(abi.Activation, []byte("{}"))
		if got := faultOf(t, err).Error(); !strings.HasPrefix(got, "limit: time: stopped by the host in ") {
			t.Errorf("%s: got %s", call, got)
		}
	}
}

// Ensure a host call that is stopped while the host answers it does not go on,
// and that a sandbox without a stop flag is served.
func TestStopInside(t *testing.T) {
	b := newModule(t)
	module := b.activation("i64.const 0 call user.session drop" + b.answering("[]")).bytes()
	r := openRuntime(t, Config{})
	trust(t, r, module)
	for _, stop := range []*atomic.Bool{nil, new(atomic.Bool)} {
		sandbox := sandboxOf(func(string, []byte) []byte {
			if stop != nil {
				stop.Store(true)
			}
			return []byte(`{"ok":null}`)
		})
		sandbox.Stop = stop
		answer, err := startGuest(t, r, module, sandbox).Evaluate(abi.Activation, []byte("{}"))
		if got, want := fmt.Sprint(err), "limit: time: stopped by the host in extism:host/user.session"; stop != nil && got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if stop == nil && string(answer) != "[]" {
			t.Errorf("got %s, %v", answer, err)
		}
	}
}
