package lua

import (
	"encoding/json"
	"fmt"
	"github.com/ed-irl/impressionism/abi"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
)

type gen struct {
	r    *rand.Rand
	d    int
	vars []string
	fn   int
	va   bool
}

func (g *gen) pick(s ...string) string { return s[g.r.IntN(len(s))] }
func (g *gen) v() string               { return g.vars[g.r.IntN(len(g.vars))] }
func (g *gen) str() string {
	return g.pick("'abc'", "'hello world'", "'a.b'", "'x=1,y=2'", "''", "'10'", "'Zed'", "'a b  c'")
}
func (g *gen) num() string { return g.pick("1", "2", "3", "-1", "0.5", "7", "10", "100") }
func (g *gen) e() string {
	g.d++
	defer func() { g.d-- }()
	if g.d > 3 || g.r.IntN(4) == 0 {
		return g.pick(g.v(), g.v(), g.v(), g.num(), g.str(), "nil", "true", "false")
	}
	switch g.r.IntN(24) {
	case 0, 1:
		return g.e() + g.pick(" + ", " - ", " * ", " .. ", " == ", " ~= ", " < ", " <= ", " and ", " or ", " .. ", " > ", " >= ") + g.e()
	case 2:
		return "(" + g.e() + ")"
	case 3:
		return g.pick("-", "not ", "#") + "(" + g.e() + ")"
	case 4:
		return "{" + g.e() + ", " + g.e() + "}"
	case 5:
		return "{[" + g.str() + "] = " + g.e() + ", x = " + g.e() + ", " + g.e() + "}"
	case 6:
		return g.v() + "[" + g.e() + "]"
	case 7:
		return g.v() + ".x"
	case 8:
		return g.fun()
	case 9:
		return g.v() + "(" + g.e() + ", " + g.e() + ")"
	case 10:
		return "(" + g.v() + "(" + g.e() + "))"
	case 11:
		return "(" + g.str() + "):" + g.pick("rep(2)", "upper()", "sub("+g.num()+")", "find("+g.str()+")", "gsub('%w', '%0%0')", "match('(%w)(%w)')", "byte(1, -1)", "len()", "reverse()", "gsub('.', {a=1, b='B'})", "find('b', 1, true)", "match('(.-)%s')", "gsub('(%w+)', function(x) return x:upper() end)", "sub(-2, -1)")
	case 12:
		return "f2(" + g.e() + ", " + g.e() + ", " + g.e() + ")"
	case 13:
		return "tostring(" + g.pick(g.num(), g.str(), "nil", "true") + ")"
	case 14:
		return "select(" + g.pick("1", "2", "'#'", "-1") + ", " + g.e() + ", " + g.e() + ")"
	case 15:
		return "unpack({" + g.e() + ", " + g.e() + "}, " + g.pick("1", "2") + ", " + g.pick("1", "2", "3") + ")"
	case 16:
		o := g.va
		g.va = true
		defer func() { g.va = o }()
		return "table.concat({" + g.e() + ", " + g.e() + "}, " + g.str() + ")"
	case 17:
		return "string.format(" + g.pick("'%d'", "'%5.2f'", "'%q'", "'%x'", "'%c%c'") + ", " + g.e() + ", " + g.e() + ")"
	case 18:
		return "math." + g.pick("floor", "max", "abs", "min", "fmod") + "(" + g.e() + ", " + g.e() + ")"
	case 19:
		return "tonumber(" + g.e() + g.pick("", ", 16", ", 10") + ")"
	case 20:
		return "obj:get(" + g.e() + ")"
	case 21:
		return "(pcall(" + g.v() + ", " + g.e() + "))"
	case 22:
		if g.va {
			return g.pick("...", "(...)", "select('#', ...)", "{...}", "f2(...)")
		}
	case 23:
		return "obj." + g.pick("x", "y", "get")
	}
	return g.v()
}
func (g *gen) fun() string {
	old, ova := g.vars, g.va
	defer func() { g.vars, g.va = old, ova }()
	g.fn++
	p := fmt.Sprintf("p%d", g.fn)
	q := fmt.Sprintf("q%d", g.fn)
	g.va = g.r.IntN(3) == 0
	ps := p + ", " + q
	if g.va {
		ps += ", ..."
	}
	if g.r.IntN(3) == 0 {
		ps = p
		if g.va {
			ps += ", ..."
		}
	} else {
		g.vars = append(append([]string{}, g.vars...), q)
	}
	g.vars = append(append([]string{}, g.vars...), p, p)
	return "function(" + ps + ") " + g.block() + " return " + g.e() + g.pick("", ", "+g.e()) + " end"
}
func (g *gen) block() string {
	g.d++
	old := g.vars
	defer func() { g.d--; g.vars = old }()
	if g.d > 4 {
		return ""
	}
	var o strings.Builder
	for range 1 + g.r.IntN(3) {
		o.WriteString(g.s() + "; ")
	}
	return o.String()
}
func (g *gen) s() string {
	switch g.r.IntN(20) {
	case 0, 1, 2:
		v := g.v()
		return v + " = " + g.e()
	case 3:
		return g.v() + "[" + g.e() + "] = " + g.e()
	case 4:
		return g.v() + "[" + g.e() + "], " + g.v() + ".x = " + g.e() + ", " + g.e()
	case 5:
		return "for i = " + g.pick("1", "3") + ", " + g.num() + ", " + g.pick("1", "-1", "2") + " do cap() " + g.block() + " end"
	case 6:
		return "for k, w in ipairs(" + g.e() + ") do cap() show(k, w) " + g.block() + " end"
	case 7:
		return "if " + g.e() + " then " + g.block() + " elseif " + g.e() + " then " + g.block() + " else " + g.block() + " end"
	case 8:
		g.fn++
		n, m := fmt.Sprintf("l%d", g.fn), fmt.Sprintf("m%d", g.fn)
		s := "local " + n + ", " + m + " = " + g.e() + g.pick("", ", "+g.e())
		g.vars = append(append([]string{}, g.vars...), n, m)
		return s
	case 9:
		g.fn++
		n := fmt.Sprintf("h%d", g.fn)
		g.vars = append(append([]string{}, g.vars...), n)
		s := "local function " + n + g.fun()[8:]
		return s
	case 10:
		return "table.insert(c, " + g.e() + ")"
	case 11:
		return "show(pcall(function(...) " + func() string { o := g.va; g.va = true; defer func() { g.va = o }(); return g.block() }() + " end, " + g.e() + "))"
	case 12:
		return g.v() + ", " + g.v() + " = " + g.e() + ", " + g.e()
	case 13:
		return g.v() + ", " + g.v() + ", " + g.v() + " = " + g.v() + ", " + g.v() + ", " + g.v()
	case 14:
		o := g.va
		g.va = false
		defer func() { g.va = o }()
		return "function obj:m(z) " + g.block() + " return self, z end"
	case 15:
		return "repeat cap() local zz = " + g.e() + " until zz or true"
	case 16:
		o := g.va
		g.va = true
		defer func() { g.va = o }()
		return "function obj.n(z, ...) z = " + g.e() + " show(z, ...) return z end"
	case 17:
		v := g.v()
		return v + " = (" + g.v() + "(" + v + "))"
	case 18:
		return "while cap() and " + g.e() + " do " + g.block() + " break end"
	}
	return "show(" + g.e() + ", " + g.e() + ")"
}

