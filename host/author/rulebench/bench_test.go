package rulebench_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/rulebench"
	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/wasmtest"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

func TestMain(m *testing.M) { wasmtest.Main(m) }

const manifest = `{"id": "acme/careful", "version": "1.0.0", "abi": 2, "summary": "s", "calls": ["search", "param"]}`

const fits = `why: What fits is said, twice.
items: [ { ref: skill:database }, { ref: skill:testing } ]
context: { user_prompt: a prompt }
search: { skill:database: 0.9, skill:testing: 0.5 }
expect: { activate: [ { ref: skill:database } ] }
then:
  - context: { user_prompt: another }
    search: { skill:testing: 0.9 }
    expect: { activate: [ { ref: skill:testing } ] }
`

const silent = `why: Where nothing fits nothing is said.
items: [ { ref: skill:database } ]
context: { user_prompt: a prompt }
expect: {}
`

// careful has a place for more work in line 3, and a host call in line 4.
const careful = `return {
  evaluate_activation = function(context)
    WORK
    local hit = impressionism.search(context.user_prompt, 2)[1]
    return hit and { { ref = hit.item.ref, reason = "it fits" } } or {}
  end,
  evaluate_deactivation = function() return {} end,
}
`

const slowly = "local sum = 0; for i = 1, 50000 do sum = sum + i end"

func bench(t testing.TB) rulebench.Bench {
	t.Helper()
	began := time.Now()
	return rulebench.Bench{
		Engine: &engine.Engine{
			Set:      engine.Find(engine.Places{Builtin: builtin.FS}),
			Runtimes: map[string]abi.Start{".lua": lua.Start}, Check: schemas.CheckDecision,
		},
		Budgets: abi.DefaultBudgets(), Rounds: rulebench.RoundsMin, Seed: 1, Rest: func() {}, Step: func(int, int) {},
		Clock: func() time.Duration { return time.Since(began) },
		Heap: func() rulebench.Heap {
			var stats runtime.MemStats
			runtime.ReadMemStats(&stats)
			return rulebench.Heap{Objects: stats.Mallocs, Bytes: stats.TotalAlloc}
		},
	}
}

// ruleset opens a ruleset of the files given as name and content.
func ruleset(t testing.TB, files ...string) rulebench.Ruleset {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "careful")
	for i := 0; i < len(files); i += 2 {
		name := filepath.Join(folder, files[i])
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return opened(t, folder)
}

func opened(t testing.TB, path string) rulebench.Ruleset {
	t.Helper()
	set := engine.Find(engine.Places{Builtin: builtin.FS})
	open := set.Open
	if engine.ValidID(path) {
		open = set.Load
	}
	loaded, err := open(path)
	if err != nil {
		t.Fatal(err)
	}
	scenarios, err := ruletest.Scenarios(loaded, path)
	if err != nil {
		t.Fatal(err)
	}
	return rulebench.Ruleset{Ruleset: loaded, Path: path, Scenarios: scenarios}
}

func carefulWith(t testing.TB, work string) rulebench.Ruleset {
	t.Helper()
	return ruleset(t, "ruleset.json", manifest, "careful.lua", strings.Replace(careful, "WORK", work, 1),
		"scenarios/fits.yaml", fits, "scenarios/silent.yaml", silent)
}

func measured(t testing.TB, b rulebench.Bench, rulesets ...rulebench.Ruleset) rulebench.Report {
	t.Helper()
	report, err := b.Run(context.Background(), rulesets)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func saved(t testing.TB, report rulebench.Report) rulebench.Baseline {
	t.Helper()
	data, err := rulebench.Save(report, "0.1.0", rulebench.Machine{OS: "linux", Arch: "amd64", CPUs: 2})
	if err != nil {
		t.Fatal(err)
	}
	baseline, err := rulebench.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	return baseline
}

// Ensure that what is counted is right and the same in every run, that times have
// their order and parts, and all is the sum of the scenarios.
func TestCounts(t *testing.T) {
	careful := carefulWith(t, "")
	first, second := measured(t, bench(t), careful), measured(t, bench(t), careful)
	m := first.Rulesets[0]
	if len(m.Scenarios) != 2 || first.Rounds != rulebench.RoundsMin || m.ID != "acme/careful" || m.Hash == "" {
		t.Fatalf("%+v", first)
	}
	for i, row := range append(m.Scenarios, m.All) {
		events := []int{2, 1, 3}[i]
		if row.Events != events || row.HostCalls != events || row.Fuel < 1000 || row.Allocations < 100 || row.AllocatedBytes < 10_000 || row.MemoryBytes < 10_000 {
			t.Errorf("%+v", row)
		}
		if !(0 < row.P50MS && row.P50MS <= row.P95MS && row.P95MS <= row.P99MS && row.Ratio > 0) {
			t.Errorf("quantiles %+v", row)
		}
		if row.StartMS <= 0 || row.GuestMS <= 0 || row.HostMS <= 0 {
			t.Errorf("parts %+v", row)
		}
	}
	other := second.Rulesets[0]
	if m.All.Fuel != m.Scenarios[0].Fuel+m.Scenarios[1].Fuel || other.All.Fuel != m.All.Fuel || other.All.MemoryBytes != m.All.MemoryBytes {
		t.Errorf("fuel %d, %d; memory %d, %d", m.All.Fuel, other.All.Fuel, m.All.MemoryBytes, other.All.MemoryBytes)
	}
	if off := float64(other.All.Allocations)/float64(m.All.Allocations) - 1; off > .02 || off < -.02 {
		t.Errorf("allocations %d, %d", m.All.Allocations, other.All.Allocations)
	}
}

// Ensure that in what a scenario differs from one play to the next is said, and nothing else.
func TestUnlike(t *testing.T) {
	b, start, count := bench(t), abi.Start(lua.Start), 0
	b.Engine.Runtimes[".lua"] = func(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
		if program.ID == "acme/careful" {
			if count++; count > 3 { // after one play of both scenarios
				program.Code = []byte(strings.Replace(string(program.Code), "local hit", "impressionism.param('x'); local hit", 1))
			}
		}
		return start(program, sandbox)
	}
	_, err := b.Run(context.Background(), []rulebench.Ruleset{carefulWith(t, "")})
	if err == nil || !strings.Contains(err.Error(), "each time: 2 host calls once and 4 another time, ") || strings.Contains(err.Error(), "events") {
		t.Errorf("got %v", err)
	}
}

// Ensure that what fails is not measured, nor what never ends, and why is said.
func TestRefusals(t *testing.T) {
	wrong := strings.Replace(fits, "activate: [ { ref: skill:database", "activate: [ { ref: skill:testing", 1)
	files := []string{"ruleset.json", manifest, "careful.lua", strings.Replace(careful, "WORK", "", 1), "scenarios/fits.yaml"}
	for _, test := range []struct {
		name    string
		ruleset rulebench.Ruleset
		want    string
	}{
		{"does not pass", ruleset(t, append(files, wrong)...), "acme/careful: scenario \"fits\" does not pass (event 1: activate)"},
		{"no scenario", ruleset(t, append(files, "why: x\nskils: []")...), "no field \"skils\""},
		{"endless", carefulWith(t, "while true do end"), "scenario \"fits\" does not pass (event 1: fault)"},
		{"none", rulebench.Ruleset{}, "there is no scenario to measure with"},
	} {
		b := bench(t)
		if _, err := b.Run(context.Background(), []rulebench.Ruleset{test.ruleset}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b := bench(t)
	if _, err := b.Run(ctx, []rulebench.Ruleset{carefulWith(t, "")}); err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("interrupted: %v", err)
	}
}
