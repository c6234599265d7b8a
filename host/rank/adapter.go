package rank

import "math"

// Adapt moves a prompt's vector from how people ask towards how items are
// described: v + out·(in·v), of length 1 again. The map is fitted on prompts in
// everyday words and descriptions of what they are about; see RATIONALE.md, "Why
// is a prompt's vector adapted?". A vector of another space is returned unchanged.
func (r *Recipe) Adapt(query []float32) []float32 {
	if !r.Vectors.fits(len(query)) {
		return query
	}
	d, k := r.Vectors.dimensions(), r.Vectors.rank()
	in := d + 1 + r.Vectors.nulls()
	hidden := make([]float32, k)
	for i, x := range query {
		for j := range hidden {
			hidden[j] += x * r.Vectors.at(in, i*k+j)
		}
	}
	adapted := make([]float32, d)
	copy(adapted, query)
	for j, h := range hidden {
		for i := range adapted {
			adapted[i] += h * r.Vectors.at(in+d*k, j*d+i)
		}
	}
	return normalise(adapted)
}

// normalise L2-normalises a vector in place and returns it; the zero vector stays as it is.
func normalise(vector []float32) []float32 {
	sum := 0.0
	for _, x := range vector {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return vector
	}
	scale := float32(1 / math.Sqrt(sum))
	for i := range vector {
		vector[i] *= scale
	}
	return vector
}