const head = `
local results = {}
local function run(f)
 local out, n = {}, 0
 function show(...) for i = 1, select('#', ...) do local v = select(i, ...) local s
   if type(v) == 'number' then s = string.format('%.6g', v) elseif type(v) == 'table' or type(v) == 'function' then s = type(v) else s = tostring(v):gsub('^.-:%d+: .*', 'ERR') end
   if #out < 60 then out[#out + 1] = s end end end
 function cap() n = n + 1 if n > 200 then error('cap') end return true end
 depth = 0
 local ok, e = pcall(f)
 out[#out + 1] = ok and 'ok' or 'failed'
 return table.concat(out, ' ')
end
function f2(...) depth = depth + 1 if depth > 50 then error('deep') end return ... end
`

func TestExplore(t *testing.T) {
	seed := uint64(1)
	fmt.Sscan(os.Getenv("SEED"), &seed)
	n := 20
	fmt.Sscan(os.Getenv("N"), &n)
	bad := 0
	for i := range n {
		g := &gen{r: rand.New(rand.NewPCG(seed, uint64(i)))}
		var code strings.Builder
		code.WriteString(head)
		var parts []string
		for range 5 {
			g.vars = []string{"a", "b", "c", "t", "f"}
			g.va = false
			g.fn = 0
			p := "results[#results + 1] = run(function() local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end\nlocal obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}\n"
			for range 6 {
				p += g.s() + "\n"
			}
			p += "show(a, b, c, t, f) end)\n"
			parts = append(parts, p)
			code.WriteString(p)
		}
		real := code.String() + "for i, r in ipairs(results) do io.write(r, '\\0') end"
		os.WriteFile("/tmp/real.lua", []byte(real), 0o644)
		out, err := exec.Command("timeout", "10", "lua5.1", "/tmp/real.lua").CombinedOutput()
		if err != nil {
			continue
		}
		want := strings.Split(string(out), "\x00")
		s := script{name: "g.lua", code: []byte(code.String() + "return {evaluate_activation=function() return results end}"), function: abi.Activation, context: `{}`}
		bud := abi.DefaultBudgets()
		bud.Fuel = 1 << 40
		bud.MemoryBytes = 1 << 40
		bud.SourceBytes = 1 << 30
		bud.AnswerBytes = 1 << 30
		ans, err := s.play(bud, nil)
		if err != nil {
			t.Logf("ours failed %v", err)
			bad++
			continue
		}
		var got []string
		json.Unmarshal(ans, &got)
		for k := range got {
			w := strings.ToValidUTF8(want[k], "?")
			if got[k] != w {
				bad++
				if bad < 12 {
					t.Logf("DIFF\n%s\nwant %s\ngot  %s", parts[k], w, got[k])
				}
			}
		}
	}
	t.Log("bad", bad)
}
