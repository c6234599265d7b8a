package rulefuzz_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/ed-irl/impressionism/host/author/rulefuzz"
	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// unshown are properties of which a scenario cannot say what should come: an error
// has to go, whatever comes then.
var unshown = []string{"never-fails"}

// alwaysShown are mistakes whose scenarios are easily wrong: what follows is a matter of chance
// or of order, an item is named wrongly, a score comes from another call than the search.
var alwaysShown = []string{"order-ties", "random-pick", "background-query", "refresh-ignored", "minimal-kind", "kind-lost-leaving"}

// Ensure that what is written down of a finding is small, is a scenario that rules
// test plays, fails while the mistake is there, and passes once it is mended. Of a pair the
// first may be what was wrong.
func TestScenariosOfFindings(t *testing.T) {
	shown, pairs := map[string]bool{}, 0
	least, leastPairs := 4, 1 // of a sample
	if sampletest.Soak() {
		least, leastPairs = 10, 2
	}
	var always, others []mutant
	for _, m := range mutants(t) {
		if slices.Contains(alwaysShown, m.Name) {
			always = append(always, m)
		} else {
			others = append(others, m)
		}
	}
	for _, m := range append(always, sampletest.Some(others, 6, func(m mutant) string { return m.Name })...) {
		broken := builtins(t)
		text := string(broken[m.File].Data)
		broken[m.File] = &fstest.MapFile{Data: []byte(strings.Replace(text, m.Old, m.New, 1))}
		in := input(t, broken, "builtin/"+m.Ruleset)
		in.Runs, in.Shrink, in.First = mutantRuns, true, true
		for _, f := range rulefuzz.Run(in).Findings {
			for j, s := range f.Scenarios {
				if n := len(s.Scenario.Items); n > 8 || n > 6 && !strings.HasPrefix(f.Property, "means-max") && f.Property != "relevant-stays" {
					t.Errorf("%s: %s: %d skills are left:\n%s", m.Name, f.Property, n, s.YAML)
				}
				last := j == len(f.Scenarios)-1
				if got := plays(t, in, s); got == last {
					t.Errorf("%s: %s: scenario %d passes with the mistake: %v\n%s\n%s", m.Name, f.Property, j+1, got, f.Difference, s.YAML)
				}
				mended := input(t, builtins(t), "builtin/"+m.Ruleset)
				// What random-pick would say without its mistake is chance as well.
				if last && m.Name != "random-pick" && !slices.Contains(unshown, f.Property) && !plays(t, mended, s) && (j == 0 || plays(t, mended, f.Scenarios[0])) {
					t.Errorf("%s: %s: the mended ruleset does not pass:\n%s\n%s", m.Name, f.Property, f.Difference, s.YAML)
				}
				shown[f.Property] = true
			}
			if len(f.Scenarios) == 2 {
				pairs++
			}
		}
	}
	if len(shown) < least || pairs < leastPairs {
		t.Errorf("only %v are shown, %d pairs", shown, pairs)
	}
}

// plays reports whether a scenario's file passes.
func plays(t *testing.T, in rulefuzz.Input, s rulefuzz.Shown) bool {
	t.Helper()
	player := ruletest.Player{Engine: in.Engine, Ruleset: in.Ruleset, Budgets: in.Budgets, Clock: func() time.Duration { return 0 }}
	c := player.Play(ruletest.File{Name: s.Name, Data: []byte(s.YAML)})
	if c.Problem != "" {
		t.Errorf("%s\n%s", c.Problem, s.YAML)
	}
	return c.Passed
}
