package plugins

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ensure that the two measurements of the client are reproduced: of 300 skills
// with 300 characters each, a window of 200,000 tokens shows none and one of a
// million shows 67. The ids of the measurement are not recorded; with twelve
// characters the model meets both.
func TestBudgetMeasured(t *testing.T) {
	items := manyListed(300, 300)
	for window, want := range map[int]int{200_000: 0, 1_000_000: 67} {
		budget := ListingBudget(items, nil, Settings{}, BudgetChars(window, Settings{}))
		if got := len(budget.Shown); got != want || got+len(budget.Hidden) != 300 {
			t.Errorf("window %d: got %d shown and %d hidden, want %d and the rest", window, got, len(budget.Hidden), want)
		}
		if !slices.IsSorted(budget.Shown) {
			t.Errorf("window %d: a fresh home is not in order of the alphabet", window)
		}
	}
}

// Ensure that what fits is shown whole, to the character.
func TestBudgetEdge(t *testing.T) {
	items := manyListed(2, 10)
	need := bundledChars + 2*(12+lineChars+descriptionChars+10)
	if got := ListingBudget(items, nil, Settings{}, need); len(got.Hidden) != 0 || got.Used != need {
		t.Errorf("got %+v, want all shown in %d", got, need)
	}
	if got := ListingBudget(items, nil, Settings{}, need-1); len(got.Hidden) != 1 || got.Hidden[0] != items[1].ID {
		t.Errorf("one character less: got %+v, want the last hidden", got)
	}
}

// Ensure that skills that were used keep their descriptions before those that
// never were, and that the settings move the limits.
func TestBudgetSettings(t *testing.T) {
	items := append(manyListed(4, 100), Listed{ID: "bare"}, Listed{ID: "quiet", Description: "d"}, Listed{ID: "p:quiet", Description: "d", Plugin: true})
	settings := Settings{
		DisableBundledSkills: true, ListingDescCharsMax: 50,
		SkillOverrides: map[string]string{"quiet": OverrideNameOnly, "p:quiet": OverrideNameOnly},
	}
	usage := map[string]Usage{items[3].ID: {Count: 2}, items[2].ID: {Count: 2, LastUsedAt: 5}}
	got := ListingBudget(items, usage, settings, 190)
	want := Budget{
		Chars: 190, Used: 4*15 + 7 + 8 + 10 + 2*52,
		Shown: []string{items[2].ID, items[3].ID}, Hidden: []string{"p:quiet", items[0].ID, items[1].ID},
		Bare: []string{"bare", "quiet"},
		Cut:  []string{items[0].ID, items[1].ID, items[2].ID, items[3].ID},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
	if got := BudgetChars(200_000, Settings{ListingBudgetFraction: 1}); got != 800_000 {
		t.Errorf("fraction 1: got %d characters, want the whole window", got)
	}
	if got := BudgetChars(0, Settings{}); got != 8_000 {
		t.Errorf("window unknown: got %d, want 8000", got)
	}
}

func manyListed(n, chars int) []Listed {
	var items []Listed
	for i := range n {
		items = append(items, Listed{ID: fmt.Sprintf("skill-%06d", i), Description: strings.Repeat("x", chars)})
	}
	return items
}
