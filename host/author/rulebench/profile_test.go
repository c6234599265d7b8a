package rulebench_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/author/rulebench"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/wasmtest"
)

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
	if call.Call != "search" || call.Count != 3 || call.MS <= 0 || call.Share <= 0 || call.Fuel < 3*200 || call.Fuel > m.All.Fuel/10 {
		t.Errorf("%+v", call)
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
	if len(m.Profile.HostCalls) != 4 || m.Profile.HostCalls[0].MS <= 0 {
		t.Errorf("%+v", m.Profile.HostCalls)
	}
}
