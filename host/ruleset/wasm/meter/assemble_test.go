package meter

import (
	"encoding/binary"
	"strconv"
	"strings"
	"testing"

	wasm "github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// program is a module under construction, its code written as words.
type program struct {
	tb testing.TB
	m  wasm.Module
}

func newProgram(tb testing.TB) *program {
	tb.Helper()
	return &program{tb: tb, m: wasm.Module{
		Memories: []wasm.Limits{{Min: 1, Max: 4, HasMax: true}},
		Exports:  []wasm.Export{{Name: "memory", Kind: wasm.KindMemory}},
	}}
}

// function adds a function and exports it if it has a name: signature "i32 i64 -> i32", locals
// "i64 i64", code "local.get 0 i32.const 5 i32.add" without the last end.
// A block's type follows a colon ("block:i32"), an offset an at ("i32.load@8"),
// labels of br_table come in commas ("br_table 0,1,2").
func (p *program) function(name, signature, locals, code string) {
	p.tb.Helper()
	params, results, _ := strings.Cut(signature, "->")
	p.m.Types = append(p.m.Types, wasm.FuncType{Params: types(params), Results: types(results)})
	p.m.Functions = append(p.m.Functions, uint32(len(p.m.Types)-1))
	var groups []wasm.Locals
	for _, t := range types(locals) {
		groups = append(groups, wasm.Locals{Count: 1, Type: t})
	}
	p.m.Bodies = append(p.m.Bodies, wasm.Body{Locals: groups, Code: p.code(code + " end")})
	if name == "" {
		return
	}
	p.m.Exports = append(p.m.Exports, wasm.Export{
		Name: name, Kind: wasm.KindFunction, Index: uint32(p.m.Count(wasm.KindFunction) - 1),
	})
}

func (p *program) bytes() []byte { return p.m.Encode() }

func types(text string) (list []wasm.ValueType) {
	for _, name := range strings.Fields(text) {
		list = append(list, map[string]wasm.ValueType{"i32": wasm.I32, "i64": wasm.I64, "f32": wasm.F32, "f64": wasm.F64}[name])
	}
	return list
}

var words = func() map[string][]byte {
	plain := map[int]string{
		0x00: "unreachable nop block loop if else", 0x0b: "end br br_if br_table return call call_indirect",
		0x1a: "drop select", 0x20: "local.get local.set local.tee global.get global.set",
		0x28: "i32.load i64.load f32.load f64.load i32.load8_s i32.load8_u i32.load16_s i32.load16_u " +
			"i64.load8_s i64.load8_u i64.load16_s i64.load16_u i64.load32_s i64.load32_u " +
			"i32.store i64.store f32.store f64.store i32.store8 i32.store16 i64.store8 i64.store16 i64.store32 " +
			"memory.size memory.grow i32.const i64.const",
		0x45: "i32.eqz i32.eq i32.ne i32.lt_s i32.lt_u i32.gt_s i32.gt_u i32.le_s i32.le_u i32.ge_s i32.ge_u " +
			"i64.eqz i64.eq i64.ne i64.lt_s i64.lt_u i64.gt_s i64.gt_u i64.le_s i64.le_u i64.ge_s i64.ge_u",
		0x67: "i32.clz i32.ctz i32.popcnt i32.add i32.sub i32.mul i32.div_s i32.div_u i32.rem_s i32.rem_u " +
			"i32.and i32.or i32.xor i32.shl i32.shr_s i32.shr_u i32.rotl i32.rotr " +
			"i64.clz i64.ctz i64.popcnt i64.add i64.sub i64.mul i64.div_s i64.div_u i64.rem_s i64.rem_u " +
			"i64.and i64.or i64.xor i64.shl i64.shr_s i64.shr_u i64.rotl i64.rotr",
		0x91: "f32.sqrt f32.add f32.sub f32.mul f32.div", 0x9f: "f64.sqrt f64.add f64.sub f64.mul f64.div",
		0xa7: "i32.wrap_i64", 0xac: "i64.extend_i32_s i64.extend_i32_u", 0xb7: "f64.convert_i32_s",
		0xb9: "f64.convert_i64_s", 0xbc: "i32.reinterpret_f32 i64.reinterpret_f64", 0xc0: "i32.extend8_s i32.extend16_s",
	}
	all := map[string][]byte{
		"memory.init": {0xfc, 8}, "data.drop": {0xfc, 9}, "memory.copy": {0xfc, 10}, "memory.fill": {0xfc, 11},
		"table.init": {0xfc, 12}, "elem.drop": {0xfc, 13}, "table.copy": {0xfc, 14}, "i32.trunc_sat_f64_s": {0xfc, 2}, "i64.trunc_sat_f64_s": {0xfc, 6},
	}
	for first, names := range plain {
		for i, name := range strings.Fields(names) {
			all[name] = []byte{byte(first + i)}
		}
	}
	return all
}()

// numbers says how many numbers follow a word, and which zeros after them.
var numbers = map[string]struct {
	count int
	zeros int
}{
	"br": {1, 0}, "br_if": {1, 0}, "call": {1, 0}, "call_indirect": {1, 1},
	"local.get": {1, 0}, "local.set": {1, 0}, "local.tee": {1, 0}, "global.get": {1, 0}, "global.set": {1, 0},
	"memory.size": {0, 1}, "memory.grow": {0, 1}, "memory.init": {1, 1}, "data.drop": {1, 0},
	"memory.copy": {0, 2}, "memory.fill": {0, 1}, "table.init": {1, 1}, "elem.drop": {1, 0}, "table.copy": {0, 2},
}

func (p *program) code(text string) (code []byte) {
	p.tb.Helper()
	list := strings.Fields(text)
	next := func() string { head := list[0]; list = list[1:]; return head }
	for len(list) > 0 {
		word, extra, _ := strings.Cut(next(), ":")
		word, offset, _ := strings.Cut(word, "@")
		bytes, known := words[word]
		if !known {
			p.tb.Fatalf("no instruction %q", word)
		}
		code = append(code, bytes...)
		switch {
		case word == "block" || word == "loop" || word == "if":
			code = append(code, blockType(p.tb, extra)...)
		case strings.HasSuffix(word, ".const"):
			code = signed(code, p.number(next()))
		case word == "br_table":
			labels := strings.Split(next(), ",")
			code = append(code, byte(len(labels)-1))
			for _, label := range labels {
				code = binary.AppendUvarint(code, uint64(p.number(label)))
			}
		case strings.Contains(word, ".load") || strings.Contains(word, ".store"):
			code = binary.AppendUvarint(append(code, 0), uint64(p.number("0"+offset)))
		default:
			for range numbers[word].count {
				code = binary.AppendUvarint(code, uint64(p.number(next())))
			}
			code = append(code, make([]byte, numbers[word].zeros)...)
		}
	}
	return code
}

func (p *program) number(text string) int64 {
	p.tb.Helper()
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		p.tb.Fatal(err)
	}
	return value
}

// blockType is nothing, a type of values, or #index of a type.
func blockType(tb testing.TB, text string) []byte {
	tb.Helper()
	if text == "" {
		return []byte{emptyBlock}
	}
	if index, is := strings.CutPrefix(text, "#"); is {
		value, err := strconv.Atoi(index)
		if err != nil {
			tb.Fatal(err)
		}
		return signed(nil, int64(value))
	}
	return []byte{byte(types(text)[0])}
}

func signed(code []byte, value int64) []byte {
	w := writer{code: code}
	w.signed(value)
	return w.code
}
