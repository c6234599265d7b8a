package sampletest

import (
	"fmt"
	"slices"
	"testing"
)

// Ensure that a seed keeps as many as were asked for, in order and always the same, that
// another seed keeps others, and that a soak keeps all.
func TestSome(t *testing.T) {
	var cases []int
	for i := range 1000 {
		cases = append(cases, i)
	}
	some := func(seed string) []int {
		t.Setenv("IMPRESSIONISM_TEST_SEED", seed)
		return Some(cases, 250, func(i int) string { return fmt.Sprint("case ", i) })
	}
	t.Setenv("IMPRESSIONISM_SOAK", "")
	plain, other, both := some(""), some("3f2a"), 0
	if len(plain) != 250 || len(other) != 250 || !slices.IsSorted(plain) || !slices.Equal(plain, some("")) {
		t.Errorf("got %d and %d cases: %v", len(plain), len(other), plain)
	}
	for _, i := range plain {
		if slices.Contains(other, i) {
			both++
		}
	}
	if both < 30 || both > 100 {
		t.Errorf("two seeds have %d of 250 cases in common, about 62 are chance", both)
	}
	if few := Some(cases[:3], 5, func(int) string { return "" }); len(few) != 3 {
		t.Errorf("of three cases %v were kept", few)
	}
	t.Setenv("IMPRESSIONISM_SOAK", "1")
	if all := some("3f2a"); len(all) != 1000 {
		t.Errorf("soak: %d of 1000 kept", len(all))
	}
}
