package meter

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// generator writes programs that are valid and end: each function takes what
// depth is left to it as its first parameter, and each loop counts down a local
// of its own. Everything else is left to chance.
type generator struct {
	r          *rand.Rand
	code       strings.Builder
	signatures [][2][]string
	table      []uint32 // functions in the table
	own        [2][]string
	locals     []string
	counters   int        // locals at the end that belong to loops
	labels     [][]string // types that a branch to it needs; innermost last
	loops      []bool
	nesting    int
}

const (
	tableSize = 8
	pages     = 1
	loopsMax  = 4
)

// generate makes a module of a few functions from a seed. All are exported as
// f0, f1 and so on.
func generate(tb testing.TB, seed uint64) (module []byte, signatures [][2][]string) {
	tb.Helper()
	g := &generator{r: rand.New(rand.NewPCG(seed, 1))}
	p := newProgram(tb)
	for _, t := range []string{"i32", "i64", "i32"} {
		p.m.Globals = append(p.m.Globals, binary.Global{
			Type: binary.GlobalType{Type: types(t)[0], Mutable: true}, Init: p.code(t + ".const 7 end"),
		})
	}
	p.m.Data = []binary.Data{{Passive: true, Bytes: []byte("some bytes of a passive segment")}}
	count := uint32(len(p.m.Data))
	p.m.DataCount = &count
	p.m.Tables = []binary.Table{{Limits: binary.Limits{Min: tableSize, Max: tableSize, HasMax: true}}}
	for range 2 + g.r.IntN(4) {
		params, results := []string{"i32"}, []string{}
		for range g.r.IntN(3) {
			params = append(params, g.pick("i32", "i64"))
		}
		for range g.r.IntN(3) {
			results = append(results, g.pick("i32", "i64"))
		}
		g.signatures = append(g.signatures, [2][]string{params, results})
	}
	segment := binary.Element{Offset: p.code("i32.const 0 end")}
	for range tableSize - 1 {
		segment.Functions = append(segment.Functions, uint32(g.r.IntN(len(g.signatures))))
	}
	g.table = segment.Functions
	p.m.Elements = []binary.Element{segment, {Mode: binary.Passive, Functions: segment.Functions}}
	for i, signature := range g.signatures {
		text, locals := g.function(signature)
		p.function(fmt.Sprintf("f%d", i), strings.Join(signature[0], " ")+" -> "+strings.Join(signature[1], " "), locals, text)
	}
	// A brief function that is called by index only, two types for blocks.
	p.function("", "i32 i64 -> i64", "", "local.get 0 if local.get 1 i64.const 9 i64.rotl return end local.get 0 i64.load")
	p.m.Types = append(p.m.Types,
		binary.FuncType{Params: types("i32"), Results: types("i32")},
		binary.FuncType{Results: types("i64 i32")})
	return p.bytes(), g.signatures
}

func (g *generator) pick(words ...string) string { return words[g.r.IntN(len(words))] }

func (g *generator) emit(format string, arguments ...any) {
	fmt.Fprintf(&g.code, format+" ", arguments...)
}

func (g *generator) function(signature [2][]string) (text, locals string) {
	g.code.Reset()
	added := make([]string, g.r.IntN(4))
	for i := range added {
		added[i] = g.pick("i32", "i64")
	}
	g.own, g.counters, g.nesting = signature, 0, 0
	g.locals = append(append([]string{}, signature[0]...), added...)
	g.labels, g.loops = [][]string{signature[1]}, []bool{false}
	g.emit("local.get 0 i32.const 1 i32.lt_s if")
	g.constants(signature[1])
	g.emit("return end")
	g.statements(2 + g.r.IntN(5))
	g.values(signature[1])
	counters := strings.Repeat(" i32", loopsMax)
	return g.code.String(), strings.Join(added, " ") + counters
}

func (g *generator) constants(list []string) {
	for _, t := range list {
		g.emit("%s.const %d", t, g.r.IntN(1000)-500)
	}
}

func (g *generator) values(list []string) {
	for _, t := range list {
		g.value(t)
	}
}

func (g *generator) statements(n int) {
	g.nesting++
	defer func() { g.nesting-- }()
	for range n {
		g.statement()
	}
}

// local gives a local of a type; parameter 0 is left alone.
func (g *generator) local(t string) (index int, found bool) {
	start := g.r.IntN(len(g.locals))
	for i := range g.locals {
		if at := (start + i) % len(g.locals); at > 0 && g.locals[at] == t {
			return at, true
		}
	}
	return 0, false
}

func (g *generator) block(word, suffix string, loop bool, needs []string, inside func()) {
	g.emit("%s%s", word, suffix)
	g.labels, g.loops = append(g.labels, needs), append(g.loops, loop)
	inside()
	g.labels, g.loops = g.labels[:len(g.labels)-1], g.loops[:len(g.loops)-1]
	g.emit("end")
}

// address leaves an address on the stack, mostly one inside of memory.
func (g *generator) address() {
	g.value("i32")
	if g.r.IntN(400) > 0 {
		g.emit("i32.const %d i32.and", 16383)
	}
}

func (g *generator) call() (results []string) {
	index, slot := g.r.IntN(len(g.signatures)), -1
	if g.r.IntN(3) == 0 {
		slot = g.r.IntN(tableSize)
		if slot < len(g.table) && g.r.IntN(10) > 0 {
			index = int(g.table[slot]) // else its type is wrong, likely
		}
	}
	called := g.signatures[index]
	g.emit("local.get 0 i32.const %d i32.sub", 1+g.r.IntN(3))
	g.values(called[0][1:])
	if slot < 0 {
		g.emit("call %d", index)
	} else {
		g.emit("i32.const %d call_indirect %d", slot, index)
	}
	return called[1]
}
