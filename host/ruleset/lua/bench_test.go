package lua

import (
	"os"
	"testing"

	vm "github.com/yuin/gopher-lua"

	"github.com/ed-irl/impressionism/abi"
)

func BenchmarkStart(b *testing.B) {
	program := abi.Program{Name: "x.lua", Code: []byte("return {}")}
	sandbox := abi.Sandbox{Budgets: abi.DefaultBudgets(), Calls: abi.Calls}
	b.ReportAllocs()
	for b.Loop() {
		guest, err := Start(program, sandbox)
		if err != nil {
			b.Fatal(err)
		}
		guest.Close()
	}
}

// BenchmarkStartInterpreter is the interpreter alone, for comparison.
func BenchmarkStartInterpreter(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		L := vm.NewState()
		if err := L.DoString("return {}"); err != nil {
			b.Fatal(err)
		}
		L.Close()
	}
}

// BenchmarkRanking is a whole event of a ruleset like the built-in ones: twenty
// candidates, keywords, sorting, a decision.
func BenchmarkRanking(b *testing.B) {
	s := readScript(b, "testdata/ok/ranking.lua")
	var units int64
	b.ReportAllocs()
	for b.Loop() {
		started, err := Start(s.program(), s.sandbox(abi.DefaultBudgets(), nil))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := started.Evaluate(s.function, []byte(s.context)); err != nil {
			b.Fatal(err)
		}
		units = abi.DefaultBudgets().Fuel - started.(*guest).fuel
		started.Close()
	}
	b.ReportMetric(float64(units), "units/op")
}

// BenchmarkFuel runs hostile scripts to the end of their fuel, to show what a
// unit costs at worst.
func BenchmarkFuel(b *testing.B) {
	for _, name := range []string{"loop_while", "compare_long", "varargs_returned", "arithmetic_long", "pattern_nested", "table_insert", "index_chain"} {
		b.Run(name, func(b *testing.B) {
			code, err := os.ReadFile("testdata/escape/" + name + ".lua")
			if err != nil {
				b.Fatal(err)
			}
			s := script{name: name, code: code, function: abi.Activation, context: "{}"}
			for b.Loop() {
				if _, err := s.play(abi.DefaultBudgets(), nil); err == nil {
					b.Fatal("no end")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(abi.DefaultBudgets().Fuel), "ns/unit")
		})
	}
}
