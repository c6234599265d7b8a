package conformance_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/conformance"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/wasmtest"
)

// folder is where this run's modules are vetted: one of standard Go takes seconds,
// so tests share it.
var folder string

func TestMain(m *testing.M) {
	wasmtest.Vetting()
	os.Exit(runIn(m))
}

func runIn(m *testing.M) int {
	var err error
	if folder, err = os.MkdirTemp("", "conformance-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	return m.Run()
}

// built gives a guest that go run ./cmd/build guests made, or nil. A language whose toolchain
// the project's own files cannot install is experimental: without its module it is
// left out with a note, since a skip would say that something is amiss.
func built(t testing.TB, name string) []byte {
	t.Helper()
	guests := os.Getenv("IMPRESSIONISM_TEST_GUESTS")
	if guests == "" {
		t.Skip("IMPRESSIONISM_TEST_GUESTS is not set; run: make guests")
	}
	code, err := os.ReadFile(filepath.Join(guests, filepath.FromSlash(name)+".wasm"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// runtime opens a runtime on the folder of this run.
func runtime(t testing.TB) *wasm.Runtime {
	t.Helper()
	r, err := wasm.Open(wasm.Config{Vetted: filepath.Join(folder, "vetted"), Cache: filepath.Join(folder, "cache")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// vetted are the programs that were vetted in this run, by name.
var vetted = map[string]bool{}

// vet vets a module in a child process, as the product does; ok is false where it
// is refused, which is an error of the test.
func vet(t testing.TB, r *wasm.Runtime, program abi.Program) (ok bool) {
	t.Helper()
	if vetted[program.Name] {
		return true
	}
	if err := r.Vet(t.Context(), program, wasmtest.Child(t, filepath.Join(folder, "cache"))); err != nil {
		t.Error(err)
		return false
	}
	vetted[program.Name] = true
	return true
}

// language is a probe that is compiled to WebAssembly.
type language struct {
	name     string // of the module below bin/guests/probe
	title    string
	place    string // regular expression; "": the language names no places
	optional bool   // only make conformance builds it
}

var languages = []language{
	{name: "c", title: "C", place: `probe\.c:\d+`},
	{name: "rust", title: "Rust", place: `\w+\.rs:\d+`},
	{name: "extism-rust", title: "Rust with extism-pdk", place: `\w+\.rs:\d+`},
	{name: "go", title: "Go", place: `\w+\.go:\d+`},
	{name: "assemblyscript", title: "AssemblyScript", place: `probe\.ts:\d+`, optional: true},
	{name: "tinygo", title: "TinyGo", optional: true},
}

// here gives the languages to hold to the kit: an optional one only where its probe
// was built, so that no test passes for a language that was not tried.
func here(t testing.TB) []language {
	t.Helper()
	var list []language
	for _, l := range languages {
		if l.optional && built(t, "probe/"+l.name) == nil {
			t.Logf("%s is left out: it is not built; run: make conformance", l.title)
			continue
		}
		list = append(list, l)
	}
	return list
}

// probe gives the probe of a language; ok is false where it cannot be vetted.
func (l language) probe(t testing.TB) (p conformance.Probe, ok bool) {
	t.Helper()
	code := built(t, "probe/"+l.name)
	if code == nil {
		t.Fatalf("there is no probe/%s.wasm; run: make guests", l.name)
	}
	r := runtime(t)
	p = conformance.Probe{
		Language: l.title, Start: r.Start,
		Program: abi.Program{ID: "probe/" + l.name, Name: "probe/" + l.name + "/probe.wasm", Code: code},
	}
	if l.place != "" {
		p.Place = regexp.MustCompile(l.place)
	}
	return p, vet(t, r, p.Program)
}

// Ensure that rulesets in each language that compiles to WebAssembly meet the
// contract.
func TestWasm(t *testing.T) {
	for _, l := range here(t) {
		t.Run(l.title, func(t *testing.T) {
			if probe, ok := l.probe(t); ok {
				conformance.Run(t, probe)
			}
		})
	}
}

// Ensure that a ruleset may leave a function out: it says nothing then.
func TestAbsentFunction(t *testing.T) {
	r := runtime(t)
	half := abi.Program{ID: "probe/half", Name: "probe/half.wasm", Code: built(t, "probe/c-half")}
	if !vet(t, r, half) {
		return
	}
	none := abi.Program{ID: "probe/none", Name: "probe/none.lua", Code: []byte("return {}")}
	for _, c := range []struct {
		start   abi.Start
		program abi.Program
		absent  string
	}{{r.Start, half, abi.Deactivation}, {lua.Start, none, abi.Activation}, {lua.Start, none, abi.Deactivation}} {
		guest, err := c.start(c.program, abi.Sandbox{Budgets: abi.DefaultBudgets(), Calls: abi.Calls})
		if err != nil {
			t.Fatal(err)
		}
		answer, err := guest.Evaluate(c.absent, []byte(`{"user_prompt":"fail here\nthen fail there"}`))
		if err != nil || string(answer) != "[]" {
			t.Errorf("%s: %s: got %s, %v", c.program.Name, c.absent, answer, err)
		}
		if err := guest.Close(); err != nil {
			t.Error(err)
		}
	}
}
