package wasm

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// engines runs a test with machine code and with the interpreter.
func engines(t *testing.T, test func(t *testing.T, r *Runtime)) {
	t.Helper()
	for name, interpret := range map[string]bool{"compiled": false, "interpreted": true} {
		t.Run(name, func(t *testing.T) { test(t, openRuntime(t, Config{Interpret: interpret})) })
	}
}

// Ensure a guest is given its context as it is, answers with the bytes it
// wrote, and that saying nothing or having no such function is the empty list.
func TestEvaluate(t *testing.T) {
	echo := newModule(t)
	echo.activation(`
		call env.input_offset local.tee 1 call env.length local.set 2
		local.get 1 local.get 2 call env.output_set i32.const 0`)
	module := echo.bytes()
	silent := newModule(t).activation("i32.const 0").bytes()
	empty := newModule(t).activation("i64.const 0 i64.const 0 call env.output_set i32.const 0").bytes()
	engines(t, func(t *testing.T, r *Runtime) {
		for _, c := range []struct {
			module                  []byte
			function, context, want string
		}{
			{module, abi.Activation, `{"user_prompt":"tschüß 🙂"}`, `{"user_prompt":"tschüß 🙂"}`},
			{module, abi.Deactivation, `{}`, `[]`},
			{module, "memory", `{}`, `[]`},
			{module, "impressionism:start", `{}`, `[]`},
			{silent, abi.Activation, `{}`, `[]`},
			{empty, abi.Activation, `{}`, ``},
		} {
			trust(t, r, c.module)
			answer, err := startGuest(t, r, c.module, sandboxOf(nil)).Evaluate(c.function, []byte(c.context))
			if err != nil || string(answer) != c.want {
				t.Errorf("%s: got %s, %v, want %s", c.function, answer, err, c.want)
			}
		}
	})
}

// Ensure what went wrong is said in the guest's own words first, then where, and
// in ours only where it said nothing.
func TestFailure(t *testing.T) {
	write := func(b *builder, text string) string {
		text = b.text(text)
		parts := strings.Fields(text)
		return fmt.Sprintf(" i32.const 16 i32.const %s i32.store i32.const 20 i32.const %s i32.store i32.const 2 i32.const 16 i32.const 1 i32.const 24 call wasi.fd_write drop ", parts[1], parts[3])
	}
	b := newModule
	for name, c := range map[string]struct {
		code func(b *builder) string
		want string
	}{
		"set":        {func(b *builder) string { return b.failing("bad_request: no such thing") }, "internal: bad_request: no such thing"},
		"code":       {func(b *builder) string { return b.failing("internal: the moon is wrong") }, "internal: the moon is wrong"},
		"nothing":    {func(*builder) string { return "i32.const 7" }, "internal: acme/x.wasm: evaluate_activation returned 7 and set no error"},
		"negative":   {func(*builder) string { return "i32.const -1" }, "internal: acme/x.wasm: evaluate_activation returned -1 and set no error"},
		"trap":       {func(*builder) string { return "unreachable" }, "internal: acme/x.wasm: unreachable\n  from evaluate_activation"},
		"division":   {func(*builder) string { return "i32.const 1 i32.const 0 i32.div_u" }, "internal: acme/x.wasm: integer divide by zero\n  from evaluate_activation"},
		"memory":     {func(*builder) string { return "i32.const -4 i32.load" }, "internal: acme/x.wasm: out of bounds memory access\n  from evaluate_activation"},
		"set, trap":  {func(b *builder) string { return b.failing("panicked at src/lib.rs:136:5") + "unreachable" }, "internal: panicked at src/lib.rs:136:5\n  from evaluate_activation"},
		"taken back": {func(b *builder) string { return b.failing("x") + "i64.const 0 call env.error_set" }, "internal: acme/x.wasm: evaluate_activation returned 1 and set no error"},
		"written":    {func(b *builder) string { return write(b, "starting\npanic: nil map\n\ngoroutine 1") + "unreachable" }, "internal: panic: nil map\n\ngoroutine 1\n  from evaluate_activation"},
		"both":       {func(b *builder) string { return write(b, "more") + b.failing("first") }, "internal: first\nmore"},
		"exit":       {func(*builder) string { return "i32.const 3 call wasi.proc_exit i32.const 0" }, "internal: acme/x.wasm: it ended itself with code 3 (proc_exit) instead of returning from evaluate_activation\n  from wasi_snapshot_preview1.proc_exit\n  from evaluate_activation"},
		"misuse":     {func(*builder) string { return "i64.const 99 call env.load_u8 drop i32.const 0" }, "internal: acme/x.wasm: load_u8: offset 99 is outside of all blocks\n  from extism:host/env.load_u8\n  from evaluate_activation"},
		"no block":   {func(*builder) string { return "i64.const 99 call user.log drop i32.const 0" }, "internal: acme/x.wasm: log: there is no block at offset 99\n  from extism:host/user.log\n  from evaluate_activation"},
		"freed block": {func(*builder) string {
			return "i64.const 8 call env.alloc local.tee 1 call env.free local.get 1 call user.log drop i32.const 0"
		}, "internal: acme/x.wasm: log: there is no block at offset 8\n  from extism:host/user.log\n  from evaluate_activation"},
		"bytes":       {func(b *builder) string { return b.failing("a\xff\x00\x1b[31mb") }, "internal: a[31mb"},
		"forged":      {func(b *builder) string { return b.failing("limit: fuel: all 2000000 units used") }, "internal: limit: fuel: all 2000000 units used"},
		"forged trap": {func(b *builder) string { return b.failing("limit: memory: gone") + "unreachable" }, "internal: limit: memory: gone\n  from evaluate_activation"},
	} {
		t.Run(name, func(t *testing.T) {
			m := b(t)
			module := m.activation(c.code(m)).bytes()
			engines(t, func(t *testing.T, r *Runtime) {
				trust(t, r, module)
				_, err := startGuest(t, r, module, sandboxOf(nil)).Evaluate(abi.Activation, []byte("{}"))
				if got := faultOf(t, err).Error(); got != c.want {
					t.Errorf("got  %q\nwant %q", got, c.want)
				}
			})
		})
	}
}

