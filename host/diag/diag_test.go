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

// Ensure that places are counted as editors do.
func TestPosition(t *testing.T) {
	for at, want := range map[int][2]int{-1: {1, 1}, 0: {1, 1}, 3: {1, 3}, 4: {2, 1}, 5: {2, 2}, 99: {2, 2}} {
		if line, column := diag.Position([]byte("aé\nb"), at); line != want[0] || column != want[1] {
			t.Errorf("%d: got %d:%d, want %d:%d", at, line, column, want[0], want[1])
		}
	}
}
