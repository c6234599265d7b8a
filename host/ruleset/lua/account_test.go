package lua

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// growth is code that takes memory in each of the ways there are; N is how
// often.
var growth = map[string]string{
	"empty tables":    "local keep = {} for i = 1, N do keep[i] = {} end",
	"fields":          "local keep = {} for i = 1, N do local t = {} t.x = i keep[i] = t end",
	"constructors":    `local keep = {} for i = 1, N do keep[i] = { a = i, b = i, c = "x" } end`,
	"lists":           "local keep = {} for i = 1, N do keep[i] = { i, i, i, i, i, i, i, i, i, i } end",
	"array":           "local t = {} for i = 1, N do t[i] = i + 0.5 end",
	"string keys":     `local t = {} for i = 1, N do t["key" .. i] = i end`,
	"number keys":     "local t = {} for i = 1, N do t[i + 0.5] = i end",
	"far elements":    "local keep = {} for i = 1, N / 100 do keep[i] = { } keep[i][20000] = 1 end",
	"insert":          "local t = {} for i = 1, N do table.insert(t, i + 0.5) end",
	"closures":        "local t = {} for i = 1, N do local x, y = i, i t[i] = function() return x + y end end",
	"strings":         `local t = {} for i = 1, N do t[i] = "text " .. i end`,
	"upper":           `local t = {} for i = 1, N do t[i] = ("some text"):upper() end`,
	"format":          `local t = {} for i = 1, N do t[i] = ("%d %s"):format(i, "some text") end`,
	"gsub":            `local t = {} for i = 1, N do t[i] = ("some text"):gsub("e", "xx") end`,
	"split":           `local t = {} for i = 1, N do for w in ("some text"):gmatch("%a+") do t[#t + 1] = w end end`,
	"errors":          "for i = 1, N do pcall(error, 'x') end",
	"host errors":     "for i = 1, N / 10 do pcall(impressionism.get_session) end",
	"pairs":           "local t = { 1, 2, 3, a = 4 } for i = 1, N do for k in pairs(t) do end end",
	"sort":            "for i = 1, N / 10 do table.sort({ 3, 1, 2, 5, 4 }) end",
	"tostring":        "for i = 1, N do tostring({}) end",
	"metatables":      "local class = {} class.__index = class local t = {} for i = 1, N do t[i] = setmetatable({}, class) end",
	"varargs":         "local function f(...) return { ... } end local t = {} for i = 1, N do t[i] = f(i, i, i) end",
	"deleted keys":    `local t = {} for i = 1, N do t["key" .. i] = i t["key" .. i] = nil end`,
	"assign several":  "local a, b = {}, {} for i = 1, N do a[i], b[i] = i + 0.5, i + 0.5 end",
	"table of tables": "local t for i = 1, N do t = { next = t } end",
}

// Ensure that the memory account covers what is really allocated: at most half
// as much again as was charged, where every instruction may leave a number (8
// bytes) behind.
func TestAccountCoversAllocation(t *testing.T) {
	for name, code := range growth {
		t.Run(name, func(t *testing.T) {
			budgets := abi.DefaultBudgets()
			budgets.Fuel, budgets.MemoryBytes, budgets.HostCalls = 1<<40, 1<<40, 1<<40
			g := start(t, "return { evaluate_activation = function() local N = 20000 "+code+" end }", abi.Sandbox{Budgets: budgets})
			memory, fuel, before := g.memory, g.fuel, allocated()
			if _, err := g.Evaluate(abi.Activation, []byte("{}")); err != nil {
				t.Fatal(err)
			}
			took := int64(allocated() - before)
			charged, units := memory-g.memory, fuel-g.fuel
			t.Logf("%s: allocated %d, charged %d, units %d", name, took, charged, units)
			if took > charged*3/2+8*units+1<<16 {
				t.Errorf("allocated %d bytes, charged %d and %d units", took, charged, units)
			}
		})
	}
}

func allocated() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.TotalAlloc
}

// Ensure that the cost of compiling is charged before it is paid: fuel used for
// sources of one kind grows no slower than their size.
func TestCompileIsCharged(t *testing.T) {
	used := func(count int) int64 {
		code := "local t = {"
		for i := range count {
			code += fmt.Sprintf("%d,", i)
		}
		budgets := abi.DefaultBudgets()
		budgets.Fuel = 1 << 40
		g := start(t, code+"}\nreturn {}", abi.Sandbox{Budgets: budgets})
		return budgets.Fuel - g.fuel
	}
	small, large := used(500), used(5000)
	if large < 50*small {
		t.Errorf("500 constants cost %d units, 5000 cost %d: comparing each with each is not charged", small, large)
	}
}
