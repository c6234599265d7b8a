package shrink

import "slices"

// fewMax is how many units are tried one by one. Halving them first costs more
// there, since what decides is a good part of them.
const fewMax = 48

// Minimal returns the indices, of n, that a test cannot do without: none of those
// left can be taken away by itself. The test holds for all of them and reports
// whether it holds for those given.
func Minimal(n int, test func(keep []int) bool) []int {
	if n == 0 || test(nil) {
		return nil
	}
	kept := make([]int, n)
	for i := range kept {
		kept[i] = i
	}
	if n <= fewMax {
		return oneByOne(kept, test)
	}
	for parts := 2; len(kept) > 1; {
		smaller, ok := reduced(kept, parts, test)
		switch {
		case ok && len(smaller)*parts <= len(kept): // one part alone
			kept, parts = smaller, 2
		case ok:
			kept, parts = smaller, max(parts-1, 2)
		case parts >= len(kept):
			return kept
		default:
			parts = min(2*parts, len(kept))
		}
	}
	return kept
}

// reduced tries each of so many parts alone, then all but one of them.
func reduced(kept []int, parts int, test func([]int) bool) ([]int, bool) {
	for _, alone := range []bool{true, false} {
		for part := range parts {
			from, to := part*len(kept)/parts, (part+1)*len(kept)/parts
			candidate := append([]int{}, kept[from:to]...)
			if !alone {
				candidate = append(append([]int{}, kept[:from]...), kept[to:]...)
			}
			if len(candidate) < len(kept) && test(candidate) {
				return candidate, true
			}
		}
	}
	return kept, false
}

func oneByOne(kept []int, test func([]int) bool) []int {
	for i := len(kept) - 1; i >= 0; i-- {
		if candidate := slices.Delete(slices.Clone(kept), i, i+1); len(candidate) > 0 && test(candidate) {
			kept = candidate
		}
	}
	return kept
}
