package diag_test

import (
	"testing"

	"github.com/ed-irl/impressionism/host/diag"
)

// Ensure that a code leads to its rule, and that an unknown one is refused with those that
// there are.
func TestRules(t *testing.T) {
	rules := diag.Rules{{Code: "late", Summary: "It is late."}, {Code: "early"}}
	if rule, ok := rules.Find("late"); !ok || rule.Summary != "It is late." {
		t.Errorf("got %+v, %v", rule, ok)
	}
	if err := rules.Check("early", "late"); err != nil {
		t.Error(err)
	}
	const want = `there is no code "never"; there are: late, early`
	if err := rules.Check("late", "never"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Ensure that each finding counts once, by its severity.
func TestCount(t *testing.T) {
	errors, warnings, notes := diag.Count([]diag.Finding{{Severity: diag.Note}, {Severity: diag.Error}, {Severity: diag.Note}})
	if errors != 1 || warnings != 0 || notes != 2 {
		t.Errorf("got %d, %d, %d", errors, warnings, notes)
	}
}