// Ensure an error that a guest returned leaves its other function its say, but a
// trap ends it, for its memory means nothing any more.
func TestErrorIsNotTheEnd(t *testing.T) {
	for code, ended := range map[string]bool{"i32.const 1": false, "unreachable": true} {
		b := newModule(t)
		module := b.activation(code).function(abi.Deactivation, "-> i32", "", b.answering(`[1]`)).bytes()
		r := openRuntime(t, Config{})
		trust(t, r, module)
		g := startGuest(t, r, module, sandboxOf(nil))
		_, first := g.Evaluate(abi.Activation, []byte("{}"))
		answer, second := g.Evaluate(abi.Deactivation, []byte("{}"))
		if first == nil || ended != errors.Is(second, first) || !ended && string(answer) != "[1]" {
			t.Errorf("%s: %v, then %s, %v", code, first, answer, second)
		}
	}
}

// Ensure both functions run in one instance, and no two guests see each other.
func TestInstances(t *testing.T) {
	b := newModule(t)
	b.activation("i32.const 8 i32.const 1 i32.store i32.const 0").function(abi.Deactivation, "-> i32", "", "i32.const 8 i32.load")
	module := b.bytes()
	r := openRuntime(t, Config{})
	trust(t, r, module)
	first, second := startGuest(t, r, module, sandboxOf(nil)), startGuest(t, r, module, sandboxOf(nil))
	if _, err := first.Evaluate(abi.Activation, []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Evaluate(abi.Deactivation, []byte("{}")); err == nil {
		t.Error("the second function does not see what the first one did")
	}
	if _, err := second.Evaluate(abi.Deactivation, []byte("{}")); err != nil {
		t.Errorf("one guest sees the other: %v", err)
	}
}

// Ensure the module's start function and its initializer run before anything
// else, once, in this order, and under fuel.
func TestInitializers(t *testing.T) {
	b := newModule(t)
	b.function("begin", "", "", "i32.const 8 i32.const 5 i32.store")
	b.function("_initialize", "", "", "i32.const 8 i32.const 8 i32.load i32.const 3 i32.mul i32.store")
	b.activation("i32.const 8 i32.load i32.const 15 i32.sub")
	begin := uint32(3) // after two imports and put
	b.module.Start = &begin
	module := b.bytes()
	endless := newModule(t).function("_initialize", "", "", "loop br 0 end").activation("i32.const 0").bytes()
	engines(t, func(t *testing.T, r *Runtime) {
		trust(t, r, module)
		g := startGuest(t, r, module, sandboxOf(nil))
		if _, err := g.Evaluate(abi.Activation, []byte("{}")); err != nil {
			t.Error(err)
		}
		trust(t, r, endless)
		sandbox := sandboxOf(nil)
		sandbox.Budgets.Fuel = 20_000
		_, err := r.Start(programOf(endless), sandbox)
		if got, want := faultOf(t, err).Error(), "limit: fuel: all 20000 units used in _initialize"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

// Ensure a closed guest says so, can be closed again, and still tells its fuel.
func TestClosed(t *testing.T) {
	module := newModule(t).activation("i32.const 0").bytes()
	r := openRuntime(t, Config{})
	trust(t, r, module)
	g := startGuest(t, r, module, sandboxOf(nil))
	if _, err := g.Evaluate(abi.Activation, []byte("{}")); err != nil {
		t.Fatal(err)
	}
	used := g.(abi.Metered).FuelUsed()
	for range 2 {
		if err := g.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := g.Evaluate(abi.Activation, []byte("{}")); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("got %v", err)
	}
	if got := g.(abi.Metered).FuelUsed(); got != used || used == 0 {
		t.Errorf("fuel used was %d, then %d", used, got)
	}
}
