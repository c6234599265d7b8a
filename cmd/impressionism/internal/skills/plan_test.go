package skills

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
)

// Ensure that a plan says first what it brings, and prints its block only where no
// file has it: the block may be hundreds of lines long.
func TestPlanPrintsItsTableFirst(t *testing.T) {
	result := shape.Budget{Plan: &shape.BudgetPlan{Overrides: map[string]string{"pdf-forms": "name-only"}, Choices: []shape.BudgetChoice{{ID: "pdf-forms", Override: "name-only", Reason: "found"}}}}
	for file, printed := range map[string]bool{"": true, "plan.json": false} {
		var out bytes.Buffer
		e := &env.Env{Out: &out, ErrOut: &out}
		printPlan(e, result, file)
		table, block := strings.Index(out.String(), " now "), strings.Index(out.String(), `"pdf-forms": "name-only"`)
		if table < 0 || (block >= 0) != printed || printed && block < table {
			t.Errorf("file %q: got\n%s", file, out.String())
		}
	}
}
