package meter

import (
	"errors"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// tampering are modules that name what only the meter adds. Each would reach a
// counter if the index were looked up after instrumentation.
var tampering = []struct {
	name, want string
	change     func(p *program)
}{
	{"global.set of fuel", "global that does not exist", code("i64.const 9 global.set 1")},
	{"global.get of fuel", "global that does not exist", code("global.get 1 drop")},
	{"global.set of depth", "global that does not exist", code("i64.const 9 global.set 2")},
	{"global.set in dead code", "global that does not exist", code("return i64.const 9 global.set 1")},
	{"local of the counter", "local that does not exist", code("loop end i64.const 9 local.set 1")},
	{"type that is added", "type that does not exist", code("block:#1 end")},
	{"call beyond the end", "function that does not exist", code("call 1")},
	{"call_indirect without a table", "type or table that does not exist", code("i32.const 0 call_indirect 0")},
	{"branch to the block around the body", "branches out", code("loop br 2 end")},
	{"br_table to the block around the body", "branches out", code("loop i32.const 0 br_table 0,2,1 end")},
	{"code behind the function's end", "after its end", code("end nop")},
	{"body that ends in a block", "ends inside a block", code("block")},
	{"else outside of an if", "outside of an if", code("block else end")},
	{"else twice", "outside of an if", code("i32.const 1 if else else end")},
	{"data segment", "data segment that does not exist", code("data.drop 0")},
	{"element segment", "element segment or table", code("elem.drop 0")},
	{"export of fuel by index", `"mine" names global 1, which does not exist`, export("mine", binary.KindGlobal, 1)},
	{"export of a reserved name", "keeps for itself", export(Fuel, binary.KindGlobal, 0)},
	{"reserved name of a function", "keeps for itself", export(Start, binary.KindFunction, 0)},
	{"export of a function beyond the end", "function 1, which does not exist", export("mine", binary.KindFunction, 1)},
	{"global from fuel", "global 2 does not exist", func(p *program) {
		p.m.Globals = append(p.m.Globals, binary.Global{
			Type: binary.GlobalType{Type: binary.I64}, Init: p.code("global.get 2 end"),
		})
	}},
	{"offset of data from fuel", "global 1 does not exist", func(p *program) {
		p.m.Data = []binary.Data{{Offset: p.code("global.get 1 end")}}
	}},
	{"element beyond the end", "function 1 does not exist", func(p *program) {
		p.m.Tables = []binary.Table{{}}
		p.m.Elements = []binary.Element{{Offset: p.code("i32.const 0 end"), Functions: []uint32{1}}}
	}},
	{"start beyond the end", "does not exist", func(p *program) { p.m.Start = new(uint32); *p.m.Start = 1 }},
}

func code(text string) func(*program) {
	return func(p *program) { p.m.Bodies[0].Code = p.code(text + " end") }
}

func export(name string, kind binary.Kind, index uint32) func(*program) {
	return func(p *program) {
		p.m.Exports = append(p.m.Exports, binary.Export{Name: name, Kind: kind, Index: index})
	}
}

// Ensure no module reaches the counters: not by an index that exists only after
// instrumentation, and not by a name.
func TestCountersAreOutOfReach(t *testing.T) {
	for _, try := range tampering {
		t.Run(try.name, func(t *testing.T) {
			p := newProgram(t)
			p.m.Globals = []binary.Global{{Type: binary.GlobalType{Type: binary.I64, Mutable: true}, Init: p.code("i64.const 7 end")}}
			p.function("run", "i32 ->", "", "")
			if _, err := Instrument(p.bytes()); err != nil {
				t.Fatal(err)
			}
			try.change(p)
			_, err := Instrument(p.bytes())
			var invalid *binary.Error
			if !errors.As(err, &invalid) || !strings.Contains(err.Error(), try.want) {
				t.Errorf("got error %v, want one with %q", err, try.want)
			}
		})
	}
}

// Ensure a metered module is not metered again, which would give it two counters
// of one name.
func TestMeteredModuleIsRefused(t *testing.T) {
	p := newProgram(t)
	p.function("run", "i32 ->", "", "")
	if _, err := Instrument(instrument(t, p.bytes())); err == nil {
		t.Error("a metered module was metered again")
	}
}
