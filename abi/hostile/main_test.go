package hostile

import (
	"testing"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/wasmtest"
)

func TestMain(m *testing.M) { wasmtest.Main(m) }
