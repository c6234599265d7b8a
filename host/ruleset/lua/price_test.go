//go:build unix

package lua

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"sort"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// Extreme arguments, by kind. Names are locals of the script that uses them.
var (
	priceNumbers = []string{
		"0", "1", "-1", "0.1", "1.7976931348623157e308", "-1.7e308", "2.2250738585072014e-308", "5e-324", "1e-300", "2^53", "2^63",
		"1e15 + 0.3", "0.1 + 0.2", "1.0000001", "1 / 0", "0 / 0", "255", "64", "3",
	}
	priceTexts = []string{
		`""`, `"a"`, `("a"):rep(40)`, `("a"):rep(300)`, `("ab"):rep(2500)`, `("x"):rep(100000)`, `"1.7976931348623157e308"`, `("9"):rep(200)`, `"0." .. ("123456789"):rep(20)`,
		`"0x" .. ("f"):rep(16)`, `"2.2250738585072011e-308"`, `(" "):rep(199) .. "1"`, `("é"):rep(100)`, `("ıß"):rep(2500)`, `("\0\n\"\\"):rep(100)`, `("\255"):rep(5000)`, `("a"):rep(100000) .. "."`, `("%%"):rep(5000)`, `(": 0x"):rep(20000)`,
	}
	pricePatterns = []string{
		`("a*"):rep(20) .. "b"`, `"(.-)%1x"`, `"%b()"`, `"[^%z]*x"`, `"%f[%w]%w+"`, `".-.-.-b"`, `"a?a?a?a?a?a?a?a?aaaaaaaab"`, `"[" .. ("%w"):rep(40) .. "]+$"`,
		`"%.99f"`, `"%.99e"`, `("%.99g"):rep(10)`, `"%99s"`, `("%s"):rep(30)`, `("%d"):rep(30)`, `("%g"):rep(30)`, `("%99.99f"):rep(9)`, `"%q"`, `("%%"):rep(100)`, `("%5.1f"):rep(30)`, `("%x"):rep(30)`, `("%c"):rep(30)`,
		`"%0%0%0%0%0%0%0%0"`, `"()()()()()()()()"`, `"()"`, `"."`,
		`"(a-)%1%1b"`, `("%s*"):rep(20) .. "y"`, `("("):rep(30) .. "z" .. (")"):rep(30)`, `"%f[^%a]b"`, `("%99.99d"):rep(5)`, `("%+-99d"):rep(5)`, `("%.20f"):rep(5)`, `("%.17g"):rep(5)`,
	}
	priceTables = []string{
		"{}", "{1, 2, 3}", "{0.1, 0.2, 1e308, 5e-324}", "filled(1000, 0.1)", "filled(60000, 1)", "named(1000)", "emptied(3000)", "holes(1000)", "shrunk(60000)", `filled(300, ("x"):rep(100))`, "filled(1000, 1e-300)",
	}
	priceOthers = []string{
		"nil", "true", "function() end", "function(a, b) return a end", "type", "tostring", "math.sin", "string.len", "setmetatable({}, { __index = type })",
		"setmetatable({}, { __index = string })", "setmetatable({}, { __lt = type, __add = type, __concat = type, __eq = type, __len = type, __call = type, __unm = type })",
	}
)

const pricePrologue = `
local function filled(n, v) local t = {} for i = 1, n do t[i] = v end return t end
local function named(n) local t = {} for i = 1, n do t["key" .. i] = i end return t end
local function emptied(n) local t = named(n) for i = 1, n do t["key" .. i] = nil end return t end
local function shrunk(n) local t = filled(n, 1) for i = n, 1, -1 do t[i] = nil end return t end
local function holes(n) local t = filled(n, 1) for i = 2, n, 2 do t[i] = nil end return t end
`

// priceFunctions are all that a guest can call.
var priceFunctions = func() (names []string) {
	for name := range basics {
		if name != "require" {
			names = append(names, name)
		}
	}
	for prefix, library := range map[string]map[string]builtin{"string": stringLibrary, "table": tableLibrary, "math": mathLibrary} {
		for name := range library {
			names = append(names, prefix+"."+name)
		}
	}
	for name := range unary {
		names = append(names, "math."+name)
	}
	for name := range binary {
		names = append(names, "math."+name)
	}
	sort.Strings(names)
	return names
}()

