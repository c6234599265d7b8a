package conformance_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/schemas"
)

// stage is an engine with the probe of every language as rulesets probe/NAME and,
// with session and evaluate as the only calls, narrow/NAME.
type stage struct {
	engine *engine.Engine
	names  []string
	host   *recorded.Host
}

func newStage(t *testing.T) stage {
	t.Helper()
	r := runtime(t)
	rules := t.TempDir()
	host, err := recorded.New(recorded.Script{Session: abi.Session{SessionID: "session-1", WorkspacePath: "/w", StartedAt: "then"}})
	if err != nil {
		t.Fatal(err)
	}
	s := stage{host: host}
	add := func(name, ending string, code []byte) {
		s.names = append(s.names, name)
		writeFile(t, filepath.Join(rules, "probe", name+ending), code)
		manifest := fmt.Sprintf(`{"id": "narrow/%s", "abi": 2, "code": "probe%s", "calls": ["session", "evaluate"]}`, name, ending)
		writeFile(t, filepath.Join(rules, "narrow", name, "ruleset.json"), []byte(manifest))
		writeFile(t, filepath.Join(rules, "narrow", name, "probe"+ending), code)
	}
	add("lua", ".lua", luaProbe(t).Program.Code)
	for _, l := range languages {
		code := built(t, "probe/"+l.name)
		if code == nil {
			continue // TestWasm tells of it
		}
		if vet(t, r, abi.Program{Name: "probe/" + l.name + "/probe.wasm", Code: code}) {
			add(l.name, ".wasm", code)
		}
	}
	s.engine = &engine.Engine{
		Set: engine.Find(engine.Places{User: rules}), Check: schemas.CheckDecision,
		Runtimes: map[string]abi.Start{".lua": lua.Start, ".wasm": r.Start},
	}
	return s
}

func writeFile(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// consult asks a ruleset about a prompt that is a program.
func (s stage) consult(t *testing.T, id, program string, budgets abi.Budgets) engine.Outcome {
	t.Helper()
	ruleset, err := s.engine.Set.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return s.engine.Consult(ruleset, engine.Input{
		Context: abi.Context{SessionID: "session-1", WorkspacePath: "/w", UserPrompt: program, HookEvent: abi.EventPrompt, Now: "2026-01-02T03:04:05Z", Sequence: 7},
		Host:    s.host, Budgets: budgets, Known: func(abi.Ref) bool { return true },
	})
}

// answered is what the first function answered: the engine keeps one entry for an
// item, and a probe's entries are mostly for one.
func answered(t *testing.T, outcome engine.Outcome) []abi.Entry {
	t.Helper()
	if len(outcome.Trace.Answers) == 0 || outcome.Trace.Answers[0].Answer == nil {
		return nil
	}
	var entries []abi.Entry
	if err := json.Unmarshal(outcome.Trace.Answers[0].Answer, &entries); err != nil {
		t.Fatalf("%s: %v", outcome.Trace.Answers[0].Answer, err)
	}
	return entries
}

// nested is a line that evaluates a ruleset with a program of its own.
func nested(t *testing.T, verb, id, function, program string) string {
	t.Helper()
	request, err := json.Marshal(abi.EvaluateRequest{Ruleset: id, Function: function, Context: &abi.Context{
		ABI: abi.Version, SessionID: "session-1", UserPrompt: program, HookEvent: abi.EventPrompt,
		Activated: []abi.Entry{{Ref: abi.Skill("told"), Reason: "before"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return verb + " evaluate " + string(request)
}
