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
	"github.com/ed-irl/impressionism/host/author/ruletest"
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
			for _, failure := range play(t, ruleset, manifest, s) {
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

// play plays a scenario as `impressionism rules test` does.
func play(t *testing.T, ruleset impressionism.Ruleset, manifest abi.Manifest, s scenario.Scenario) []scenario.Failure {
	player := ruletest.Player{
		Engine:  &engine.Engine{Runtimes: map[string]abi.Start{ending: Start(ruleset)}, Check: schemas.CheckDecision},
		Ruleset: engine.Ruleset{Manifest: manifest, Program: abi.Program{ID: manifest.ID, Name: manifest.ID + ending}},
		Budgets: abi.DefaultBudgets(),
	}
	prepared := ruletest.Prepared{Scenario: s}
	return prepared.Play(func(host *recorded.Host, context abi.Context) engine.Outcome {
		outcome := player.Consult(host, context)
		for _, call := range outcome.Trace.Calls {
			if call.Call == logCall && manifest.Calls != nil && !slices.Contains(manifest.Calls, logCall) {
				t.Errorf("the ruleset logs, but log is not among the manifest's calls: a host drops its lines")
			}
		}
		return outcome
	})
}

// logCall is the one call whose failure a ruleset does not see.
const logCall = "log"
