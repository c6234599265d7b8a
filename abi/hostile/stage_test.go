package hostile

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/wasmtest"
	"github.com/ed-irl/impressionism/schemas"
)

// stage is a host as the product has it: a rules folder, an engine with both
// runtimes, and what they keep on disk.
type stage struct {
	rules   string
	engine  *engine.Engine
	runtime *wasm.Runtime
	child   []string // command of the process that vets
	watch   watch
}

// newStage opens a stage; vetted modules are shared by those of equal folders.
func newStage(t testing.TB, vetted string, interpret bool) *stage {
	t.Helper()
	cache := t.TempDir()
	s := &stage{rules: t.TempDir(), child: wasmtest.Child(t, cache)}
	var err error
	s.runtime, err = wasm.Open(wasm.Config{Vetted: vetted, Cache: cache, Interpret: interpret})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.runtime.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := os.Mkdir(filepath.Join(s.rules, "custom"), 0o700); err != nil {
		t.Fatal(err)
	}
	s.engine = &engine.Engine{
		Set: engine.Find(engine.Places{User: s.rules}), Check: schemas.CheckDecision,
		Runtimes: map[string]abi.Start{".wasm": s.watch.over(s.runtime.Start), ".lua": s.watch.over(lua.Start)},
	}
	return s
}

// install puts a guest where rulesets lie, and loads it.
func (s *stage) install(t testing.TB, g guest) (engine.Ruleset, error) {
	t.Helper()
	path := filepath.Join(s.rules, "custom", g.name+g.ending)
	if err := os.WriteFile(path, g.code, 0o600); err != nil {
		t.Fatal(err)
	}
	return s.engine.Set.Load("custom/" + g.name)
}

// run takes a guest all the way, from its file to a decision.
func (s *stage) run(t testing.TB, g guest, budgets abi.Budgets) ending {
	t.Helper()
	ruleset, err := s.install(t, g)
	if err != nil {
		return ending{phase: phaseLoad, message: err.Error()}
	}
	if ruleset.Language == "wasm" && !s.runtime.IsVetted(ruleset.Program.Code) { // others need no vetting
		if err := s.runtime.Vet(context.Background(), ruleset.Program, s.child); err != nil {
			return ending{phase: phaseVet, message: err.Error()}
		}
	}
	return s.consult(t, ruleset, budgets)
}

// wallMax is after how long the host wants a guest ended: long after every
// guest should have ended by itself, on any machine.
const wallMax = 30 * time.Second

// consult asks a ruleset about an event.
func (s *stage) consult(t testing.TB, ruleset engine.Ruleset, budgets abi.Budgets) ending {
	t.Helper()
	host, err := recorded.New(recorded.Script{
		Session: abi.Session{SessionID: "session", WorkspacePath: "/work"},
		Items:   []abi.Item{{Ref: abi.Skill("database"), Keywords: []string{"migration"}}, {Ref: abi.Skill("testing")}},
		Search:  map[abi.Ref]float64{abi.Skill("database"): 0.85, abi.Skill("testing"): 0.55},
	})
	if err != nil {
		t.Fatal(err)
	}
	stop := new(atomic.Bool) // for a guest that finds a way around its fuel
	timer := time.AfterFunc(wallMax, func() { stop.Store(true) })
	defer timer.Stop()
	s.watch.reset()
	outcome := s.engine.Consult(ruleset, engine.Input{
		Context: abi.Context{
			SessionID: "session", WorkspacePath: "/work", HookEvent: abi.EventPrompt,
			UserPrompt: "write a migration", Now: "2026-01-02T03:04:05Z", Sequence: 7,
		},
		Host: host, Known: host.Known, Budgets: budgets, Stop: stop,
	})
	return s.watch.ending(outcome)
}

// ending is how a guest ended, whatever it was.
type ending struct {
	phase, code, message string
	decision             string
	warnings             []string
	logged               []string
	fuel                 int64 // of the active ruleset
}

func (e ending) String() string {
	if e.phase == phaseOK {
		return fmt.Sprintf("ok %.400s, fuel %d, warnings %.200q", e.decision, e.fuel, e.warnings)
	}
	return fmt.Sprintf("%s %s %.800q, fuel %d", e.phase, e.code, e.message, e.fuel)
}
