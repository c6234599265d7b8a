package meter

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero/api"
)

// outcome is all that can be seen of a run.
type outcome struct {
	results []uint64
	trap    string
	memory  []byte
	used    int64
}

const budget = 2_000_000

// run calls one function of a fresh instance. Modules without counters use none.
func (e *engine) run(module []byte, function string, arguments []uint64) outcome {
	e.tb.Helper()
	instance := e.start(module)
	defer func() {
		if err := instance.Close(e.tb.Context()); err != nil {
			e.tb.Error(err)
		}
	}()
	metered := instance.ExportedGlobal(Fuel) != nil
	if metered {
		set(e.tb, instance, Fuel, budget)
		set(e.tb, instance, Depth, DepthMax)
	}
	results, err := instance.ExportedFunction(function).Call(e.tb.Context(), arguments...)
	o := outcome{results: results}
	if err != nil {
		o.trap, _, _ = strings.Cut(err.Error(), "\n")
	}
	if memory := instance.Memory(); memory != nil {
		o.memory = all(memory)
	}
	if metered {
		o.used = budget - get(instance, Fuel)
	}
	return o
}

func all(memory api.Memory) []byte {
	part, _ := memory.Read(0, memory.Size())
	return bytes.Clone(part)
}

// difference names what two outcomes do not share, fuel aside.
func difference(a, b outcome) string {
	switch {
	case a.trap != b.trap:
		return fmt.Sprintf("trap %q and %q", a.trap, b.trap)
	case fmt.Sprint(a.results) != fmt.Sprint(b.results):
		return fmt.Sprintf("results %v and %v", a.results, b.results)
	case !bytes.Equal(a.memory, b.memory):
		return "memory"
	}
	return ""
}

// compare runs all functions of a generated module in every form.
func compare(tb testing.TB, fast, slow *engine, seed uint64) (ended, trapped int) {
	tb.Helper()
	plain, signatures := generate(tb, seed)
	metered, counted := instrument(tb, plain), naive(tb, plain)
	for i, signature := range signatures {
		name := fmt.Sprintf("f%d", i)
		arguments := []uint64{5}
		for range signature[0][1:] { // as an i32 too: its upper half is zero
			arguments = append(arguments, uint64(uint32(seed*7)+uint32(i)))
		}
		a := fast.run(metered, name, arguments)
		b := slow.run(metered, name, arguments)
		if a.used != b.used || difference(a, b) != "" {
			tb.Fatalf("seed %d, %s: compiler and interpreter differ: fuel %d and %d, %s", seed, name, a.used, b.used, difference(a, b))
		}
		if a.used > budget {
			continue // the plain module may run for as long as it likes
		}
		if d := difference(fast.run(plain, name, arguments), a); d != "" {
			tb.Fatalf("seed %d, %s: plain and metered differ in %s", seed, name, d)
		}
		if a.trap != "" {
			trapped++
			continue
		}
		ended++
		exact := fast.run(counted, name, arguments).used
		if a.used < exact || a.used > 2*exact+smallMax*(exact+1) {
			tb.Fatalf("seed %d, %s: %d were paid for %d", seed, name, a.used, exact)
		}
	}
	return ended, trapped
}

// Ensure a metered module does what the plain one does, for the same fuel in
// both engines, and pays for at least what runs.
func TestMeteredBehavesAsPlain(t *testing.T) {
	ended, trapped := 0, 0
	fast, slow := compiler(t), interpreter(t)
	for seed := range uint64(100) {
		e, c := compare(t, fast, slow, seed)
		ended, trapped = ended+e, trapped+c
	}
	t.Logf("%d calls returned, %d trapped", ended, trapped)
	if ended < 100 || trapped < 10 {
		t.Errorf("only %d calls returned and %d trapped: the generator has become dull", ended, trapped)
	}
}

// FuzzGenerated is TestMeteredBehavesAsPlain for seeds at random.
func FuzzGenerated(f *testing.F) {
	f.Add(uint64(1 << 40))
	f.Fuzz(func(t *testing.T, seed uint64) { compare(t, compiler(t), interpreter(t), seed) })
}
