package hostile

import (
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// smallBudgets let an interpreter, which is some fifty times slower, come to
// every end, too.
func smallBudgets() abi.Budgets {
	budgets := abi.DefaultBudgets()
	budgets.Fuel, budgets.MemoryBytes, budgets.HostCalls = 20_000, 8<<20, 50
	return budgets
}

// Ensure that an end is a function of the guest and its inputs: equal fuel,
// messages, decisions and logs when it is asked again, and under the
// interpreter. Only how deep calls may nest is the engine's own matter there.
func TestSameEnd(t *testing.T) {
	_, all := wasmGuests(t)
	vetted := t.TempDir()
	compiled, interpreted := newStage(t, vetted, false), newStage(t, vetted, true)
	limits := 0
	all = slices.DeleteFunc(all, func(g guest) bool { return g.phase == phaseVet })
	for _, g := range sampletest.Some(all, 14, guest.label) {
		t.Run(g.name, func(t *testing.T) {
			first := compiled.run(t, g, smallBudgets())
			again := compiled.run(t, g, smallBudgets())
			if first.key() != again.key() {
				t.Errorf("first  %s\nagain  %s", first.key(), again.key())
			}
			other := interpreted.run(t, g, smallBudgets())
			if strings.HasPrefix(other.message, "recursion: ") {
				return // the interpreter has a ceiling of its own, 2,000 calls, and comes to it first
			}
			if other.key() != first.key() {
				t.Errorf("compiled    %s\ninterpreted %s", first.key(), other.key())
			}
			if first.code == abi.Limit {
				limits++
			}
		})
	}
	want := 2 // of a sample, in which more than half do
	if sampletest.Soak() {
		want = guestsMin
	}
	if limits < want {
		t.Errorf("only %d guests met a budget, at least %d should", limits, want)
	}
}

// key is all of an end that has to be the same.
func (e ending) key() string { return e.String() + "\n" + strings.Join(e.logged, "\n") }
