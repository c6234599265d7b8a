//go:build unix

package lua

import (
	"fmt"
	"strings"
)

// priceFound are statements whose cost hides behind one instruction or one step: metamethods
// that are library functions, patterns that match nothing often, many values or variables at
// once, keys and errors of great length.
var priceFound = append([]priced{
	{"assert nest", "local A, x = filled(1900, 1)", "x = " + nested("assert", 60, "unpack(A)")},
	{"select nest", "local A, x = filled(1900, 1)", "x = select('#', " + nested("assert", 60, "1, unpack(A)") + ")"},
	{"pcall nest", "local A, x = filled(1900, 1)", "x = pcall(" + strings.Repeat("pcall, ", 30) + "assert, unpack(A))"},
	{"xpcall", "local A, x = function() end", "x = xpcall(A, A)"},
	{"call metamethod many", "local A, B, x = filled(1900, 1), setmetatable({}, {__call = function() end})", "x = B(unpack(A))"},
	{"gsub fn empty", `local A, f, x = ("a"):rep(1000), function() end`, `x = A:gsub(".", f)`},
	{"gsub fn builtin", `local A, x = ("a"):rep(1000)`, `x = A:gsub(".", type)`},
	{"gsub fn len", `local A, x = ("a"):rep(1000), string.len`, `x = A:gsub(".", string.len)`},
	{"gsub fn pos", `local A, x = ("a"):rep(1000)`, `x = A:gsub("()", math.sin)`},
	{"gsub fn tostring pos", `local A, x = ("a"):rep(1000)`, `x = A:gsub("()", tostring)`},
	{"gsub fn caps2", `local A, f, x = ("a"):rep(1000), function() end`, `x = A:gsub("` + strings.Repeat("(.)", 30) + `", f)`},
	{"gsub tbl index builtin", `local A, f, x = ("a"):rep(1000), setmetatable({}, {__index=type})`, `x = A:gsub(".", f)`},
	{"gsub tbl chain", `local A, f, x = ("a"):rep(1000), {} for i = 1, 3 do f = setmetatable({}, { __index = f }) end`, `x = A:gsub(".", f)`},
	{"gsub empty", `local A, x = ("a"):rep(1000)`, `x = A:gsub("", "")`},
	{"gsub dot empty", `local A, x = ("a"):rep(1000)`, `x = A:gsub(".", "")`},
	{"gsub () %1", `local A, x = ("a"):rep(1000)`, `x = A:gsub("()", "%1%1%1%1%1%1")`},
	{"gsub short", `local A, x = ""`, `x = A:gsub("", "")`},
	{"find set x", `local A, B, x = ("g"):rep(1000), "[" .. ("%x"):rep(30) .. "]"`, "x = A:find(B)"},
	{"find star caps", `local A, x = ("a"):rep(1000)`, `x = A:find("(a*)(a*)b")`},
	{"find frontier2", `local A, x = ("a"):rep(1000)`, `x = A:find("%f[^%a]b")`},
	{"find balance", `local A, x = ("("):rep(1000)`, `x = A:find("%b()")`},
	{"find backref2", `local A, x = ("a"):rep(1000)`, `x = A:find("(a-)%1%1%1b")`},
	{"find anch", `local A, x = ("a"):rep(1000)`, `x = A:find("^b")`},
	{"find long pattern special last", `local A, B, x = "", ("a"):rep(100000) .. "."`, `x = A:find(B)`},
	{"find long set", `local A, B, x = "b", "[" .. ("a"):rep(100000) .. "]"`, `x = A:find(B)`},
	{"gmatch empty", `local A, x = ("a"):rep(1000)`, `for w in A:gmatch("") do x = w end`},
	{"upper bad", `local A, x = ("\255"):rep(5000)`, `x = A:upper()`},
	{"lower mixed", `local A, x = ("İK"):rep(2500)`, `x = A:lower()`},
	{"fmt flags", `local x`, `x = ("%+-99d%+-99d%+-99d"):format(1,2,3)`},
	{"fmt .99d", `local x`, `x = ("%99.99d%99.99d%99.99d%99.99d%99.99d"):format(1,2,3,4,5)`},
	{"fmt g", `local x`, `x = ("%.17g%.17g%.17g%.17g%.17g"):format(.1,.2,.3,1e22/3,1e-22/3)`},
	{"fmt f", `local x`, `x = ("%.20f%.20f%.20f%.20f%.20f"):format(.1,.2,.3,1e5/3,1e-2/3)`},
	{"fmt +f", `local x`, `x = ("%+9.9f%+9.9f%+9.9f%+9.9f%+9.9f"):format(.1,.2,.3,1e5/3,1e-2/3)`},
	{"fmt q", `local A, x = ("\"\\\n\r\0"):rep(1000)`, `x = ("%q"):format(A)`},
	{"fmt empty", `local A, x = "a"`, `x = A:format()`},
	{"tonumber baderr", `local A, x = "1e"`, `x = tonumber(A)`},
	{"tonumber sp2", `local A, x = (" "):rep(100) .. "1" .. (" "):rep(90)`, `x = tonumber(A, 36)`},
	{"order literal", `local A, x = ("k"):rep(256)`, `x = A < "` + strings.Repeat("k", 256) + `"`},
	{"order 64", `local A, x = ("k"):rep(63)`, `x = A < A`},
	{"key 256", `local B, A, x = ("k"):rep(256), {} for i = 1,3 do A = setmetatable({}, {__index=A}) end`, `x = A[B]`},
	{"key const", `local A, x = {} for i = 1,3 do A = setmetatable({}, {__index=A}) end`, `x = A.` + strings.Repeat("k", 128)},
	{"eq meta builtin", "local m = { __eq = math.max } m.__eq = type local A, B, x = setmetatable({}, m), setmetatable({}, m)", "x = A == B"},
	{"lt builtin", "local m = { __lt = type } local A, B, x = setmetatable({}, m), setmetatable({}, m)", "x = A < B"},
	{"le from lt", "local m = { __lt = type } local A, B, x = setmetatable({}, m), setmetatable({}, m)", "x = A <= B"},
	{"concat meta", "local m = { __concat = type } local A, B, x = setmetatable({}, m), setmetatable({}, m)", "x = A .. B"},
	{"add builtin", "local A, x = setmetatable({}, { __add = type })", "x = A + A"},
	{"unm builtin", "local A, x = setmetatable({}, { __unm = type })", "x = -A"},
	{"len builtin", "local A, x = setmetatable({}, { __len = type })", "x = #A"},
	{"index builtin", "local A, x = setmetatable({}, { __index = type })", "x = A.x"},
	{"index lib2", "local A, x = setmetatable({}, { __index = setmetatable({}, {__index = string}) })", "x = A.x"},
	{"index chain 4 to function", "local A, x = setmetatable({}, {__index=type}) for i = 1, 2 do A = setmetatable({}, { __index = A }) end", "x = A.x"},
	{"newindex builtin", "local A = setmetatable({}, { __newindex = type })", "A.x = 1"},
	{"newindex chain", "local A = {} for i = 1, 3 do A = setmetatable({}, { __newindex = A }) end", "A.x = nil"},
	{"newindex deletes, next", "local A = named(10000) setmetatable(A, {__newindex={}}) for k in pairs(A) do if k ~= 'key10000' then A[k] = nil end end local x", "x = next(A)"},
	{"newindex target deletes, next", "local B = named(10000) local A = setmetatable({}, {__newindex=B}) B.last = 1 for i = 1, 10000 do A['key' .. i] = nil end local x", "x = next(B)"},
	{"method missing", `local A, x = "a"`, `x = A.foo`},
	{"float keys store", "local A, B, x = {}, .5", "A[B] = 1"},
	{"float keys many", "local A, i, x = {}, 0 for j = 1, 20000 do A[j + .5] = j end", "i = (i + 7) % 20000 x = A[i + .5]"},
	{"float keys many str", "local A, x = {}, 0 for j = 1, 20000 do A[tostring(j)] = j end local K, i = {}, 1 for k in pairs(A) do K[#K+1] = k end", "i = i * 7 % 19997 + 1 x = A[K[i]]"},
	{"pairs float", "local A, x = {} for j = 1, 1000 do A[j + .5] = j end", "for k, v in pairs(A) do x = k end"},
	{"next loop float", "local A, x = {} for j = 1, 1000 do A[j + .5] = j end", "for k, v in next, A do x = k end"},
	{"list beyond insert", "local A = filled(70000, 1)", "table.insert(A, 66000, 1) table.remove(A, 66000)"},
	{"list beyond concat", "local A, x = filled(70000, 1)", "x = table.concat(A, '', 66000, 69000)"},
	{"list beyond removed, next", "local A = filled(75000, 1) for i = 75000, 66001, -1 do table.remove(A) end local x", "x = next(A, 66000)"},
	{"sort lt builtin", "local m = { __lt = type } local A = {} for i = 1, 100 do A[i] = setmetatable({}, m) end", "table.sort(A)"},
	{"sort by max", "local A = filled(1000, 1)", "table.sort(A, type)"},
	{"sort texts63", `local A = filled(1000, ("x"):rep(63))`, "table.sort(A)"},
	{"error deep meta", "local A, x A = setmetatable({}, {__index = function(t, n) if n == 0 then error('x') end return A[n-1] + 1 end})", "x = pcall(function() return A[60] end)"},
	{"error deep sort", "local x local function f(n) if n == 0 then error('x') end table.sort({1,2}, function() f(n-1) end) end", "x = pcall(f, 40)"},
	{"error deep gsub", "local x local function f(n) if n == 0 then error('x') end ('a'):gsub('.', function() f(n-1) end) end", "x = pcall(f, 40)"},
	{"error nested pcalls", "local function f(n) if n == 0 then error('x') end local ok, e = pcall(f, n-1) error(e, 0) end local x", "x = pcall(f, 30)"},
	{"error long key addr", `local A, B, x local B = (": 0x"):rep(25000)`, "x = pcall(function() return A[B] end)"},
	{"error long", `local B, x = ("k"):rep(100000)`, "x = pcall(error, B)"},
	{"recursion meta", "local A, x A = setmetatable({}, {__index = function(t, n) if n == 0 then return 1 end return A[n-1] + 1 end})", "x = A[60]"},
	{"empty closures", "local x", "x = function() end"},
	{"for denormal", "local x", "for i = 0, 1e-322, 5e-324 do end"},
	{"mul denormal", "local A, B, x = 5e-324, 1.5", "x = A * B"},
	{"mul denormal chain", "local A, B, x = 1e-200, 1e-120", "x = A * B + A * B + A * B + A * B"},
	{"div denormal", "local A, B, x = 1e-310, 3", "x = A / B"},
	{"pow2", "local A, B, x = 1e-160, 3", "x = A ^ 2"},
	{"large texts over", `local A, x = ("\0"):rep(300000)`, `x = pcall(impressionism.get_skill, { id = A })`},
	{"large texts bad utf8", `local A, x = ("\255"):rep(300000)`, `x = pcall(impressionism.get_skill, { id = A })`},
	{"req numbers end", `local A, x = filled(1000, 1e-300/3) A[1001] = type`, `x = pcall(impressionism.get_skill, { id = A })`},
	{"req fields end", `local A, x = named(1000) A.a = type`, `x = pcall(impressionism.get_skill, { id = A })`},
	{"req 600 nul", `local A, x = ("\0"):rep(600)`, `x = pcall(impressionism.get_skill, { id = A })`},
	{"concat2", `local A, x = "a"`, `x = A .. A`},
	{"many s2", `local A, B, x = ("x"):rep(1000), ("%s*"):rep(20).."y"`, `x = A:find(B)`},
	{"many p2", `local A, B, x = ("x"):rep(1000), ("("):rep(30).."z"..(")"):rep(30)`, `x = A:find(B)`},
	{"é f1", `local A, B, x = ("é"):rep(100), "%f[%w]%w+"`, `x = A:gsub(B, "")`},
	{"math.max many", `local A, x = filled(1900, 1)`, `x = math.max(unpack(A))`},
	{"char many", `local A, x = filled(1900, 1)`, `x = string.char(unpack(A))`},
	{"long keys in pairs", longKeys, "for k, v in pairs(A) do x = k end"},
	{"long keys in next", longKeys, "x = next(A, x)"},
	{"long keys in maxn", longKeys, "x = table.maxn(A)"},
	{"long keys deleted", longKeys + " for i = 1, 280 do A[B:sub(i)] = nil end", "x = next(A)"},
	{"long key that is absent", `local A, B, x = named(1000), ("k"):rep(100000)`, "x = next(A, B)"},
	{"long keys stored through metatables", `local A, B = {}, ("k"):rep(100000) for i = 1, 3 do A = setmetatable({}, { __newindex = A }) end`, "A[B] = 1"},
	{"fields replaced", `local A, B = {}, ("%g"):rep(30)`, "A[B] = 1"},
	{"short match", `local A, B, x = ("%s*"):rep(20) .. "y", ("%%"):rep(100)`, "x = A:match(B)"},
	{"short find", `local A, B, x = ("%s*"):rep(20) .. "y", "%.99f"`, "x = A:find(B)"},
	{"short gsub", `local A, B, x = ("%c"):rep(30), ("%x"):rep(30)`, `x = A:gsub(B, "")`},
	{"short words", `local A, x = ("%c"):rep(30)`, `for w in A:gmatch("%d") do x = w end`},
	{"short match that fails", `local A, B, x = ("s"):rep(30), ("s?"):rep(30) .. "%f"`, "x = pcall(string.match, A, B)"},
}, priceWide()...)

