package hostile

import (
	"bytes"
	"testing"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// heavyBytes is nearly as much as a module may have.
const heavyBytes = 15 << 20

// heavy gives guests that evaluate a large ruleset as often as they may: what
// loading and starting one costs the host has to be theirs to pay, or small.
func heavy(t testing.TB, good guest, all []guest) []guest {
	t.Helper()
	var flood guest
	for _, g := range all {
		if g.name == "evaluate_flood" {
			flood = g
		}
	}
	wide := good
	wide.name, wide.code = "wide", padded(good.code, heavyBytes)
	full := good
	full.name, full.code = "full", filled(t, good.code)
	return []guest{
		flooding(t, flood, wide, "Evaluates a ruleset of 15 MiB, most of which nobody reads, 5,000 times."),
		flooding(t, flood, full, "Evaluates a ruleset with 15 MiB of data segments 5,000 times."),
	}
}

// flooding makes evaluate_flood evaluate another ruleset, whose name is as long.
func flooding(t testing.TB, flood, callee guest, why string) guest {
	t.Helper()
	from, to := []byte("custom/good"), []byte("custom/"+callee.name)
	if len(from) != len(to) || bytes.Count(flood.code, from) != 1 {
		t.Fatal("evaluate_flood does not name custom/good once")
	}
	flood.name, flood.why, flood.with = "evaluate_"+callee.name, why, []guest{callee}
	flood.code = bytes.Replace(flood.code, from, to, 1)
	return flood
}

// filled gives a module more data segments, which every start has to copy.
func filled(t testing.TB, module []byte) []byte {
	t.Helper()
	m, err := binary.Decode(module)
	if err != nil {
		t.Fatal(err)
	}
	m.Memories[0].Min = 1000
	offset := append([]byte{byte(binary.OpI32Const)}, 0x80, 0x80, 0x80, 0x01, byte(binary.OpEnd)) // 2 MiB
	m.Data = append(m.Data, binary.Data{Offset: offset, Bytes: bytes.Repeat([]byte{1}, heavyBytes)})
	return m.Encode()
}
