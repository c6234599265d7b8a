package wasm

import (
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure what the host does for a guest is paid for: each call, and each byte
// that crosses.
func TestHostWorkIsCharged(t *testing.T) {
	r := openRuntime(t, Config{})
	used := func(code string, reply int) int64 {
		module := newModule(t).activation(code + " i32.const 0").bytes()
		trust(t, r, module)
		g := startGuest(t, r, module, sandboxOf(func(string, []byte) []byte { return []byte(strings.Repeat(" ", reply-2) + "{}") }))
		if _, err := g.Evaluate(abi.Activation, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		return g.(abi.Metered).FuelUsed()
	}
	nothing := used("", 2)
	for name, c := range map[string]struct {
		code     string
		reply    int
		min, max int64
	}{
		"host call":  {code: "i64.const 0 call user.session drop", reply: 2, min: 200, max: 205},
		"reply":      {code: "i64.const 0 call user.session drop", reply: 64_000, min: 2200, max: 2210},
		"request":    {code: "i64.const 4096 call env.alloc call user.session drop", reply: 2, min: 328, max: 343},
		"long one":   {code: "i64.const 64000 call env.alloc call user.session drop", reply: 2, min: 17_176, max: 17_191},
		"output":     {code: "i64.const 64000 call env.alloc i64.const 64000 call env.output_set", reply: 2, min: 2000, max: 2015},
		"random":     {code: "i32.const 0 i32.const 64000 call wasi.random_get drop", reply: 2, min: 2000, max: 2005},
		"some bytes": {code: "call env.input_length drop", reply: 2, min: 1, max: 2},
	} {
		if got := used(c.code, c.reply) - nothing; got < c.min || got > c.max {
			t.Errorf("%s: %d units, want %d to %d", name, got, c.min, c.max)
		}
	}
}

// Ensure the host may keep a request, whatever the guest does with its block.
func TestRequestIsACopy(t *testing.T) {
	b := newModule(t)
	module := b.activation(b.text("{}") + "call put local.tee 1 call user.session drop local.get 1 i32.const 120 call env.store_u8 i32.const 0").bytes()
	r := openRuntime(t, Config{})
	trust(t, r, module)
	var kept []byte
	g := startGuest(t, r, module, sandboxOf(func(_ string, request []byte) []byte {
		kept = request
		return []byte(`{"ok":null}`)
	}))
	if _, err := g.Evaluate(abi.Activation, []byte("{}")); err != nil || string(kept) != "{}" {
		t.Errorf("kept %s, %v", kept, err)
	}
}

// Ensure the input of the first function is gone when the second one begins.
func TestInputIsFreed(t *testing.T) {
	code := "call env.input_offset i32.wrap_i64 i32.const 8 i32.sub" // 0 where it is the first block
	module := newModule(t).activation(code).function(abi.Deactivation, "-> i32", "", code).bytes()
	r := openRuntime(t, Config{})
	trust(t, r, module)
	g := startGuest(t, r, module, sandboxOf(nil))
	for _, function := range []string{abi.Activation, abi.Deactivation} {
		if _, err := g.Evaluate(function, []byte("{}")); err != nil {
			t.Errorf("%s: %v", function, err)
		}
	}
}
