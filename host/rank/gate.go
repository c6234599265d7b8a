package rank

// Gate is the logit of a prompt being about something that there may be an item
// for, about −8 to 8, by a logistic regression on its vector. It is 0, which
// decides nothing, for a vector of another space than the recipe's. See RATIONALE.md,
// "Why are there three gates?".
func (r *Recipe) Gate(query []float32) float64 {
	if !r.Vectors.fits(len(query)) {
		return 0
	}
	sum := float64(r.Vectors.at(0, len(query)))
	for i, x := range query {
		sum += float64(x) * float64(r.Vectors.at(0, i))
	}
	return sum
}

// NullGate is the gate of null prompt i from a regression that had not seen
// it, for use in calibration; 0 where there is none.
func (r *Recipe) NullGate(i int) float64 {
	if r.Vectors == "" || i < 0 || i >= r.Vectors.nulls() {
		return 0
	}
	return float64(r.Vectors.at(r.Vectors.dimensions()+1, i))
}
