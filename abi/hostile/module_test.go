package hostile

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// minimal is a module that says nothing.
func minimal() *binary.Module {
	return &binary.Module{
		Types:     []binary.FuncType{{Results: []binary.ValueType{binary.I32}}},
		Functions: []uint32{0},
		Bodies:    []binary.Body{{Code: []byte{0x41, 0, 0x0b}}},
		Memories:  []binary.Limits{{Min: 1}},
		Exports: []binary.Export{
			{Name: abi.Activation}, {Name: "impressionism_abi_2", Kind: binary.KindMemory},
		},
	}
}

// with makes a module with one change.
func with(change func(*binary.Module)) func() []byte {
	return func() []byte {
		m := minimal()
		change(m)
		return m.Encode()
	}
}

// coded makes a module whose function has this code, without its end.
func coded(code []byte, locals ...binary.Locals) func() []byte {
	return with(func(m *binary.Module) {
		m.Bodies[0] = binary.Body{Locals: locals, Code: append(code, byte(binary.OpEnd))}
	})
}

func locals(count uint32) binary.Locals { return binary.Locals{Count: count, Type: binary.I64} }

// manifested makes a module that carries a manifest.
func manifested(manifest string) func() []byte {
	return with(func(m *binary.Module) {
		m.Customs = []binary.Section{{Name: abi.ManifestSection, Content: []byte(manifest), After: 11}}
	})
}

func repeat[T any](one T, count int) []T {
	all := make([]T, count)
	for i := range all {
		all[i] = one
	}
	return all
}

// leb encodes a number as unsigned LEB128.
func leb(n int) []byte {
	var out []byte
	for ; n >= 0x80; n >>= 7 {
		out = append(out, byte(n)|0x80)
	}
	return append(out, byte(n))
}
