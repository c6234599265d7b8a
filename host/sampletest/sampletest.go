// Package sampletest lets a test that has many cases of one property try some of them.
// It knows nothing of the cases but their names.
package sampletest

import (
	"cmp"
	"hash/fnv"
	"os"
	"slices"
)

// Some returns n of the cases in their order, or all if IMPRESSIONISM_SOAK is set or
// there are no more. Which ones depends on their names and on IMPRESSIONISM_TEST_SEED,
// which cmd/runtests sets to the commit; without a seed they are always the same.
func Some[T any](cases []T, n int, name func(T) string) []T {
	if Soak() || n >= len(cases) {
		return cases
	}
	order := make([]int, len(cases))
	hashes := make([]uint64, len(cases))
	for i, one := range cases {
		order[i], hashes[i] = i, hash(os.Getenv("IMPRESSIONISM_TEST_SEED")+"\x00"+name(one))
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(hashes[a], hashes[b]), cmp.Compare(a, b)) })
	order = order[:n]
	slices.Sort(order)
	some := make([]T, 0, n)
	for _, i := range order {
		some = append(some, cases[i])
	}
	return some
}

// Seed returns the seed of cases that are made, not listed: of the commit, as in Some.
func Seed() uint64 { return hash(os.Getenv("IMPRESSIONISM_TEST_SEED")) }

// Soak reports whether this run tries everything: make soak.
func Soak() bool { return os.Getenv("IMPRESSIONISM_SOAK") != "" }

func hash(text string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text))
	// FNV's high bits change little with the last byte, so they are mixed by murmur3's finaliser.
	sum := h.Sum64()
	sum = (sum ^ sum>>33) * 0xff51afd7ed558ccd
	return sum ^ sum>>33
}
