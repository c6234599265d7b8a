package meter

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tetratelabs/wazero/api"
)

// loads are programs that show what metering costs. Each exports run(i32).
var loads = []struct {
	name string
	n    uint64
	make func(p *program)
}{
	{"tight sum", 3_000_000, func(p *program) {
		p.function("run", "i32 -> i64", "i64", `loop local.get 1 local.get 0 i64.extend_i32_u i64.add local.set 1
			local.get 0 i32.const 1 i32.sub local.tee 0 br_if 0 end local.get 1`)
	}},
	{"empty loop", 3_000_000, func(p *program) {
		p.function("run", "i32 -> i64", "", `loop local.get 0 i32.const 1 i32.sub local.tee 0 br_if 0 end i64.const 0`)
	}},
	{"memory", 2_000_000, func(p *program) {
		p.function("run", "i32 -> i64", "i32 i32", `loop
			local.get 0 i32.const 16383 i32.and i32.const 2 i32.shl local.tee 1 local.get 1 i32.load local.get 0 i32.add i32.store
			local.get 0 i32.const 1 i32.sub local.tee 0 br_if 0 end i64.const 0`)
	}},
	{"nested", 2_000, func(p *program) {
		p.function("run", "i32 -> i64", "i32 i64", `loop i32.const 1000 local.set 1
			loop local.get 2 local.get 1 i64.extend_i32_u i64.xor i64.const 3 i64.mul local.set 2
			local.get 1 i32.const 1 i32.sub local.tee 1 br_if 0 end
			local.get 0 i32.const 1 i32.sub local.tee 0 br_if 0 end local.get 2`)
	}},
	{"branches", 1_000_000, func(p *program) {
		p.function("run", "i32 -> i64", "i64", `loop local.get 0 i32.const 1 i32.and
			if local.get 1 i64.const 3 i64.mul i64.const 7 i64.add local.set 1
			else local.get 1 i64.const 5 i64.xor i64.const 1 i64.shl local.set 1 end
			local.get 0 i32.const 6 i32.and if local.get 1 i64.const 11 i64.add local.set 1 end
			local.get 0 i32.const 1 i32.sub local.tee 0 br_if 0 end local.get 1`)
	}},
	{"call in loop", 1_000_000, func(p *program) {
		p.function("", "i64 i32 -> i64", "", `local.get 0 local.get 1 i64.extend_i32_u i64.add`)
		p.function("run", "i32 -> i64", "i64", `loop local.get 1 local.get 0 call 0 local.set 1
			local.get 0 i32.const 1 i32.sub local.tee 0 br_if 0 end local.get 1`)
	}},
	{"fib", 25, func(p *program) {
		p.function("run", "i32 -> i64", "", `local.get 0 i32.const 2 i32.lt_u if:i64 local.get 0 i64.extend_i32_u else
			local.get 0 i32.const 1 i32.sub call 0 local.get 0 i32.const 2 i32.sub call 0 i64.add end`)
	}},
	{"sieve", 200, func(p *program) {
		p.function("run", "i32 -> i64", "i32 i32 i32", `loop i32.const 0 i32.const 1 i32.const 8192 memory.fill i32.const 2 local.set 1
			loop local.get 1 i32.load8_u if local.get 1 local.get 1 i32.mul local.set 2
			block loop local.get 2 i32.const 8192 i32.ge_u br_if 1 local.get 2 i32.const 0 i32.store8
			local.get 2 local.get 1 i32.add local.set 2 br 0 end end end
			local.get 1 i32.const 1 i32.add local.tee 1 i32.const 8192 i32.lt_u br_if 0 end
			local.get 0 i32.const 1 i32.sub local.tee 0 br_if 0 end i64.const 0`)
	}},
	{"hash rounds", 300_000, func(p *program) {
		round := `local.get 1 i32.const 7 i32.rotr local.get 1 i32.const 18 i32.rotr i32.xor local.get 2 i32.add local.set 2
			local.get 2 local.get 3 i32.and local.get 1 i32.xor i32.const 1116352408 i32.add local.set 3
			local.get 3 local.get 0 i32.const 63 i32.and i32.load@128 i32.add local.set 1 `
		p.function("run", "i32 -> i64", "i32 i32 i32", "loop "+round+round+round+round+`
			local.get 0 i32.const 1 i32.sub local.tee 0 br_if 0 end local.get 1 i64.extend_i32_u`)
	}},
}

// BenchmarkMetered prints how much longer metered code runs than plain code,
// and how much larger it is. The smallest of several runs of each, in turns.
func BenchmarkMetered(b *testing.B) {
	for _, load := range loads {
		b.Run(load.name, func(b *testing.B) {
			p := newProgram(b)
			load.make(p)
			plain := p.bytes()
			metered := instrument(b, plain)
			e := compiler(b)
			one, two := e.start(plain), e.start(metered)
			set(b, two, Fuel, 1<<60)
			set(b, two, Depth, DepthMax)
			shortest := [2]time.Duration{time.Hour, time.Hour}
			for range 15 * b.N {
				for i, instance := range []api.Module{one, two} {
					began := time.Now()
					if _, err := instance.ExportedFunction("run").Call(b.Context(), load.n); err != nil {
						b.Fatal(err)
					}
					shortest[i] = min(shortest[i], time.Since(began))
				}
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(shortest[1])/float64(shortest[0]), "ratio")
			b.ReportMetric(float64(len(metered))/float64(len(plain)), "size")
			b.ReportMetric(float64(shortest[0])/float64(1<<60-get(two, Fuel))*15, "ns/fuel")
		})
	}
}

// BenchmarkInstrument instruments a module of some 200 KB.
func BenchmarkInstrument(b *testing.B) {
	p := newProgram(b)
	step := "local.get 0 i32.const 255 i32.and if local.get 0 i32.load@8 i32.const 7 i32.mul local.set 1 end "
	for i := range 200 {
		p.function(fmt.Sprint(i), "i32 ->", "i32 i64", strings.Repeat(step, 15)+"loop "+strings.Repeat(step, 20)+"local.get 1 br_if 0 end")
	}
	module := p.bytes()
	b.SetBytes(int64(len(module)))
	for b.Loop() {
		instrument(b, module)
	}
}
