package lua
import ("testing";"math/rand/v2";"fmt";"strings";"runtime";"syscall";"os";"github.com/ed-irl/impressionism/abi")
type gen struct{ r *rand.Rand; d int }
func (g *gen) pick(s ...string) string { return s[g.r.IntN(len(s))] }
func (g *gen) v() string { return g.pick("a","b","c","t","u","s","f","n") }
func (g *gen) e() string {
 g.d++; defer func(){g.d--}()
 if g.d>3 || g.r.IntN(3)==0 { return g.pick("1","0","-1","1e9","2^53","0/0","1/0","'x'","''","nil","true","{}","...","60000","a","b","s","t","u","n","'abc def'","1.5") }
 switch g.r.IntN(26) {
 case 0: return g.v()
 case 1: return g.e()+g.pick(" + "," - "," * "," / "," % "," ^ "," .. "," == "," ~= "," < "," <= "," > "," >= "," and "," or ")+g.e()
 case 2: return "("+g.e()+")"
 case 3: return g.pick("-","not ","#")+"("+g.e()+")"
 case 4: return "{"+g.e()+", "+g.e()+"}"
 case 5: return "{["+g.e()+"] = "+g.e()+", x = "+g.e()+"}"
 case 6: return g.v()+"["+g.e()+"]"
 case 7: return g.v()+".x"
 case 8: return "function(...) "+g.block()+" return "+g.e()+" end"
 case 9: return "f("+g.e()+", "+g.e()+")"
 case 10: return "pcall("+g.e()+", "+g.e()+")"
 case 11: return "("+g.e()+"):"+g.pick("rep(1000)","upper()","sub(2)","find("+g.e()+")","gsub("+g.e()+", "+g.e()+")","match("+g.e()+")","byte(1, -1)","rep("+g.e()+")","len()","reverse()","gmatch("+g.e()+")")
 case 12: return "setmetatable("+g.e()+", {"+g.pick("__index","__newindex","__call","__concat","__eq","__lt","__le","__len","__add","__tostring","__unm","__metatable")+" = "+g.e()+"})"
 case 13: return "tostring("+g.e()+")"
 case 14: return "select("+g.e()+", "+g.e()+", ...)"
 case 15: return "unpack("+g.e()+", "+g.e()+", "+g.e()+")"
 case 16: return "table.concat("+g.e()+", "+g.e()+")"
 case 17: return "string.format("+g.e()+", "+g.e()+", "+g.e()+")"
 case 18: return "next("+g.e()+", "+g.e()+")"
 case 19: return "math."+g.pick("floor","max","random","fmod","ldexp")+"("+g.e()+", "+g.e()+")"
 case 20: return "impressionism."+g.pick("embed_text","search_skills","get_param","get_all_skills")+"("+g.e()+", "+g.e()+")"
 case 21: return "tonumber("+g.e()+", "+g.e()+")"
 case 22: return "table.remove("+g.e()+", "+g.e()+")"
 case 23: return "xpcall("+g.e()+", "+g.e()+")"
 case 24: return "("+g.pick("'a*'","'[^a]-b'","'%w+'","'(.-)%1'","'%b()'")+"):rep(5)"
 }
 return g.pick("1","'x'","s","t")
}
func (g *gen) block() string { g.d++; defer func(){g.d--}(); if g.d>5 {return ""}; var o strings.Builder; for range g.r.IntN(4) { o.WriteString(g.s()+"\n") }; return o.String() }
func (g *gen) s() string {
 switch g.r.IntN(16) {
 case 0: return g.v()+" = "+g.e()
 case 1: return g.v()+"["+g.e()+"] = "+g.e()
 case 2: return g.v()+"["+g.e()+"], "+g.v()+".x = "+g.e()+", "+g.e()
 case 3: return "for i = 1, "+g.pick("10","1000","1e9",g.e())+" do "+g.block()+" end"
 case 4: return "for k, v in "+g.pick("pairs","ipairs","next, ")+"("+g.e()+") do "+g.block()+" end"
 case 5: return "while "+g.e()+" do "+g.block()+" end"
 case 6: return "if "+g.e()+" then "+g.block()+" else "+g.block()+" end"
 case 7: return "local x, y = "+g.e()+", "+g.e()
 case 8: return "local function f(...) "+g.block()+" return f("+g.e()+", ...) end"
 case 9: return "table.insert(t, "+g.e()+")"
 case 10: return "table.insert(t, "+g.e()+", "+g.e()+")"
 case 11: return "pcall(function(...) "+g.block()+" end, "+g.e()+")"
 case 12: return "table.sort("+g.v()+", "+g.e()+")"
 case 13: return "repeat "+g.block()+" until "+g.e()
 case 14: return "function t.m(...) "+g.block()+" return "+g.e()+" end"
 }
 return "n = "+g.e()
}
func cpu() int64 { var u syscall.Rusage; syscall.Getrusage(1,&u); return u.Utime.Nano()+u.Stime.Nano() }
func TestExplore(t *testing.T) {
 runtime.LockOSThread()
 seed:=uint64(1); fmt.Sscan(os.Getenv("SEED"),&seed)
 n:=20000; fmt.Sscan(os.Getenv("N"),&n)
 kinds:=map[string]int{}
 for i:=range n {
  if o:=os.Getenv("ONLY"); o!="" && !strings.Contains(o,fmt.Sprintf(",%d,",i)) {continue}
  g:=&gen{r:rand.New(rand.NewPCG(seed,uint64(i)))}
  body:=""
  for range 8 { body+="pcall(function(...) "+g.s()+" end, 1, 2, 3)\n" }
  code:="local a, b, c, t, u, s, f, n = 1, 'b', {1,2,3}, {}, {x=1}, ('ab '):rep(100), function(...) return ... end\nlocal M = {}\nfunction M.evaluate_activation(...)\nfor loop = 1, 50 do pcall(function(...) "+body+" end, 1, 2, 3) end\nreturn t end\nreturn M"
  s:=script{name:"g.lua",code:[]byte(code),function:abi.Activation,context:`{"a":1}`,replies:map[string][]string{"embed_text":{`{"ok":"e1"}`},"get_vector":{`{"ok":[1,2]}`},"search_skills":{`{"ok":[{"skill":{"id":"a","embedding":"e2"},"similarity":0.5}]}`},"get_all_skills":{`{"ok":{"items":[{"id":"a"}]}}`},"get_param":{`{"ok":[1,{"a":[]}]}`}}}
  bud:=abi.DefaultBudgets(); bud.Fuel=1_000_000; 
  a0,c0:=allocated(),cpu()
  st,err:=Start(s.program(),s.sandbox(bud,nil))
  if err!=nil { kinds["start"]++; if strings.Contains(err.Error(),"failed") {t.Errorf("%v\n%s",err,code)}; continue }
  cs:=cpu(); us:=bud.Fuel-st.(*guest).fuel
  if p:=float64(cs-c0)/float64(us); p>60 && cs-c0>10e6 || os.Getenv("ONLY")!="" { t.Logf("START %d: %.0f ns/unit %d units %d bytes cpu %dms",i,p,us,len(code),(cs-c0)/1e6) }
  _,err=st.Evaluate(s.function,[]byte(s.context))
  c1,a1:=cpu(),allocated()
  gg:=st.(*guest); units:=bud.Fuel-gg.fuel; held:=bud.MemoryBytes-gg.memory
  per:=float64(c1-cs)/float64(units-us+5000)
  if per>70 && c1-cs>20e6 || os.Getenv("ONLY")!="" { t.Logf("SLOW %d: %.0f ns/unit %d units cpu %dms %d bytes",i,per,units-us,(c1-cs)/1e6,len(code)); os.WriteFile(fmt.Sprintf("/tmp/slow-%d.lua",i),[]byte(code),0o644) }
  if al:=int64(a1-a0); al>held*3/2+16*units+1<<19 { t.Logf("ALLOC %d: %d charged %d units %d %d bytes",i,al,held,units,len(code)) }
  k:="ok"; if err!=nil {k=strings.SplitN(err.Error(),":",3)[0]+strings.SplitN(err.Error(),":",3)[1]; if strings.Contains(err.Error(),"interpreter failed") {k="broken"; if kinds[k]<5 {t.Errorf("%d %v\n%s",i,err,code)}}; if strings.Contains(err.Error(),"0xc0"){t.Errorf("address %v\n%s",err,code)}; if strings.HasPrefix(k,"internal"){k="internal"} }
  kinds[k]++
  st.Close()
 }
 t.Log(kinds)
}
