package onnx

import (
	"fmt"
	"math"
)

// forward is BERT in plain float64, one token after the other, written from
// the paper: what graphs are compared with.
func forward(manifest Manifest, weights map[string]array, ids []int64) []float32 {
	size := manifest.Dimensions
	x := make([][]float64, len(ids))
	for i, id := range ids {
		x[i] = make([]float64, size)
		for d := range size {
			x[i][d] = weights["embeddings.word_embeddings.weight"].data[int(id)*size+d] +
				weights["embeddings.position_embeddings.weight"].data[i*size+d] +
				weights["embeddings.token_type_embeddings.weight"].data[d]
		}
		x[i] = plainNorm(weights, "embeddings.LayerNorm", x[i])
	}
	for layer := range manifest.Layers {
		name := fmt.Sprintf("encoder.layer.%d.", layer)
		mixed := plainAttention(weights, name+"attention.self.", x, manifest.Heads)
		for i := range x {
			x[i] = plainNorm(weights, name+"attention.output.LayerNorm", plainSum(x[i], plainDense(weights, name+"attention.output.dense", mixed[i])))
			wide := plainDense(weights, name+"intermediate.dense", x[i])
			for d, v := range wide {
				wide[d] = v / 2 * (1 + math.Erf(v/math.Sqrt2))
			}
			x[i] = plainNorm(weights, name+"output.LayerNorm", plainSum(x[i], plainDense(weights, name+"output.dense", wide)))
		}
	}
	if manifest.Pooling == PoolingCLS {
		x = x[:1]
	}
	sum := make([]float64, size)
	for _, token := range x {
		sum = plainSum(sum, token)
	}
	length := 0.0
	for _, v := range sum {
		length += v * v
	}
	vector := make([]float32, size)
	for d, v := range sum {
		vector[d] = float32(v / math.Sqrt(length))
	}
	return vector
}

func plainSum(a, b []float64) []float64 {
	sum := make([]float64, len(a))
	for i := range a {
		sum[i] = a[i] + b[i]
	}
	return sum
}

func plainDense(weights map[string]array, name string, x []float64) []float64 {
	y := make([]float64, len(weights[name+".bias"].data))
	for o := range y {
		y[o] = weights[name+".bias"].data[o]
		for i := range x {
			y[o] += weights[name+".weight"].data[o*len(x)+i] * x[i]
		}
	}
	return y
}

func plainNorm(weights map[string]array, name string, x []float64) []float64 {
	mean, variance := 0.0, 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(len(x))
	}
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = (v-mean)/math.Sqrt(variance+1e-12)*weights[name+".weight"].data[i] + weights[name+".bias"].data[i]
	}
	return y
}

func plainAttention(weights map[string]array, name string, x [][]float64, heads int) [][]float64 {
	var q, k, v [][]float64
	mixed := make([][]float64, len(x))
	for i, token := range x {
		q = append(q, plainDense(weights, name+"query", token))
		k = append(k, plainDense(weights, name+"key", token))
		v = append(v, plainDense(weights, name+"value", token))
		mixed[i] = make([]float64, len(token))
	}
	size := len(x[0]) / heads
	for head := range heads {
		from, to := head*size, (head+1)*size
		for i := range x {
			shares, total := make([]float64, len(x)), 0.0
			for j := range x {
				for d := from; d < to; d++ {
					shares[j] += q[i][d] * k[j][d] / math.Sqrt(float64(size))
				}
				shares[j] = math.Exp(shares[j])
				total += shares[j]
			}
			for j := range x {
				for d := from; d < to; d++ {
					mixed[i][d] += shares[j] / total * v[j][d]
				}
			}
		}
	}
	return mixed
}
