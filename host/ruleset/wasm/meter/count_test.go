package meter

import (
	"context"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero/api"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// Ensure a program costs what its instructions weigh, so that a change of
// weights is a change of Version.
func TestWeights(t *testing.T) {
	for name, try := range map[string]struct {
		code string
		want int64
	}{
		"nothing":                  {"", 0},
		"structure":                {"block nop end", 0},
		"plain":                    {"i32.const 1 i32.const 2 i32.add drop", 4},
		"load and store":           {"i32.const 0 i32.const 0 i32.load i32.store", 6},
		"division":                 {"i32.const 1 i32.const 2 i32.div_u drop", 11},
		"loop of 10":               {"i32.const 10 local.set 0 loop local.get 0 i32.const 1 i32.sub local.tee 0 br_if 0 end", 2 + 50},
		"fill of 8,000":            {"i32.const 0 i32.const 0 i32.const 8000 memory.fill", 3 + 24 + 1000},
		"two pages":                {"i32.const 2 memory.grow drop", 1 + 24 + 1 + 2*8192},
		"pages not to get":         {"i32.const 70 memory.grow drop", 1 + 24 + 1},
		"long arm not run":         {"i32.const 0 if " + strings.Repeat("i32.const 1 drop ", 20) + "end", 2},
		"long arm run":             {"i32.const 1 if " + strings.Repeat("i32.const 1 drop ", 20) + "end", 42},
		"short arm not run":        {"i32.const 0 if i32.const 1 drop end", 4}, // paid with what is around it
		"after an arm that leaves": {"block i32.const 1 if nop else br 1 end " + strings.Repeat("i32.const 1 drop ", 20) + "end", 43},
		"after arms that jump":     {"block i32.const 1 if br 0 else br 1 end " + strings.Repeat("i32.const 1 drop ", 20) + "end", 44},
		"code not reached":         {"return i32.const 1 drop", 1},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProgram(t)
			p.function("run", "i32 ->", "", try.code)
			if o := compiler(t).run(instrument(t, p.bytes()), "run", []uint64{0}); o.used != try.want || o.trap != "" {
				t.Errorf("%d were paid, want %d (%s)", o.used, try.want, o.trap)
			}
		})
	}
}

// Ensure a brief function is paid once, by its caller if all its callers are
// known and else by itself.
func TestBriefFunctions(t *testing.T) {
	for name, exported := range map[string]string{"by its caller": "", "by itself": "brief", "through the table": ""} {
		t.Run(name, func(t *testing.T) {
			p := newProgram(t)
			table := name == "through the table"
			if table {
				p.m.Tables = []binary.Table{{Limits: binary.Limits{Min: 1}}}
				p.m.Elements = []binary.Element{{Offset: p.code("i32.const 0 end"), Functions: []uint32{0}}}
			}
			p.function(exported, "->", "", "i32.const 1 drop i32.const 1 drop")
			p.function("run", "i32 ->", "", "call 0 call 0 "+strings.Repeat("i32.const 1 drop ", 20))
			metered := instrument(t, p.bytes())
			if o := compiler(t).run(metered, "run", []uint64{0}); o.used != 2*(weightCall+4)+40 || o.trap != "" {
				t.Errorf("%d were paid (%s)", o.used, o.trap)
			}
			m, err := binary.Decode(metered)
			if err != nil {
				t.Fatal(err)
			}
			if pays := len(m.Bodies[0].Code) > 7; pays != (exported != "" || table) {
				t.Errorf("the function pays itself: %v", pays)
			}
		})
	}
}

// Ensure fuel that a host function takes is gone for its caller, whether that
// counts in a local or not: rulesets that call each other share fuel.
func TestHostTakesFuel(t *testing.T) {
	for name, code := range map[string]string{
		"without a loop": "call 0 call 0",
		"in a loop":      "i32.const 2 local.set 0 loop call 0 local.get 0 i32.const 1 i32.sub local.tee 0 br_if 0 end",
	} {
		t.Run(name, func(t *testing.T) {
			p := newProgram(t)
			p.m.Types = []binary.FuncType{{}}
			p.m.Imports = []binary.Import{{Module: "env", Name: "take", Kind: binary.KindFunction}}
			p.function("run", "i32 ->", "", code)
			e := compiler(t)
			seen := []int64{}
			take := func(_ context.Context, m api.Module) {
				seen = append(seen, get(m, Fuel))
				set(t, m, Fuel, get(m, Fuel)-100_000)
			}
			if _, err := e.runtime.NewHostModuleBuilder("env").NewFunctionBuilder().WithFunc(take).Export("take").Instantiate(t.Context()); err != nil {
				t.Fatal(err)
			}
			o := e.run(instrument(t, p.bytes()), "run", []uint64{0})
			if o.used < 200_000 || o.used > 200_100 || o.trap != "" {
				t.Errorf("%d were paid (%s)", o.used, o.trap)
			}
			if len(seen) != 2 || seen[0] >= budget || seen[1] > seen[0]-100_000 {
				t.Errorf("the host saw %v", seen)
			}
		})
	}
}

// Ensure functions of several results, whose blocks need a type of their own,
// give them on every way out.
func TestSeveralResults(t *testing.T) {
	p := newProgram(t)
	p.function("run", "i32 -> i32 i64", "", `loop local.get 0 i32.eqz if i32.const 3 i64.const 4 return end
		local.get 0 i32.const 1 i32.sub local.set 0 br 0 end unreachable`)
	o := compiler(t).run(instrument(t, p.bytes()), "run", []uint64{5})
	if o.trap != "" || len(o.results) != 2 || o.results[0] != 3 || o.results[1] != 4 {
		t.Errorf("got %v (%s)", o.results, o.trap)
	}
}

// Ensure what is kept of a module's custom sections is what still fits.
func TestCustomSectionsThatStay(t *testing.T) {
	p := newProgram(t)
	p.function("run", "i32 ->", "", "")
	for _, name := range []string{".debug_line", "name", "impressionism.manifest", "producers"} {
		p.m.Customs = append(p.m.Customs, binary.Section{Name: name, After: 11})
	}
	m, err := binary.Decode(instrument(t, p.bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Customs) != 2 || m.Customs[0].Name != "name" || m.Customs[1].Name != "impressionism.manifest" {
		t.Errorf("got %+v", m.Customs)
	}
}
