package onnx

import (
	"slices"
	"testing"
)

// Ensure that pooling outside a graph is what graphs do inside.
func TestPool(t *testing.T) {
	tokens := []float32{3, 4, 0, 9, -1, 3}
	for pooling, want := range map[string][]float32{
		PoolingCLS:  {0.6, 0.8},
		PoolingMean: {2 / 16.124516, 16 / 16.124516},
	} {
		got := pool(slices.Clone(tokens), pooling, 2)
		if farthest(got, want) > 1e-6 {
			t.Errorf("%s: got %v, want %v", pooling, got, want)
		}
	}
}