var priceOperators = []string{"+", "-", "*", "/", "%", "^", "..", "==", "~=", "<", "<=", ">", ">=", "and", "or"}

// priceBodies are statements that take time in other ways than by one function or
// operator; each after what it needs.
var priceBodies = []priced{
	{"numbers joined", "local A, x = 1e-300 / 3", "x = " + strings.Repeat("A .. ", 29) + "A"},
	{"texts joined", `local A, x = ("x"):rep(30)`, "x = " + strings.Repeat("A .. ", 29) + "A"},
	{"text grows", `local x = ""`, `x = x .. "y"`},
	{"numbers listed", "local A, x = filled(1000, 1e-300 / 3)", "x = table.concat(A)"},
	{"empty tables", "local x", "x = {}"},
	{"small tables", "local x", "x = { 1, 2, 3, a = 4, b = 5 }"},
	{"long tables", "local x", "x = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 }"},
	{"closures", "local x", "x = function() return x end"},
	{"rehash", "local A, i = {}, 0", "i = i + 1 A[i + 0.5] = i"},
	{"keys come and go", "local A, i = {}, 0", `i = i + 1 A["k" .. i] = i A["k" .. i] = nil`},
	{"array grows", "local A, i = {}, 0", "i = i + 1 A[i] = i"},
	{"far elements", "local x", "x = {} x[20000] = 1"},
	{"backwards", "local A, i = {}, 60000", "A[i] = 1 i = i - 1"},
	{"long keys", `local A, B, x = {}, ("k"):rep(100000)`, "x = A[B]"},
	{"long keys stored", `local A, B = {}, ("k"):rep(100000)`, "A[B] = 1"},
	{"long texts compared", `local A, B, x = ("k"):rep(100000) .. "a", ("k"):rep(100000) .. "b"`, "x = A < B"},
	{"pairs", "local A, x = named(1000)", "for k, v in pairs(A) do x = k end"},
	{"pairs of one", "local A, x = { a = 1 }", "for k, v in pairs(A) do x = k end"},
	{"next over gaps", "local A, x = emptied(3000)", "x = next(A)"},
	{"next over nils", "local A, x = shrunk(60000)", "x = next(A)"},
	{"ipairs", "local A, x = filled(1000, 1)", "for i, v in ipairs(A) do x = v end"},
	{"length", "local A, x = filled(60000, 1)", "x = #A"},
	{"length with holes", "local A, x = holes(1000)", "x = #A"},
	{"length after removal", "local A, x = shrunk(60000) A[3] = 1", "x = #A"},
	{"insert first", "local A = filled(1000, 1)", "table.insert(A, 1, 1)"},
	{"remove first", "local A = filled(60000, 1)", "table.remove(A, 1)"},
	{"insert and remove", "local A = {}", "table.insert(A, 1) table.remove(A)"},
	{"sort", "local A = filled(1000, 1)", "table.sort(A)"},
	{"sort by", "local A = filled(1000, 1)", "table.sort(A, function(a, b) return true end)"},
	{"sort texts", `local A = filled(1000, ("x"):rep(200))`, "table.sort(A)"},
	{"varargs", "local function f(...) return ... end local x", "x = f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)"},
	{"varargs listed", "local function f(...) return { ... } end local A, x = filled(1000, 1)", "x = f(unpack(A))"},
	{"select last", "local A, x = filled(1900, 1)", "x = select(-1, unpack(A))"},
	{"select count", "local A, x = filled(1900, 1)", `x = select("#", unpack(A))`},
	{"unpack", "local A, x = filled(1900, 1)", "x = unpack(A)"},
	{"bytes", `local A, x = ("x"):rep(1900)`, "x = A:byte(1, -1)"},
	{"chars", `local A, x = ("x"):rep(1900)`, "x = string.char(A:byte(1, -1))"},
	{"calls", "local function f() end", "f()"},
	{"methods", "local A = { f = function() end }", "A:f()"},
	{"recursion", "local function f(n) if n > 0 then return 1 + f(n - 1) end return 0 end local x", "x = f(100)"},
	{"tail calls", "local function f(n) if n > 0 then return f(n - 1) end return 0 end local x", "x = f(1000)"},
	{"errors", "local x", `x = pcall(error, "x")`},
	{"tables as errors", "local A, x = {}", "x = pcall(error, A)"},
	{"errors of operators", "local f, x = function() return nil + 1 end", "x = pcall(f)"},
	{"errors of functions", "local x", "x = pcall(string.rep)"},
	{"handled errors", "local function f() return 1 end local x", "x = xpcall(error, f)"},
	{"long keys in errors", `local B = ("k"):rep(100000) local f, x = function() return nil + B end`, "x = pcall(f)"},
	{"index functions", "local A, x = setmetatable({}, { __index = function() return 1 end })", "x = A.x"},
	{"index chains", "local A, x = { x = 1 } for i = 1, 3 do A = setmetatable({}, { __index = A }) end", "x = A.x"},
	{"arithmetic metamethods", "local A, x = setmetatable({}, { __add = function() return 1 end })", "x = A + A"},
	{"comparisons", "local m = { __lt = function() return true end } local A, B, x = setmetatable({}, m), setmetatable({}, m)", "x = A < B"},
	{"texts as numbers", `local A, x = "1"`, "x = A + A"},
	{"far texts as numbers", `local A, x = "2.2250738585072011e-308"`, "x = A + A"},
	{"far texts negated", `local A, x = "2.2250738585072011e-308"`, "x = -A"},
	{"metamethods of tostring", `local A, x = setmetatable({}, { __tostring = function() return "x" end })`, "x = tostring(A)"},
	{"gsub by function", `local A, x = ("a"):rep(1000)`, `x = A:gsub(".", function(c) return c end)`},
	{"gsub by table", `local A, B, x = ("a"):rep(1000), { a = "b" }`, `x = A:gsub(".", B)`},
	{"gsub by text", `local A, x = ("a"):rep(1000)`, `x = A:gsub("(.)", "%1%1%1%1")`},
	{"gsub of numbers", `local A, B, x = ("a"):rep(1000), { a = 1e-300 / 3 }`, `x = A:gsub(".", B)`},
	{"words", `local A, x = ("ab "):rep(1000)`, `for w in A:gmatch("%a+") do x = w end`},
	{"many captures", `local A, x = ("a"):rep(40)`, `x = A:match(("(a)"):rep(31))`},
	{"backtracking", `local A, B, x = ("a"):rep(30), ("a*"):rep(20) .. "b"`, "x = A:match(B)"},
	{"sets", `local A, B, x = ("a"):rep(1000), "[" .. ("%W"):rep(30) .. "]"`, "x = A:find(B)"},
	{"plain find", `local A, B, x = ("a"):rep(100000), ("a"):rep(5000) .. "b"`, "x = A:find(B, 1, true)"},
	{"numbers formatted", `local A, x = 1e-300 / 3`, `x = ("%s %s %s %s"):format(A, A, A, A)`},
	{"fractions formatted", `local A, x = 0.123456789`, `x = ("%.2f %.3f %5.1f %g"):format(A, A, A, A)`},
	{"one host call", "local x", `x = impressionism.session()`},
	{"large replies", "local x", `x = impressionism.messages()`},
	{"large requests", `local A, x = filled(1000, 1e-300 / 3)`, `x = pcall(impressionism.get_skill, { id = A })`},
	{"large texts requested", `local A, x = ("\0"):rep(10000)`, `x = pcall(impressionism.get_skill, { id = A })`},
	{"draws", "local x", "x = math.random(1, 9007199254740992)"},
	{"seeds", "local x", "math.randomseed(5e-324)"},
	{"counting", "local x", "for i = 1, 100 do end"},
	{"logic", "local A, B, x = 1, nil", "x = A and B or A"},
	{"globals", "x = 1", "x = x"},
}

