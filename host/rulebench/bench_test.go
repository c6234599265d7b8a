package rulebench_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/engine"
	"github.com/ed-irl/impressionism/host/lua"
	"github.com/ed-irl/impressionism/host/rulebench"
	"github.com/ed-irl/impressionism/host/ruletest"
	"github.com/ed-irl/impressionism/host/wasm/wasmtest"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

func TestMain(m *testing.M) { wasmtest.Main(m) }

const manifest = `{"id": "acme/careful", "version": "1.0.0", "abi": 1, "summary": "s", "calls": ["search_skills", "get_param"]}`

const fits = `why: What fits is said, twice.
skills: [ { id: database }, { id: testing } ]
context: { user_prompt: a prompt }
search: { database: 0.9, testing: 0.5 }
expect: { activate: [ { skill_id: database } ] }
then:
  - context: { user_prompt: another }
    search: { testing: 0.9 }
    expect: { activate: [ { skill_id: testing } ] }
`

const silent = `why: Where nothing fits nothing is said.
skills: [ { id: database } ]
context: { user_prompt: a prompt }
expect: {}
`

// careful has a place for more work in line 3, and a host call in line 4.
const careful = `return {
  evaluate_activation = function(context)
    WORK
    local hit = impressionism.search_skills(context.user_prompt, 2)[1]
    return hit and { { skill_id = hit.skill.id, reason = "it fits" } } or {}
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
		Budgets: abi.DefaultBudgets(), Rounds: rulebench.RoundsMin, Seed: 1, Rest: func() {},
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

// Ensure that a ruleset made slow is told, by time and by fuel, and one that is as
// it was is not. It is some twenty times slower and five times are allowed, so that
// no busy machine decides.
func TestSlowVersion(t *testing.T) {
	baseline := saved(t, measured(t, bench(t), carefulWith(t, "")))
	for _, test := range []struct {
		work, want string
		found      int
	}{
		{"", "[] [] []", 0},
		{slowly, "[time fuel allocations] [time fuel allocations] [time]", 7},
		{"impressionism.get_param('x', 1)", "[fuel host calls] [fuel host calls] []", 4},
	} {
		report := measured(t, bench(t), carefulWith(t, test.work))
		if err := report.Compare(baseline, rulebench.Limits{Time: 4, Fuel: .02, Allocations: .5}); err != nil {
			t.Fatal(err)
		}
		c := report.Comparison.Rulesets[0]
		got := fmt.Sprint(c.Scenarios[0].Regressed, c.Scenarios[1].Regressed, c.All.Regressed)
		if got != test.want || report.Regressions != test.found {
			t.Errorf("%q: regressed %s (%d), want %s: %+v", test.work, got, report.Regressions, test.want, c)
		}
		if c.Same != (test.work == "") {
			t.Errorf("%q: same is %v", test.work, c.Same)
		}
	}
}

// Ensure that a profile names the line and the host call that cost most, that its
// lines add up to all fuel, and that profiling changes no count.
func TestProfile(t *testing.T) {
	b := bench(t)
	b.Profile = true
	m := measured(t, b, carefulWith(t, slowly)).Rulesets[0]
	hot := m.Profile.Lines[0]
	if hot.File != "acme/careful/careful.lua" || hot.Line != 3 || hot.Share < .9 || !strings.Contains(hot.Source, "for i = 1, 50000") {
		t.Errorf("hot line: %+v", hot)
	}
	fuel := int64(0)
	for _, line := range m.Profile.Lines {
		fuel += line.Fuel
	}
	if fuel != m.All.Fuel {
		t.Errorf("lines use %d, all is %d", fuel, m.All.Fuel)
	}
	if !slices.ContainsFunc(m.Profile.Lines, func(l rulebench.LineShare) bool { return l.Line == 0 && l.File == hot.File }) {
		t.Errorf("reading the file is not told: %+v", m.Profile.Lines)
	}
	if len(m.Profile.HostCalls) != 1 {
		t.Fatalf("host calls: %+v", m.Profile.HostCalls)
	}
	call := m.Profile.HostCalls[0]
	if call.Call != "search_skills" || call.Count != 3 || call.MS <= 0 || call.Share <= 0 || call.Fuel < 3*200 || call.Fuel > m.All.Fuel/10 {
		t.Errorf("%+v", call)
	}
}

// Ensure that what fails is not measured, nor what never ends, and why is said.
func TestRefusals(t *testing.T) {
	wrong := strings.Replace(fits, "skill_id: database", "skill_id: testing", 1)
	files := []string{"ruleset.json", manifest, "careful.lua", strings.Replace(careful, "WORK", "", 1), "scenarios/fits.yaml"}
	for _, test := range []struct {
		name    string
		ruleset rulebench.Ruleset
		want    string
	}{
		{"does not pass", ruleset(t, append(files, wrong)...), "acme/careful: scenario fits does not pass (event 1: activate)"},
		{"no scenario", ruleset(t, append(files, "why: x\nskils: []")...), "no field \"skils\""},
		{"endless", carefulWith(t, "while true do end"), "scenario fits does not pass (event 1: fault)"},
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

// Ensure that a module and the Lua ruleset that evaluates it are measured as one:
// their fuel adds up, and time runs on one account at a time.
func TestModules(t *testing.T) {
	guests := os.Getenv("IMPRESSIONISM_TEST_GUESTS")
	if guests == "" {
		t.Skip("needs: make guests")
	}
	module, err := os.ReadFile(filepath.Join(guests, "builtin-rust", "minimal.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	twin := opened(t, "builtin/minimal")
	folder := t.TempDir()
	file := filepath.Join(folder, "minimal.wasm")
	if err := os.WriteFile(file, module, 0o644); err != nil {
		t.Fatal(err)
	}
	loaded, err := engine.Find(engine.Places{}).Open(file)
	if err != nil {
		t.Fatal(err)
	}
	runtime := wasmtest.Open(t, false)
	if err := runtime.Vet(loaded.Program); err != nil {
		t.Fatal(err)
	}
	b := bench(t)
	b.Profile = true
	b.Engine.Runtimes[".wasm"] = runtime.Start
	m := measured(t, b, rulebench.Ruleset{Ruleset: loaded, Scenarios: twin.Scenarios}).Rulesets[0]
	if m.Language != "wasm" || m.All.Fuel < 100 || m.All.MemoryBytes < 64<<10 || m.All.GuestMS <= 0 || len(m.Profile.Lines) != 0 {
		t.Errorf("%+v", m)
	}
	if len(m.Profile.HostCalls) != 3 || m.Profile.HostCalls[0].MS <= 0 {
		t.Errorf("%+v", m.Profile.HostCalls)
	}
}

// Ensure that time runs on one account at a time, also where a ruleset evaluates
// another: by a clock that goes one millisecond each time it is looked at, once at
// every change of accounts.
func TestTimeIsCountedOnce(t *testing.T) {
	nested := ruleset(t,
		"ruleset.json", `{"id": "acme/careful", "version": "1.0.0", "abi": 1, "summary": "s", "calls": ["evaluate_ruleset", "search_skills", "get_param"]}`,
		"careful.lua", `return {
  evaluate_activation = function(c) return impressionism.evaluate_ruleset("builtin/minimal", "evaluate_activation", c) end,
  evaluate_deactivation = function() return {} end,
}`,
		"scenarios/silent.yaml", silent)
	b := bench(t)
	b.Profile = true
	looked := 0
	b.Clock = func() time.Duration { looked++; return time.Duration(looked) * time.Millisecond }
	m := measured(t, b, nested).Rulesets[0]
	row := m.Scenarios[0]
	// start: two guests. guest: before and after evaluate_ruleset, deactivation; inside
	// around get_param and search_skills. host: these two; evaluate_ruleset around
	// start and evaluation. Four are the engine's.
	if row.StartMS != 2 || row.GuestMS != 3+3 || row.HostMS != 2+3 || row.P50MS != 17 || row.P99MS != 17 {
		t.Errorf("%+v", row)
	}
	if row.HostCalls != 3 {
		t.Errorf("%d host calls", row.HostCalls)
	}
	if first := m.Profile.HostCalls[0]; first.Call != "evaluate_ruleset" || first.MS != 3 || first.Count != 1 {
		t.Errorf("%+v", m.Profile.HostCalls)
	}
	lines := int64(0)
	for _, line := range m.Profile.Lines {
		lines += line.Fuel
	}
	if lines != row.Fuel || !slices.ContainsFunc(m.Profile.Lines, func(l rulebench.LineShare) bool { return strings.Contains(l.Source, "search_skills") }) {
		t.Errorf("lines use %d, all %d: %+v", lines, row.Fuel, m.Profile.Lines)
	}
}
