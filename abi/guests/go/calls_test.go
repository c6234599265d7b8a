package main

import (
	"maps"
	"slices"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure that the probe makes every host call of the contract, for what it does not
// make is not tested in Go.
func TestCalls(t *testing.T) {
	var want []string
	for _, call := range abi.Calls {
		want = append(want, call.Name)
	}
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(calls)); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