// priced is a script: what it needs, and what it does again and again.
type priced struct{ name, setup, body string }

func (p priced) code() string {
	return pricePrologue + "return { evaluate_activation = function() " + p.setup + " impressionism.session() while true do " + strings.Repeat(p.body+" ", 8) + " end end }"
}

// cpu is the time that this process has computed.
func cpu() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// spend runs a script with a share of the budgets, which begin behind its setup, and returns
// the CPU time that the whole of them would take and the part of the fuel that is gone when
// the first of them is. It returns false where the script ends by itself.
func spend(t testing.TB, p priced, share int64) (took time.Duration, used float64, ok bool) {
	t.Helper()
	whole := abi.DefaultBudgets()
	budgets := whole
	budgets.Fuel, budgets.MemoryBytes, budgets.HostCalls = 1<<40, 1<<40, 1<<40
	var g *guest
	before := time.Duration(-1)
	invoke := func(call string, _ []byte) []byte {
		if before < 0 { // the setup has ended
			g.fuel, g.memory = whole.Fuel/share, whole.MemoryBytes/share
			g.fuelMax, g.memoryMax = g.fuel, g.memory
			before = cpu()
		}
		return priceReply(call)
	}
	g, err := begin(abi.Program{Name: "p.lua", Code: []byte(p.code())}, abi.Sandbox{Budgets: budgets, Calls: abi.Calls, Invoke: invoke}, nil)
	if err != nil {
		t.Fatalf("%s: %v\n%s", p.name, err, p.code())
	}
	defer g.Close()
	_, err = g.Evaluate(abi.Activation, []byte("{}"))
	took = cpu() - before
	if fault, limited := errors.AsType[*abi.Fault](err); !limited || fault.Code != abi.Limit || before < 0 {
		return 0, 0, false
	}
	return took * time.Duration(share), float64(g.FuelUsed()) / float64(g.fuelMax), true
}

