package skills

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/all/inspectors"
)

// Ensure that a plan says first what it brings, and prints its block only where no
// file has it: the block may be hundreds of lines long.
func TestPlanPrintsItsTableFirst(t *testing.T) {
	result := shape.Budget{Plan: &shape.BudgetPlan{Overrides: map[string]string{"pdf-forms": "name-only"}, Choices: []shape.BudgetChoice{{ID: "pdf-forms", Override: "name-only", Reason: "found"}}}}
	for file, printed := range map[string]bool{"": true, "plan.json": false} {
		var out bytes.Buffer
		e := &env.Env{Out: &out, ErrOut: &out}
		printPlan(e, inspectors.Of("claude").Listing.Settings, result, file)
		table, block := strings.Index(out.String(), " now "), strings.Index(out.String(), `"pdf-forms": "name-only"`)
		if table < 0 || (block >= 0) != printed || printed && block < table {
			t.Errorf("file %q: got\n%s", file, out.String())
		}
	}
}

// Ensure that a client without a listing that is known is refused by its name.
func TestBudgetOfAClientWithoutListing(t *testing.T) {
	e := &env.Env{Served: &client.Client{ID: "quill", Name: "Quill"}}
	if _, err := openBudget(t.Context(), e, budgetOptions{}); err == nil || !strings.Contains(err.Error(), "Quill has no listing") {
		t.Errorf("got %v", err)
	}
}
