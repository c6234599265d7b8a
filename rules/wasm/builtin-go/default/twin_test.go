package main

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
	"github.com/ed-irl/impressionism/schemas"
	"github.com/ed-irl/impressionism/sdk/go/rulesettest"
)

const (
	seed       = 5
	generated  = 200
	examples   = "../../../../examples/"
	eventsMin  = 500
	entriesMin = 300 // of all decisions together: scenarios in which nothing happens compare nothing
)

// Ensure that the ruleset and its twin in Lua decide the same, byte for byte in the
// host's encoding, on scenarios generated from the sample skills and prompts; the
// seed and the first that differs are named.
func TestTwin(t *testing.T) {
	m := material(t)
	lua, own := play(t, lua.Start, twin, "default.lua"), play(t, rulesettest.Start(ruleset), "", "default.go")
	events, entries := 0, 0
	for _, s := range generate.Scripts(seed, generated, m) {
		want, got := lua(s), own(s)
		for i := range want {
			if i >= len(got) || got[i] != want[i] {
				t.Fatalf("%s, event %d:\nLua %s\nGo  %s", s.File, i+1, want, got)
			}
			entries += strings.Count(want[i], `"ref"`)
		}
		events += len(want)
	}
	if events < eventsMin || entries < entriesMin {
		t.Errorf("only %d events with %d entries were compared", events, entries)
	}
}

// play gives what a ruleset decides on each event of a scenario, or its fault's code.
func play(t *testing.T, start abi.Start, folder, code string) func(scenario.Scenario) []string {
	t.Helper()
	program := abi.Program{ID: "x/default", Name: "x/" + code}
	if folder != "" {
		var err error
		if program.Code, err = os.ReadFile(folder + code); err != nil {
			t.Fatal(err)
		}
	}
	loaded := engine.Ruleset{Manifest: manifest(t, folder+"ruleset.json"), Program: program}
	e := engine.Engine{Runtimes: map[string]abi.Start{filepath.Ext(code): start}, Check: schemas.CheckDecision}
	return func(s scenario.Scenario) []string {
		var decisions []string
		scenario.Play(s, func(host *recorded.Host, context abi.Context) (scenario.Result, error) {
			budgets := abi.DefaultBudgets()
			budgets.Fuel = 1 << 40 // only Lua is metered here
			outcome := e.Consult(loaded, engine.Input{
				Context: context, DeactivateOnly: scenario.DeactivateOnly(context), Always: true,
				Host: host, Budgets: budgets, Known: host.Known,
				Params: func(_, name string) (any, bool) { return host.Parameter(name) },
			})
			if outcome.Fault != nil {
				decisions = append(decisions, outcome.Fault.Code)
				return scenario.Result{}, outcome.Fault
			}
			decisions = append(decisions, string(engine.Encode(outcome.Decision)))
			return scenario.Result{Decision: outcome.Decision}, nil
		})
		return decisions
	}
}

// material is the sample skills and prompts.
func material(t *testing.T) generate.Material {
	t.Helper()
	m := generate.Material{Parameters: manifest(t, "ruleset.json").Parameters}
	files, err := filepath.Glob(examples + "skills/*/SKILL.md")
	if err != nil {
		t.Fatal(err)
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
	lines, err := os.ReadFile(examples + "prompts.jsonl")
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
	return m
}