var largeReply = []byte(`{"ok":{"items":[` + strings.Repeat(`{"a":1e-300,"b":"text \u00e9","c":[1,2,{}]},`, 200) + `0]}}`)

func priceReply(call string) []byte {
	if call == "messages" {
		return largeReply
	}
	return []byte(`{"ok":{"id":"s"}}`)
}

// How much longer than the yardstick, a loop of additions, a script may take for the
// whole of its fuel: at 18 ns a unit, 150 ms are 4.2 times as long. Ordinary tests share
// the machine with others.
const (
	priceBound     = 8
	priceBoundSoak = 4
	// priceElsewhere is for the fuel that is left where memory ends a script first: it may do
	// something else with it.
	priceElsewhere = 3
)

// pricer looks for scripts that take long for their fuel.
type pricer struct {
	t     *testing.T
	yard  time.Duration
	bound float64
	tried int
	took  map[string]float64 // multiples of the yardstick, by script
}

func newPricer(t *testing.T, bound float64) *pricer {
	p := &pricer{t: t, bound: bound, took: map[string]float64{}}
	for range 5 {
		took, _, _ := spend(t, priced{"yardstick", "local s = 0", "s = s + 1"}, 1)
		if p.yard == 0 || took < p.yard {
			p.yard = took
		}
	}
	return p
}

// try measures one script, and again with more of its fuel where that seems too long. It
// returns false where the script ends by itself.
func (p *pricer) try(script priced) bool {
	if p.tried++; p.tried%64 == 0 {
		runtime.GC()
	}
	ratio := 0.0
	for i, share := range []int64{200, 50, 20, 4, 2, 2} {
		took, used, ok := spend(p.t, script, share)
		if !ok {
			return false
		}
		if now := float64(took)/float64(p.yard) + (1-used)*priceElsewhere; i == 0 || now < ratio || share == 4 {
			ratio = now
		}
		if ratio <= p.bound && share > 4 {
			break
		}
		runtime.GC()
	}
	p.took[script.name] = ratio
	if ratio > p.bound {
		p.t.Errorf("%s: %.1f times as long as the yardstick, at most %.1f", script.name, ratio, p.bound)
	}
	return true
}

