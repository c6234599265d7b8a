package meter

import (
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// BenchmarkWeights says what instructions take, each as a chain in which one
// waits for the other, in additions of i64. It is the source of the weights.
func BenchmarkWeights(b *testing.B) {
	unit := chain(b, "i64.const 3 i64.add ") / 2
	for _, try := range []struct {
		name, code string
		plain      float64 // other instructions in it
		paid       float64
	}{
		{"multiplication", "i64.const 3 i64.mul ", 1, weightPlain},
		{"load", "i32.wrap_i64 i64.load ", 1, weightMemory},
		{"load and store", "local.set 1 i32.const 8 local.get 1 i64.store i32.const 8 i64.load ", 4, 2 * weightMemory},
		{"division", "i64.const 3 i64.div_u i64.const 7 i64.or ", 3, weightDivision},
		{"square root, converted", "f64.convert_i64_s f64.sqrt i64.trunc_sat_f64_s ", 0, weightFloat + weightRoot + weightTruncation},
		{"call", "call 0 ", 1, weightCall},
		{"call_indirect", "i32.const 0 call_indirect 0 ", 2, weightCallIndirect},
		{"fill of 4 KiB", "i32.const 0 i32.const 0 i32.const 4096 memory.fill ", 3, weightBulk + 4096>>memoryShift},
		{"copy of 8 bytes", "i32.const 0 i32.const 16 i32.const 8 memory.copy ", 3, weightBulk + 1},
	} {
		b.Run(try.name, func(b *testing.B) {
			for b.Loop() {
				b.ReportMetric(chain(b, try.code)/unit-try.plain, "measured")
			}
			b.ReportMetric(try.paid, "paid")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// chain gives the nanoseconds that one repetition takes.
func chain(b *testing.B, code string) float64 {
	b.Helper()
	const repeated, rounds = 100, 20_000
	p := newProgram(b)
	p.m.Tables = []binary.Table{{Limits: binary.Limits{Min: 1}}}
	p.m.Elements = []binary.Element{{Offset: p.code("i32.const 0 end"), Functions: []uint32{0}}}
	p.function("same", "i64 -> i64", "", "local.get 0")
	p.function("run", "i32 -> i64", "i64", "loop local.get 1 "+strings.Repeat(code, repeated)+`local.set 1
		local.get 0 i32.const 1 i32.sub local.tee 0 br_if 0 end local.get 1`)
	instance := compiler(b).start(p.bytes())
	shortest := time.Hour
	for range 5 {
		began := time.Now()
		if _, err := instance.ExportedFunction("run").Call(b.Context(), rounds); err != nil {
			b.Fatal(err)
		}
		shortest = min(shortest, time.Since(began))
	}
	return float64(shortest.Nanoseconds()) / repeated / rounds
}
