package meter

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// endless are programs that never end by themselves, or only after ages.
var endless = map[string]func(p *program){
	"empty loop":  func(p *program) { p.function("run", "i32 ->", "", "loop br 0 end") },
	"nested loop": func(p *program) { p.function("run", "i32 ->", "", "loop loop br 1 end end") },
	"loop behind a condition": func(p *program) {
		p.function("run", "i32 ->", "", "loop i32.const 1 br_if 0 end")
	},
	"loop with a table of branches": func(p *program) {
		p.function("run", "i32 ->", "", "loop block block i32.const 0 br_table 2,0,1 end end end")
	},
	"loop in a callee": func(p *program) {
		p.function("spin", "->", "", "loop br 0 end")
		p.function("run", "i32 ->", "", "call 0")
	},
	"brief callee in a loop": func(p *program) {
		p.function("brief", "->", "", "nop")
		p.function("run", "i32 ->", "", "loop call 0 br 0 end")
	},
	"prepaid callee in a loop": func(p *program) {
		p.function("", "->", "", "nop")
		p.function("run", "i32 ->", "", "loop call 0 br 0 end")
	},
	"calls that double": func(p *program) { // 2 to the 60th, without a loop or recursion
		p.function("f0", "->", "", "nop")
		for i := range 60 {
			p.function(fmt.Sprintf("f%d", i+1), "->", "", fmt.Sprintf("call %d call %d", i, i))
		}
		p.function("run", "i32 ->", "", "call 60")
	},
	"fill": func(p *program) {
		p.function("run", "i32 ->", "", "loop i32.const 0 i32.const 1 i32.const 65536 memory.fill br 0 end")
	},
	"copies without a loop": func(p *program) {
		p.function("run", "i32 ->", "", strings.Repeat("i32.const 0 i32.const 0 i32.const 65536 memory.copy ", 2000))
	},
}

// Ensure what does not end by itself ends when its fuel is used up, the counter
// says so, and both engines agree on the count.
func TestFuelEndsEverything(t *testing.T) {
	for name, make := range endless {
		t.Run(name, func(t *testing.T) {
			p := newProgram(t)
			make(p)
			metered := instrument(t, p.bytes())
			began := time.Now()
			fast := compiler(t).run(metered, "run", []uint64{1})
			took := time.Since(began)
			slow := interpreter(t).run(metered, "run", []uint64{1})
			if !strings.Contains(fast.trap, "unreachable") || fast.used <= budget {
				t.Errorf("got trap %q and %d used of %d", fast.trap, fast.used, budget)
			}
			if fast.used != slow.used {
				t.Errorf("compiler used %d, interpreter %d", fast.used, slow.used)
			}
			if over := fast.used - budget; over > 10_000 {
				t.Errorf("it ran for %d longer than it had", over)
			}
			if took > time.Minute {
				t.Errorf("it took %s", took)
			}
		})
	}
}

// deep are programs that call until the stack is used up.
var deep = map[string]func(p *program){
	"itself": func(p *program) { p.function("run", "i32 ->", "", "local.get 0 call 0") },
	"each other": func(p *program) {
		p.function("other", "i32 ->", "", "local.get 0 call 1")
		p.function("run", "i32 ->", "", "local.get 0 call 0")
	},
	"through the table": func(p *program) {
		p.m.Tables = []binary.Table{{Limits: binary.Limits{Min: 1}}}
		p.m.Elements = []binary.Element{{Offset: p.code("i32.const 0 end"), Functions: []uint32{0}}}
		p.function("run", "i32 ->", "", "local.get 0 i32.const 0 call_indirect 0")
	},
	"with a loop": func(p *program) {
		p.function("run", "i32 ->", "i64", "loop local.get 0 call 0 br 0 end")
	},
	"with many locals": func(p *program) {
		p.function("run", "i32 ->", strings.Repeat("i64 ", 3000), "local.get 0 call 0")
	},
	"with many live values": func(p *program) {
		p.function("get", "-> i64", "", "i32.const 0 i64.load")
		p.function("run", "i32 -> i64", "", strings.Repeat("call 0 ", 2000)+"local.get 0 call 1"+strings.Repeat(" i64.add", 2000))
	},
	"down a long chain": func(p *program) { // no recursion at all
		p.function("f0", "->", "", "nop")
		for i := range 1500 {
			p.function(fmt.Sprintf("f%d", i+1), "->", strings.Repeat("i64 ", 800), fmt.Sprintf("call %d", i))
		}
		p.function("run", "i32 ->", "", "call 1500")
	},
}

