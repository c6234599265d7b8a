package lua
import ("testing";"github.com/ed-irl/impressionism/abi")
func TestProf(t *testing.T){ s:=readScript(t,"testdata/ok/ranking.lua"); bud:=abi.DefaultBudgets(); st,_:=Start(s.program(),s.sandbox(bud,nil)); g:=st.(*guest); t.Log("start",bud.Fuel-g.fuel, bud.MemoryBytes-g.memory); f:=g.fuel; g.Evaluate(s.function,[]byte(s.context)); t.Log("eval",f-g.fuel,bud.MemoryBytes-g.memory,len(s.code)) }
