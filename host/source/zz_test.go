package source
import ("testing";"os")
func BenchmarkYardstick(b *testing.B){ c:=manySkills(b,1000); for b.Loop(){ es,_:=os.ReadDir(c.Home+"/skills"); for _,e:=range es { os.Lstat(c.Home+"/skills/"+e.Name()+"/SKILL.md") } } }