const longKeys = `local A, B, x = {}, ("k"):rep(100000) for i = 1, 300 do A[B:sub(i)] = i end`

// priceWide are functions and closures with as many variables as a function may have.
func priceWide() []priced {
	const all = 150
	names := func(from, to int) string {
		var out []string
		for i := from; i < to; i++ {
			out = append(out, fmt.Sprint("v", i))
		}
		return strings.Join(out, ", ")
	}
	declared := "local " + names(0, all)
	captured := declared + " local k = { function() return " + names(0, 50) + " end, function() return " + names(50, 100) + " end, function() return " + names(100, all) + " end } local x"
	return []priced{
		{"variables without values", "local x", "do " + declared + " end"},
		{"variables of nil", "local x", "do " + declared + " = nil end"},
		{"variables of varargs", "local f = function(...) " + declared + " = ... end", "f()"},
		{"variables of one result", "local f = function() end", "do " + declared + " = f() end"},
		{"variables of a function", "local f = function() " + declared + " end", "f()"},
		{"variables of a branch", "local f = function() if false then " + declared + " end end", "f()"},
		{"parameters", "local f = function(" + names(0, all) + ") end", "f()"},
		{"parameters of an order", "local A, f = filled(300, 1), function(" + names(0, all) + ") end", "table.sort(A, f)"},
		{"parameters of a replacement", `local A, x, f = ("a"):rep(1000), 1, function(` + names(0, all) + ") end", "x = A:gsub('.', f)"},
		{"parameters of a metamethod", "local f = function(" + names(0, all) + ") end local A, x = setmetatable({}, { __index = f })", "x = A.x"},
		{"values of a branch", "local f = function() if false then f(" + strings.Repeat("f(1, 2, ", 30) + "3" + strings.Repeat(")", 30) + ") end end", "f()"},
		{"entries of a branch", "local f = function() if false then f({ " + strings.Repeat("1, ", 50) + "}, { " + strings.Repeat("1, ", 50) + "}) end end", "f()"},
		{"recursion with variables", "local function f(n) local " + names(0, 100) + " if n > 0 then return 1 + f(n - 1) end return 0 end local x", "x = f(50)"},
		{"closures over the last variables", captured, "x = function() return " + names(95, all) + " end"},
	}
}

func nested(function string, levels int, inner string) string {
	return strings.Repeat(function+"(", levels) + inner + strings.Repeat(")", levels)
}
