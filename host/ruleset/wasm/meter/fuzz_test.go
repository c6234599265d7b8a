package meter

import (
	"testing"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// Ensure foreign bytes never make Instrument panic, that what the engine accepts
// it still accepts when metered, and that what it refuses stays refused.
func FuzzInstrument(f *testing.F) {
	for seed := range uint64(5) {
		module, _ := generate(f, seed)
		f.Add(module)
	}
	for _, load := range loads {
		p := newProgram(f)
		load.make(p)
		f.Add(p.bytes())
	}
	f.Fuzz(func(t *testing.T, module []byte) {
		metered, err := Instrument(module)
		if err != nil {
			return
		}
		e := interpreter(t)
		plain := accepts(e, module)
		if accepts(e, metered) != plain {
			t.Errorf("the engine accepts the plain module: %v; the metered one not so", plain)
		}
	})
}

func accepts(e *engine, module []byte) bool {
	compiled, err := e.runtime.CompileModule(e.tb.Context(), module)
	if err != nil {
		return false
	}
	return compiled.Close(e.tb.Context()) == nil
}

// FuzzAltered is FuzzInstrument for generated modules of which one byte of code
// is another: most of them are nearly valid.
func FuzzAltered(f *testing.F) {
	f.Add(uint64(1), uint16(40), byte(0x0b))
	f.Fuzz(func(t *testing.T, seed uint64, at uint16, to byte) {
		module, _ := generate(t, seed)
		m, err := binary.Decode(module)
		if err != nil {
			t.Fatal(err)
		}
		code := m.Bodies[int(at)%len(m.Bodies)].Code
		code[int(at)%len(code)] = to // a part of module
		metered, err := Instrument(module)
		if err != nil {
			return
		}
		e := interpreter(t)
		if plain := accepts(e, module); accepts(e, metered) != plain {
			t.Errorf("the engine accepts the plain module: %v; the metered one not so", plain)
		}
	})
}