// worst lists the scripts that take longest.
func (p *pricer) worst(count int) string {
	names := slices.Collect(maps.Keys(p.took))
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(p.took[b], p.took[a]) })
	var out strings.Builder
	for _, name := range names[:min(count, len(names))] {
		fmt.Fprintf(&out, "\n%6.2f %s", p.took[name], name)
	}
	return out.String()
}

func priceArguments() (all []string) {
	for _, kind := range [][]string{priceNumbers, priceTexts, pricePatterns, priceTables, priceOthers} {
		all = append(all, kind...)
	}
	return all
}

func (p *pricer) systematic(arguments []string) {
	for _, script := range append(priceBodies, priceFound...) {
		if !p.try(script) {
			p.t.Errorf("%s: ends by itself\n%s", script.name, script.code())
		}
	}
	var scripts []priced
	for _, a := range arguments {
		for _, operator := range priceOperators {
			scripts = append(scripts,
				priced{a + " " + operator + " 5e-324", "local A, B, x = " + a + ", 5e-324", "x = A " + operator + " B"},
				priced{"itself, " + a + " " + operator, "local A, x = " + a, "x = A " + operator + " A"})
		}
		for _, f := range priceFunctions {
			scripts = append(scripts, priced{f + "(" + a + ")", "local f, A, x = " + f + ", " + a, "x = f(A)"})
		}
	}
	for _, script := range sampletest.Some(scripts, len(scripts)/4, func(p priced) string { return p.name }) {
		p.try(script)
	}
}

// random draws an operator or a function and what it is given.
func (p *pricer) random(arguments []string, source *rand.Rand) {
	draw := func(from []string) string { return from[source.IntN(len(from))] }
	a, b, c := draw(arguments), draw(arguments), draw(arguments)
	setup := "local A, B, C, x = " + a + ", " + b + ", " + c
	switch source.IntN(8) {
	case 0:
		operator := draw(priceOperators)
		p.try(priced{a + " " + operator + " " + b, setup, "x = A " + operator + " B"})
	case 1:
		key := draw([]string{"x = A[B]", "A[B] = C", "x = -A", "x = #A", "x = not A", "for i = A, B, C do x = i end", "x = { A, B, C }", "x = { [B] = A }", "x = A .. B .. C"})
		p.try(priced{key + " of " + a + ", " + b + ", " + c, setup, key})
	case 2:
		f := draw(priceFunctions)
		p.try(priced{"pcall " + f + "(" + a + ", " + b + ")", setup + " local f = " + f, "x = pcall(f, A, B)"})
	case 3, 4:
		f := draw(priceFunctions)
		p.try(priced{f + "(" + a + ", " + b + ")", setup + " local f = " + f, "x = f(A, B)"})
	default:
		f := draw(priceFunctions)
		p.try(priced{f + "(" + a + ", " + b + ", " + c + ")", setup + " local f = " + f, "x = f(A, B, C)"})
	}
}

// Ensure that fuel stands for time: no function, operator or statement, with whatever
// arguments, takes much longer for its fuel than additions do. Each commit tries a quarter of
// the pairs of a function and an extreme argument; IMPRESSIONISM_SOAK=1 tries all of it, and draws combinations for two minutes.
func TestFuelStandsForTime(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // as in a hook
	soak := sampletest.Soak()
	p := newPricer(t, priceBound)
	if soak {
		p.bound = priceBoundSoak
	}
	arguments := priceArguments()
	p.systematic(arguments)
	source := rand.New(rand.NewPCG(1, sampletest.Seed()))
	draws, until := 300, time.Now()
	if soak {
		source = rand.New(rand.NewPCG(1, uint64(time.Now().UnixNano())))
		draws, until = 0, time.Now().Add(2*time.Minute)
	}
	for i := 0; i < draws || time.Now().Before(until); i++ {
		p.random(arguments, source)
	}
	t.Logf("%d scripts; yardstick %v for all fuel; the worst, in multiples of it:%s", p.tried, p.yard, p.worst(20))
}
