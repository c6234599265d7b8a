package generate_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/generate"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

// material is the sample skills and prompts with the parameters of builtin/default.
func material(t *testing.T) generate.Material {
	t.Helper()
	m := generate.Material{}
	files, err := filepath.Glob("../../examples/skills/*/SKILL.md")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d samples, %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		id := filepath.Base(filepath.Dir(file))
		item, rejected := skill.Parse(id, data)
		if rejected != nil {
			t.Fatal(rejected)
		}
		m.Items = append(m.Items, abi.Item{Ref: abi.Skill(id), Name: item.Name, Description: item.Description, Keywords: item.Keywords})
	}
	lines, err := os.ReadFile("../../examples/prompts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(lines)) {
		var prompt struct{ Text string }
		if err := json.Unmarshal([]byte(line), &prompt); err != nil {
			t.Fatal(err)
		}
		m.Prompts = append(m.Prompts, prompt.Text)
	}
	m.Parameters = ruleset(t, "builtin/default").Manifest.Parameters
	return m
}

func newEngine() *engine.Engine {
	return &engine.Engine{
		Set:      engine.Find(engine.Places{Builtin: builtin.FS}),
		Runtimes: map[string]abi.Start{".lua": lua.Start}, Check: schemas.CheckDecision,
	}
}

func ruleset(t *testing.T, id string) engine.Ruleset {
	t.Helper()
	loaded, err := newEngine().Set.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// Ensure that the scenarios ask something of a ruleset: the built-ins activate,
// refresh and deactivate in a fair share of them, and fail in none.
func TestDecisions(t *testing.T) {
	m := material(t)
	scenarios := generate.Scripts(1, 100, m)
	e := newEngine()
	for _, id := range []string{"builtin/default", "builtin/aggressive", "builtin/conservative", "builtin/minimal"} {
		loaded := ruleset(t, id)
		asked, activated, deactivated, silent := 0, 0, 0, 0
		for _, s := range scenarios {
			for _, failure := range scenario.Play(s, func(host *recorded.Host, context abi.Context) (scenario.Result, error) {
				outcome := e.Consult(loaded, engine.Input{
					Context: context, Host: host, Budgets: abi.DefaultBudgets(), Known: host.Known, Always: true,
					Params:         func(_, name string) (any, bool) { return host.Parameter(name) },
					DeactivateOnly: scenario.DeactivateOnly(context),
				})
				asked++
				switch {
				case len(outcome.Decision.Deactivate) > 0:
					deactivated++
				case len(outcome.Decision.Activate) > 0:
					activated++
				default:
					silent++
				}
				if outcome.Fault != nil {
					return scenario.Result{}, outcome.Fault
				}
				return scenario.Result{Decision: outcome.Decision}, nil
			}) {
				if failure.What == "script" || failure.What == "fault" {
					t.Errorf("%s: %s: %s", id, s.File, failure)
				}
			}
		}
		t.Logf("%s: %d events, %d activate, %d deactivate, %d say nothing", id, asked, activated, deactivated, silent)
		if activated < asked/10 || deactivated < asked/20 || silent < asked/10 {
			t.Errorf("%s: of %d events %d activate, %d deactivate, %d say nothing", id, asked, activated, deactivated, silent)
		}
	}
}
