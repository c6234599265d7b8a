package wasm

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// builder makes small modules for tests. Code is words of the text format
// without parentheses; "call env.alloc", "call user.log" and "call wasi.fd_write"
// import what they name.
type builder struct {
	tb        testing.TB
	module    binary.Module
	functions []function
	data      []byte // from address 1024 on
}

type function struct{ name, signature, locals, code string }

const dataStart = 1024

// putFunction copies memory into a block: address, length → offset.
var putFunction = function{"put", "i32 i32 -> i64", "i64 i32", `
	local.get 1 i64.extend_i32_u call env.alloc local.set 2
	block loop local.get 3 local.get 1 i32.ge_u br_if 1
		local.get 2 local.get 3 i64.extend_i32_u i64.add
		local.get 0 local.get 3 i32.add i32.load8_u
		call env.store_u8
		local.get 3 i32.const 1 i32.add local.set 3 br 0
	end end local.get 2`}

func newModule(tb testing.TB) *builder {
	tb.Helper()
	b := &builder{tb: tb, functions: []function{putFunction}}
	b.module.Memories = []binary.Limits{{Min: 2}}
	b.module.Globals = []binary.Global{{
		Type: binary.GlobalType{Type: binary.I32, Mutable: true}, Init: []byte{0x41, 0, 0x0b},
	}}
	b.module.Exports = []binary.Export{
		{Name: "memory", Kind: binary.KindMemory}, {Name: "impressionism_abi_2", Kind: binary.KindGlobal},
	}
	return b
}

// activation gives the code of evaluate_activation, which returns a status.
func (b *builder) activation(code string) *builder {
	for i := range b.functions {
		if b.functions[i].name == abi.Activation {
			b.functions[i].code = code
			return b
		}
	}
	return b.function(abi.Activation, "-> i32", "i32 i64 i64", code)
}

func (b *builder) function(name, signature, locals, code string) *builder {
	b.functions = append(b.functions, function{name, signature, locals, code})
	return b
}

// text puts a text into memory and gives the code for its address and length.
func (b *builder) text(text string) string {
	address := dataStart + len(b.data)
	b.data = append(b.data, text...)
	return fmt.Sprintf(" i32.const %d i32.const %d ", address, len(text))
}

// answering gives the code that answers a text and succeeds.
func (b *builder) answering(text string) string {
	return b.text(text) + fmt.Sprintf(" call put i64.const %d call env.output_set i32.const 0 ", len(text))
}

// failing gives the code that sets an error and reports it.
func (b *builder) failing(text string) string {
	return b.text(text) + " call put call env.error_set i32.const 1 "
}

func (b *builder) bytes() []byte {
	b.tb.Helper()
	indices := map[string]uint32{}
	for _, f := range b.functions {
		for _, word := range strings.Fields(f.code) {
			if _, known := indices[word]; known || !strings.Contains(word, ".") {
				continue
			}
			if imported, ok := b.importOf(word); ok {
				indices[word] = uint32(b.module.Imported(binary.KindFunction))
				b.module.Imports = append(b.module.Imports, imported)
			}
		}
	}
	first := uint32(b.module.Imported(binary.KindFunction))
	for i, f := range b.functions {
		indices[f.name] = first + uint32(i)
	}
	for _, f := range b.functions {
		body := binary.Body{Code: b.assemble(f.code+" end", indices)}
		for _, t := range valueTypes(f.locals) {
			body.Locals = append(body.Locals, binary.Locals{Count: 1, Type: t})
		}
		b.module.Functions = append(b.module.Functions, b.typeOf(f.signature))
		b.module.Bodies = append(b.module.Bodies, body)
		if f.name != putFunction.name {
			b.module.Exports = append(b.module.Exports, binary.Export{Name: f.name, Index: indices[f.name]})
		}
	}
	if len(b.data) > 0 {
		offset := append([]byte{0x41}, append(leb(dataStart), 0x0b)...)
		b.module.Data = append(b.module.Data, binary.Data{Offset: offset, Bytes: b.data})
	}
	return b.module.Encode()
}

// importOf gives the import that "env.alloc" and the like stand for.
func (b *builder) importOf(word string) (binary.Import, bool) {
	from, name, _ := strings.Cut(word, ".")
	module, ok := map[string]string{"env": moduleEnv, "user": moduleUser, "wasi": moduleWASI}[from]
	if !ok {
		return binary.Import{}, false
	}
	signature := "i64 -> i64" // of what does not exist
	if found, ok := lookup(module, name); ok {
		signature = strings.NewReplacer("(", "", ")", "", ",", "").Replace(found.String())
	}
	return binary.Import{Module: module, Name: name, Type: b.typeOf(signature)}, true
}

func (b *builder) typeOf(signature string) uint32 {
	params, results, _ := strings.Cut(signature, "->")
	b.module.Types = append(b.module.Types, binary.FuncType{Params: valueTypes(params), Results: valueTypes(results)})
	return uint32(len(b.module.Types) - 1)
}

func valueTypes(names string) (types []binary.ValueType) {
	for _, name := range strings.Fields(names) {
		types = append(types, map[string]binary.ValueType{"i32": binary.I32, "i64": binary.I64, "f32": binary.F32, "f64": binary.F64}[name])
	}
	return types
}

var words = map[string][]byte{
	"unreachable": {0x00}, "nop": {0x01}, "block": {0x02, 0x40}, "loop": {0x03, 0x40}, "if": {0x04, 0x40}, "else": {0x05},
	"end": {0x0b}, "br": {0x0c}, "br_if": {0x0d}, "return": {0x0f}, "call": {0x10}, "drop": {0x1a},
	"local.get": {0x20}, "local.set": {0x21}, "local.tee": {0x22}, "global.get": {0x23}, "global.set": {0x24},
	"i32.load8_u": {0x2d, 0, 0}, "i32.load": {0x28, 2, 0}, "i64.load": {0x29, 3, 0}, "i32.store": {0x36, 2, 0}, "i64.store": {0x37, 3, 0},
	"memory.size": {0x3f, 0}, "memory.grow": {0x40, 0}, "i32.const": {0x41}, "i64.const": {0x42},
	"i32.eqz": {0x45}, "i32.eq": {0x46}, "i32.ge_u": {0x4f}, "i64.eqz": {0x50}, "i64.eq": {0x51},
	"i32.add": {0x6a}, "i32.sub": {0x6b}, "i32.mul": {0x6c}, "i32.div_u": {0x6e}, "i64.add": {0x7c}, "i64.mul": {0x7e},
	"i32.wrap_i64": {0xa7}, "i64.extend_i32_u": {0xad},
}

func (b *builder) assemble(code string, indices map[string]uint32) []byte {
	b.tb.Helper()
	var out []byte
	for _, word := range strings.Fields(code) {
		if opcode, ok := words[word]; ok {
			out = append(out, opcode...)
		} else if index, ok := indices[word]; ok {
			out = append(out, leb(int64(index))...)
		} else if number, err := strconv.ParseInt(word, 0, 64); err == nil {
			out = append(out, leb(number)...)
		} else {
			b.tb.Fatalf("no word: %s", word)
		}
	}
	return out
}

// leb encodes a number as signed LEB128, which for small ones serves as unsigned.
func leb(n int64) []byte {
	for out := []byte(nil); ; {
		part := byte(n & 0x7f)
		n >>= 7
		if (n == 0 && part&0x40 == 0) || (n == -1 && part&0x40 != 0) {
			return append(out, part)
		}
		out = append(out, part|0x80)
	}
}
