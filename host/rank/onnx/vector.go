package onnx

import "math"

// pool makes one vector of length 1 of a vector a token, as the graphs that are
// written here do themselves.
func pool(tokens []float32, pooling string, dimensions int) []float32 {
	if pooling == PoolingCLS {
		tokens = tokens[:dimensions]
	}
	sums := make([]float64, dimensions)
	for i, x := range tokens {
		sums[i%dimensions] += float64(x)
	}
	var squares float64
	for _, sum := range sums {
		squares += sum * sum
	}
	vector := make([]float32, dimensions)
	for i, sum := range sums {
		vector[i] = float32(sum / math.Sqrt(squares))
	}
	return vector
}
