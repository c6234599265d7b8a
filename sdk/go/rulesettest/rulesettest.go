// Package rulesettest plays scenario files for a ruleset in Go, natively under
// go test: the host's own engine with a scripted host behind it, so calls that the
// manifest does not list, parameters and answers are held to what the real host
// holds them to. There is no sandbox: fuel, memory and time have no limit here.
package rulesettest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/schemas"
	impressionism "github.com/ed-irl/impressionism/sdk/go"
)

// Run plays every .yaml file of a folder for a ruleset with this manifest, a
// subtest each. One with index wants a real search, which only the host has: it is
// read and skipped.
func Run(t *testing.T, ruleset impressionism.Ruleset, manifestFile, scenarioFolder string) {
	t.Helper()
	manifest := manifestOf(t, manifestFile)
	scenarios, err := scenario.LoadFolder(scenarioFolder)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scenarios {
		t.Run(strings.TrimSuffix(filepath.Base(s.File), ".yaml"), func(t *testing.T) {
			if s.Index != "" {
				t.Skip("it wants a real index; `impressionism rules test` plays it")
			}
			for _, failure := range scenario.Play(s, decide(t, ruleset, manifest)) {
				t.Errorf("%s: %s", s.File, failure)
			}
		})
	}
}

func manifestOf(t *testing.T, file string) abi.Manifest {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := abi.DecodeManifest(data)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	for _, call := range manifest.Calls {
		if _, ok := abi.Lookup(call); !ok {
			t.Errorf("%s: calls: there is no host call %q", file, call)
		}
	}
	return manifest
}

const ending = ".go"

// decide consults the ruleset through the engine.
func decide(t *testing.T, ruleset impressionism.Ruleset, manifest abi.Manifest) scenario.Decide {
	e := engine.Engine{Runtimes: map[string]abi.Start{ending: Start(ruleset)}, Check: schemas.CheckDecision}
	loaded := engine.Ruleset{Manifest: manifest, Program: abi.Program{ID: manifest.ID, Name: manifest.ID + ending}}
	return func(host *recorded.Host, context abi.Context) (scenario.Result, error) {
		outcome := e.Consult(loaded, engine.Input{
			Context: context, DeactivateOnly: scenario.DeactivateOnly(context), Always: true,
			Host: host, Budgets: abi.DefaultBudgets(), Known: host.Known,
			Params: func(_, name string) (any, bool) { return host.Parameter(name) }, Instead: host.Scripted,
		})
		result := scenario.Result{Decision: outcome.Decision, Warnings: outcome.Warnings}
		for _, line := range outcome.Trace.Log {
			result.Log = append(result.Log, line.Level+" "+line.Message)
		}
		for _, call := range outcome.Trace.Calls {
			result.Calls = append(result.Calls, call.Call+" "+string(call.Request))
			if call.Call == logCall && manifest.Calls != nil && !slices.Contains(manifest.Calls, logCall) {
				t.Errorf("the ruleset logs, but log is not among the manifest's calls: a host drops its lines")
			}
		}
		if outcome.Fault != nil {
			return result, outcome.Fault
		}
		return result, nil
	}
}

// logCall is the one call whose failure a ruleset does not see.
const logCall = "log"
