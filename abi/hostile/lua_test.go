package hostile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

const (
	luaSources = "testdata/lua"                           // what has a counterpart here
	escapes    = "../../host/ruleset/lua/testdata/escape" // what the Lua sandbox is tested with anyway
	luaFuel    = 5_000_000                                // as there, so that a script meets the budget it is about
)

// Ensure that each kind of attack that Lua allows is made from Lua, too: every
// counterpart that a guest names is there, ends as its own file says, and leaves
// a process that serves a good guest as before.
func TestLua(t *testing.T) {
	good, all := wasmGuests(t)
	s := newStage(t, t.TempDir(), false)
	check := s.good(t, good)
	budgets := abi.DefaultBudgets()
	budgets.Fuel = luaFuel
	for _, name := range counterparts(t, all) {
		t.Run(name, func(t *testing.T) {
			g := readLua(t, name)
			if g.code == nil {
				return // of the other kind, and played by its own test
			}
			got := s.run(t, g, budgets)
			t.Log(got)
			problems := g.problems(got)
			if g.loosely == "" { // the file says all that may come of it
				problems = append(problems, g.traces(got)...)
			}
			for _, problem := range problems {
				t.Error(problem)
			}
			check(t)
		})
	}
}

// counterparts gives the Lua files that guests name, and those of this folder,
// each once.
func counterparts(t *testing.T, all []guest) []string {
	t.Helper()
	var names []string
	for _, g := range all {
		switch g.lua {
		case "":
			t.Errorf("%s says not which Lua file does the same (lua: NAME, or lua: %s)", g.name, noCounterpart)
		case noCounterpart:
		default:
			names = append(names, g.lua)
		}
	}
	own, err := filepath.Glob(filepath.Join(luaSources, "*.lua"))
	if err != nil || len(own) == 0 {
		t.Fatalf("no sources in %s (%v)", luaSources, err)
	}
	for _, path := range own {
		names = append(names, filepath.Base(path))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// readLua reads a hostile script: of this folder, or one of host/ruleset/lua, whose
// expectation is a part of the error. Those that need a host of their own, or
// are written out by their test, give no code.
func readLua(t *testing.T, name string) guest {
	t.Helper()
	path := filepath.Join(luaSources, name)
	if _, err := os.Stat(path); err == nil {
		g := readGuest(t, path, "--")
		g.ending = ".lua"
		return g
	} else if !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	code, err := os.ReadFile(filepath.Join(escapes, name))
	if err != nil {
		t.Fatalf("%v: it is named by a guest as its counterpart", err)
	}
	g := guest{name: strings.TrimSuffix(name, ".lua"), ending: ".lua", why: "See host/ruleset/lua.", code: code, logs: anyLines}
	for _, special := range []string{"\n-- calls:", "\n-- reply", "--repeat "} {
		if strings.Contains(string(code), special) {
			g.code = nil
		}
	}
	for line := range strings.Lines(string(code)) {
		if part, ok := strings.CutPrefix(strings.TrimSpace(line), "-- expect: "); ok {
			g.loosely = part
		}
	}
	return g
}