// Ensure calling too deep ends soon and with little memory, and is told apart
// from fuel.
func TestDepthIsLimited(t *testing.T) {
	for name, make := range deep {
		t.Run(name, func(t *testing.T) {
			p := newProgram(t)
			make(p)
			e := compiler(t)
			instance := e.start(instrument(t, p.bytes()))
			set(t, instance, Fuel, 1<<40)
			set(t, instance, Depth, DepthMax)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			began := time.Now()
			_, err := instance.ExportedFunction("run").Call(t.Context(), 1)
			took := time.Since(began)
			runtime.ReadMemStats(&after)
			if err == nil || !strings.Contains(err.Error(), "unreachable") || get(instance, Depth) >= 0 || get(instance, Fuel) < 0 {
				t.Errorf("got error %.80v, depth %d, fuel %d", err, get(instance, Depth), get(instance, Fuel))
			}
			grown := (after.TotalAlloc - before.TotalAlloc) >> 20
			t.Logf("%s, %d MiB allocated", took, grown)
			if grown > 64 {
				t.Errorf("%d MiB were allocated", grown)
			}
			if took > 20*time.Second {
				t.Errorf("it took %s", took)
			}
			_ = instance.Close(context.Background())
		})
	}
}

// Ensure depth is given back on every way out of a function: a hundred thousand
// calls after each other reach no deeper than one.
func TestDepthIsGivenBack(t *testing.T) {
	p := newProgram(t)
	p.function("run", "i32 -> i32", "i32", `block loop local.get 0 i32.const 4 i32.eq br_if 1
		local.get 0 i32.eqz if i32.const 1 return end
		local.get 0 i32.const 1 i32.sub call 0 local.set 1
		local.get 1 i32.const 1 i32.add local.get 0 i32.const 2 i32.eq br_if 2 drop
		local.get 0 i32.const 3 i32.eq if local.get 1 br 3 end end end i32.const 7`)
	p.function("many", "i32 ->", "", `loop i32.const 9 call 0 drop i32.const 3 call 0 drop i32.const 2 call 0 drop
		local.get 0 i32.const 1 i32.sub local.tee 0 br_if 0 end`)
	instance := compiler(t).start(instrument(t, p.bytes()))
	set(t, instance, Fuel, 1<<40)
	set(t, instance, Depth, 1000)
	if _, err := instance.ExportedFunction("many").Call(t.Context(), 100_000); err != nil {
		t.Fatal(err)
	}
	if left := get(instance, Depth); left != 1000 {
		t.Errorf("%d slots of 1000 are left", left)
	}
}

// Ensure ordinary recursion fits: a parser that is 5,000 levels deep, with 20
// locals in each.
func TestOrdinaryRecursionFits(t *testing.T) {
	p := newProgram(t)
	p.function("run", "i32 -> i32", strings.Repeat("i64 ", 20), `local.get 0 i32.eqz if i32.const 0 return end
		`+strings.Repeat("local.get 1 i64.const 3 i64.add local.set 2 ", 50)+`
		local.get 0 i32.const 1 i32.sub call 0 i32.const 1 i32.add`)
	instance := compiler(t).start(instrument(t, p.bytes()))
	set(t, instance, Fuel, 1<<40)
	set(t, instance, Depth, DepthMax)
	results, err := instance.ExportedFunction("run").Call(t.Context(), 5000)
	if err != nil || results[0] != 5000 {
		t.Errorf("got %v, %v", results, err)
	}
}

// Ensure a start function runs when the host says so, with the host's fuel.
func TestStartFunctionIsMetered(t *testing.T) {
	p := newProgram(t)
	p.function("begin", "->", "", "loop br 0 end")
	p.m.Start = new(uint32)
	instance := compiler(t).start(instrument(t, p.bytes()))
	set(t, instance, Fuel, 1000)
	set(t, instance, Depth, DepthMax)
	if _, err := instance.ExportedFunction(Start).Call(t.Context()); err == nil || get(instance, Fuel) >= 0 {
		t.Errorf("got error %v, fuel %d", err, get(instance, Fuel))
	}
}
