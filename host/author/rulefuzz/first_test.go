package rulefuzz_test

import (
	"encoding/json"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ed-irl/impressionism/host/author/rulefuzz"
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
	for _, name := range []string{"order-none", "order-random"} {
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

// Ensure that what is compared in two orders gets small whatever the seed: those that
// are left keep their order.
func TestOrdersShrink(t *testing.T) {
	found := 0
	for seed := range uint64(12) {
		in := mutated(t, "order-none")
		in.Seed, in.Properties = seed, []string{"any-order"}
		for _, f := range rulefuzz.Run(in).Findings {
			found++
			if n := len(f.Scenarios[1].Scenario.Items); n > 4 {
				t.Errorf("seed %d: %d skills are left:\n%s", seed, n, f.Scenarios[1].YAML)
			}
		}
	}
	if found < 6 {
		t.Errorf("found for %d seeds of 12", found)
	}
}
