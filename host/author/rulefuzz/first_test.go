package rulefuzz_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ed-irl/impressionism/host/author/rulefuzz"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// mutated is the input for a built-in with one of the seeded mistakes.
func mutated(t *testing.T, name string) rulefuzz.Input {
	t.Helper()
	list := mutants(t)
	m := list[slices.IndexFunc(list, func(m mutant) bool { return m.Name == name })]
	files := builtins(t)
	text := string(files[m.File].Data)
	files[m.File] = &fstest.MapFile{Data: []byte(strings.Replace(text, m.Old, m.New, 1))}
	in := input(t, files, "builtin/"+m.Ruleset)
	in.Runs, in.Shrink, in.First = mutantRuns, true, true
	return in
}

// Ensure that the first of several broken properties is the same one, and as small,
// however many processors there are.
func TestFirstOnAnyMachine(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
	for _, name := range sampletest.Some([]string{"order-none", "order-random"}, 1, strings.Clone) {
		want := ""
		for _, processors := range []int{1, 2, 8} {
			runtime.GOMAXPROCS(processors)
			report := rulefuzz.Run(mutated(t, name))
			data, err := json.Marshal(report)
			if err != nil {
				t.Fatal(err)
			}
			if want == "" {
				want = string(data)
			}
			if len(report.Findings) != 1 || string(data) != want {
				t.Errorf("%s with %d processors: %s\nwith one: %s", name, processors, data, want)
			}
		}
	}
}

// Ensure that what is compared in two orders gets small whatever the seed, of which each
// commit tries some: those that are left keep their order.
func TestOrdersShrink(t *testing.T) {
	seeds := sampletest.Some([]uint64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 4, func(seed uint64) string { return fmt.Sprint(seed) })
	found := 0
	for _, seed := range seeds {
		in := mutated(t, "order-none")
		in.Seed, in.Properties = seed, []string{"any-order"}
		for _, f := range rulefuzz.Run(in).Findings {
			found++
			if n := len(f.Scenarios[1].Scenario.Items); n > 4 {
				t.Errorf("seed %d: %d skills are left:\n%s", seed, n, f.Scenarios[1].YAML)
			}
		}
	}
	least := 1 // of a sample
	if sampletest.Soak() {
		least = 6
	}
	if found < least {
		t.Errorf("found for %d of %d seeds", found, len(seeds))
	}
}
