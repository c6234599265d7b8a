package rulefuzz_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/rulefuzz"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/sampletest"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

// mutant is one mistake in a built-in ruleset.
type mutant struct {
	Name, Ruleset, File, Old, New, Breaks, Equivalent string
}

func mutants(t *testing.T) []mutant {
	t.Helper()
	data, err := os.ReadFile("testdata/mutants.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var list []mutant
	if err := yaml.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// builtins are the files of the built-in rulesets, to be changed.
func builtins(t testing.TB) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range []string{"default", "aggressive", "conservative", "minimal"} {
		for _, file := range []string{name + "/" + name + ".lua", name + "/ruleset.json"} {
			data, err := builtin.FS.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			files[file] = &fstest.MapFile{Data: data}
		}
	}
	return files
}

func input(t testing.TB, files fstest.MapFS, id string) rulefuzz.Input {
	t.Helper()
	e := &engine.Engine{
		Set:      engine.Find(engine.Places{Builtin: files}),
		Runtimes: map[string]abi.Start{".lua": lua.NewCompiled().Start}, Check: schemas.CheckDecision,
	}
	ruleset, err := e.Set.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return rulefuzz.Input{Engine: e, Ruleset: ruleset, Budgets: abi.DefaultBudgets(), Seed: 1}
}

// Ensure that of the mistakes that were seeded in the built-ins at least nine in
// ten are found, sixty of them in about ten seconds; of a sample, in which chance counts for
// more, three in four. Time is logged; what is bounded
// is how often rulesets are asked, which no other work on the machine changes.
func TestMutants(t *testing.T) {
	killed, counted, asked, took := 0, 0, 0, time.Duration(0)
	least, share := mutantsTried, 0.75
	if sampletest.Soak() {
		least, share = 60, 0.9
	}
	for _, m := range sampletest.Some(mutants(t), mutantsTried+6, func(m mutant) string { return m.Name }) {
		files := builtins(t)
		text := string(files[m.File].Data)
		if m.Old == m.New {
			t.Errorf("%s changes nothing", m.Name)
		}
		if strings.Count(text, m.Old) != 1 {
			t.Errorf("%s: %q stands %d times in %s", m.Name, m.Old, strings.Count(text, m.Old), m.File)
			continue
		}
		files[m.File] = &fstest.MapFile{Data: []byte(strings.Replace(text, m.Old, m.New, 1))}
		in := input(t, files, "builtin/"+m.Ruleset)
		in.First, in.Runs = true, mutantRuns
		from := time.Now()
		report := rulefuzz.Run(in)
		if m.Equivalent == "" {
			asked, took = asked+report.Asked, took+time.Since(from)
		}
		switch {
		case m.Equivalent != "" && len(report.Findings) > 0:
			t.Errorf("%s is said to be equivalent (%s): %+v", m.Name, m.Equivalent, report.Findings)
		case m.Equivalent != "":
		case len(report.Findings) > 0:
			killed, counted = killed+1, counted+1
			t.Logf("%s: %s in run %d, %d askings, %v", m.Name, report.Findings[0].Property, report.Findings[0].Run, report.Asked, time.Since(from))
		default:
			counted++
			t.Logf("%s survives (%s), %d askings, %v", m.Name, m.Breaks, report.Asked, time.Since(from))
		}
	}
	t.Logf("%d of %d killed by %d askings in %v; for sixty that is %d in %v", killed, counted, asked, took, asked*60/counted, took*60/time.Duration(counted))
	if counted < least || float64(killed) < share*float64(counted) {
		t.Errorf("%d of %d killed; of at least %d a share of %v is wanted", killed, counted, least, share)
	}
	if sampletest.Soak() && asked*60/counted > askingsForSixty {
		t.Errorf("%d askings for sixty, want at most %d", asked*60/counted, askingsForSixty)
	}
}

// mutantsTried is how many of the mistakes a sample has at least; 6 more are drawn, since
// some change nothing that could be found.
const mutantsTried = 6

// mutantRuns is fewer than the default: a mistake that takes longer counts as
// not found.
const mutantRuns = 40

// askingsForSixty take about twelve seconds of two processors that do nothing else, at
// some 1.3 ms for each.
const askingsForSixty = 18_000

// builtinRuns is for every day; make soak and make rules try more.
const builtinRuns = 15

// Ensure that the rulesets inside the program have every property, two of them on each commit.
func TestBuiltins(t *testing.T) {
	for _, id := range sampletest.Some([]string{"builtin/default", "builtin/aggressive", "builtin/conservative", "builtin/minimal"}, 2, strings.Clone) {
		for _, seed := range []uint64{7} {
			in := input(t, builtins(t), id)
			in.Seed, in.Shrink, in.Runs = seed, true, builtinRuns
			if sampletest.Soak() {
				in.Runs = mutantRuns
			}
			began := time.Now()
			report := rulefuzz.Run(in)
			t.Logf("%s, seed %d: %d askings, %d properties, %v", id, seed, report.Asked, len(report.Tried), time.Since(began))
			for _, f := range report.Findings {
				t.Errorf("%s, seed %d: %s: %s (run %d)", id, seed, f.Property, f.Difference, f.Run)
				for _, shown := range f.Scenarios {
					t.Log("\n" + shown.YAML)
				}
			}
		}
	}
}
