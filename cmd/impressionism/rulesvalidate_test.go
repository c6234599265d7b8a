package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/author"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/author/rulelint"
)

// Ensure the page of the linter has each rule, with the severity and the words
// that the program has.
func TestValidatePageHasEveryRule(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "rulesets", "validate.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "|---|---|---|\n")
	var want strings.Builder
	for _, rule := range rulelint.Rules {
		fmt.Fprintf(&want, "| `%s` | %s | %s |\n", rule.Code, rule.Severity, rule.Summary)
		if rule.Why == "" || rule.Bad == "" || rule.Good == "" {
			t.Errorf("%s is not explained", rule.Code)
		}
	}
	if table != want.String() {
		t.Errorf("the page's table is\n%s\nand should be\n%s", table, want.String())
	}
}

// Ensure SARIF has what readers of it need: the version, rules to which results
// point by name and number, places from 1 with relative addresses, known levels.
func TestSARIF(t *testing.T) {
	dir := t.TempDir()
	envtest.WriteFile(t, filepath.Join(dir, "a b.lua"), "print(1)\nx = 2\n")
	t.Chdir(dir)
	var out, errOut bytes.Buffer
	if code := run([]string{"rules", "validate", "--format", "sarif"}, nil, nil, &out, &errOut); code != env.ExitFailed {
		t.Fatalf("exit code %d: %s", code, errOut.String())
	}
	var log author.SARIFLog
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || len(log.Runs) != 1 || log.Runs[0].Tool.Driver.Name == "" || len(log.Runs[0].Results) != 3 {
		t.Fatalf("%+v", log)
	}
	rules := log.Runs[0].Tool.Driver.Rules
	for _, result := range log.Runs[0].Results {
		where := result.Locations[0].Physical
		if rules[result.RuleIndex].ID != result.RuleID || where.Artifact.URI != "a%20b.lua" || where.Region.Line < 1 || where.Region.Column < 1 {
			t.Errorf("%+v", result)
		}
		if result.Level != "error" && result.Level != "warning" && result.Level != "note" || result.Message.Text == "" {
			t.Errorf("level %q, text %q", result.Level, result.Message.Text)
		}
	}
}
