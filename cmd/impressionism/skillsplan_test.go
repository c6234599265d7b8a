package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
)

// Ensure that a plan says first what it brings, and prints its block only where no
// file has it: the block may be hundreds of lines long.
func TestPlanPrintsItsTableFirst(t *testing.T) {
	result := shape.Budget{Plan: &shape.BudgetPlan{Overrides: map[string]string{"pdf-forms": "name-only"}, Choices: []shape.BudgetChoice{{ID: "pdf-forms", Override: "name-only", Reason: "found"}}}}
	for file, printed := range map[string]bool{"": true, "plan.json": false} {
		var out bytes.Buffer
		a := &app{out: &out, errOut: &out}
		a.printPlan(result, file)
		table, block := strings.Index(out.String(), " now "), strings.Index(out.String(), `"pdf-forms": "name-only"`)
		if table < 0 || (block >= 0) != printed || printed && block < table {
			t.Errorf("file %q: got\n%s", file, out.String())
		}
	}
}
