package wasm

import (
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// Ensure a table can be filled from a segment that waits for it, and that no
// table can grow: no budget would cover it.
func TestTables(t *testing.T) {
	withTable := func(code []byte) []byte {
		b := newModule(t).activation("i32.const 0")
		b.module.Tables = []binary.Table{{Limits: binary.Limits{Min: 1}}}
		b.module.Elements = []binary.Element{{Mode: binary.Passive, Functions: []uint32{0}}}
		m, err := binary.Decode(b.bytes())
		if err != nil {
			t.Fatal(err)
		}
		m.Bodies[1].Code = code
		return m.Encode()
	}
	fill := withTable([]byte{0x41, 0, 0x41, 0, 0x41, 1, 0xfc, 12, 0, 0, 0x41, 0, 0x0b})
	engines(t, func(t *testing.T, r *Runtime) {
		trust(t, r, fill)
		if _, err := startGuest(t, r, fill, sandboxOf(nil)).Evaluate(abi.Activation, []byte("{}")); err != nil {
			t.Error(err)
		}
	})
	grow := withTable([]byte{0xd0, 0x70, 0x41, 1, 0xfc, 15, 0, 0x0b})
	if _, err := prepare(grow, ""); err == nil || !strings.Contains(err.Error(), "reference types") {
		t.Errorf("a table that grows: %v", err)
	}
}
