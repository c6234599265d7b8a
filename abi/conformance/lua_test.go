package conformance_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/conformance"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
)

// luaProbe is the probe in Lua, which runs from its source.
func luaProbe(t testing.TB) conformance.Probe {
	t.Helper()
	code, err := os.ReadFile(filepath.Join("..", "guests", "lua", "probe.lua"))
	if err != nil {
		t.Fatal(err)
	}
	return conformance.Probe{
		Language: "Lua", Start: lua.Start, BareLists: true,
		Program: abi.Program{ID: "probe/lua", Name: "probe/lua/probe.lua", Code: code},
		Place:   regexp.MustCompile(`probe\.lua:\d+`),
	}
}

// Ensure that rulesets in Lua meet the contract.
func TestLua(t *testing.T) { conformance.Run(t, luaProbe(t)) }
