package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// Ensure that every file of triggers, in the forms in which they are found in public
// repositories, becomes a ruleset that validates, decides at each of its prompts as its
// triggers say. Those whose properties are tried are drawn: fuzzing one asks it hundreds of times.
func TestImportedRulesets(t *testing.T) {
	files, err := filepath.Glob("../../host/author/ruleimport/testdata/*.json")
	envtest.Must(t, err)
	files = append(files, "../../host/author/ruleimport/testdata/meta/metadata.json")
	if len(files) < 11 {
		t.Fatalf("only %d files", len(files))
	}
	environ := append(envtest.HookEnviron(t)[2:], "IMPRESSIONISM_HOME="+filepath.Join(t.TempDir(), "data"))
	do := func(t *testing.T, args ...string) string {
		t.Helper()
		var out, errOut bytes.Buffer
		if code := run(args, environ, strings.NewReader(""), &out, &errOut); code != 0 {
			t.Fatalf("%s: exit code %d\n%s%s", strings.Join(args, " "), code, out.String(), errOut.String())
		}
		return out.String()
	}
	fuzzed := sampletest.Some(files, 3, filepath.Base)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "imported")
			var result shape.RulesImport
			envtest.Must(t, json.Unmarshal([]byte(do(t, "rules", "import", file, "--out", folder, "--json")), &result))
			if result.Prompts == 0 || len(result.Untested) > 0 {
				t.Errorf("%d prompts; shown by none: %+v", result.Prompts, result.Untested)
			}
			do(t, "rules", "validate", folder)
			if said := do(t, "rules", "test", folder); !strings.Contains(said, " 0 failed") {
				t.Errorf("got %s", said)
			}
			if slices.Contains(fuzzed, file) {
				do(t, "rules", "fuzz", folder, "--runs", "40")
			}
			if explained := do(t, "rules", "explain", folder); !strings.Contains(explained, "inactive_threshold") {
				t.Errorf("got %s", explained)
			}
		})
	}
}

// Ensure that the scenarios of an import test something: without a keyword they fail.
func TestImportedScenariosFail(t *testing.T) {
	environ := append(envtest.HookEnviron(t)[2:], "IMPRESSIONISM_HOME="+filepath.Join(t.TempDir(), "data"))
	folder := filepath.Join(t.TempDir(), "imported")
	var out bytes.Buffer
	if code := run([]string{"rules", "import", "../../host/author/ruleimport/testdata/guard.json", "--out", folder}, environ, strings.NewReader(""), &out, &out); code != 0 {
		t.Fatal(out.String())
	}
	name := filepath.Join(folder, "triggers.lua")
	data, err := os.ReadFile(name)
	envtest.Must(t, err)
	for _, line := range []string{"k checkout\n", "p (how to|best practice).*?(payment|order)\no ", "f orders/src/**/*.ts\n", "table-check 1 "} {
		changed := bytes.Replace(data, []byte(line), []byte(strings.NewReplacer("k ", "z ", "p (", "z (", "\no ", "\nz ", "f ", "z ", " 1 ", " 4 ").Replace(line)), 1)
		if slices.Equal(changed, data) {
			t.Fatalf("there is no %q in %s", line, data)
		}
		envtest.Must(t, os.WriteFile(name, changed, 0o600))
		if code := run([]string{"rules", "test", folder}, environ, strings.NewReader(""), &out, &out); code != 1 {
			t.Errorf("without %q the scenarios pass: exit code %d", line, code)
		}
	}
}
