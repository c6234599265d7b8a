package onnx

import "math"

// Dot is the inner product of two vectors of one length; of vectors of length
// 1 it is their cosine, −1 to 1.
func Dot(a, b []float32) float32 {
	var sum float64
	for i := range min(len(a), len(b)) {
		sum += float64(a[i]) * float64(b[i])
	}
	return float32(sum)
}

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
