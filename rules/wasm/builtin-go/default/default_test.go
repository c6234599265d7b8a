package main

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/sdk/go/rulesettest"
)

const twin = "../../../lua/default/"

// Ensure that the ruleset does what the scenarios of its twin in Lua say, natively.
func TestScenarios(t *testing.T) {
	rulesettest.Run(t, ruleset, "ruleset.json", twin+"scenarios")
}

// Ensure that the manifest is the twin's but for its names, and that the code's own
// defaults are the manifest's: a user who switches must see no difference.
func TestManifest(t *testing.T) {
	own, its := manifest(t, "ruleset.json"), manifest(t, twin+"ruleset.json")
	its.ID, its.Code = "builtin-go/default", "default.wasm"
	if diff := cmp.Diff(its, own); diff != "" {
		t.Errorf("(-twin +own):\n%s", diff)
	}
	encoded, err := json.Marshal(defaults())
	if err != nil {
		t.Fatal(err)
	}
	var values map[string]any
	if err := json.Unmarshal(encoded, &values); err != nil {
		t.Fatal(err)
	}
	for name, value := range values {
		if declared := own.Parameters[name]; declared.Default != value {
			t.Errorf("%s: the code's default is %v, the manifest's %v", name, value, declared.Default)
		}
	}
}

func manifest(t *testing.T, file string) abi.Manifest {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := abi.DecodeManifest(data)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
