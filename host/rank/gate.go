package rank

// Gate is the logit of a prompt being about something that there may be an item
// for, about −8 to 8, by a logistic regression on its vector. It is 0, which
// decides nothing, for a vector of another space than the recipe's. See RATIONALE.md,
// "Why are there three gates?".
func (r *Recipe) Gate(query []float32) float64 {
	gate := r.gate()
	if !gate.fits(len(query)) {
		return 0
	}
	sum := float64(gate.at(0, len(query)))
	for i, x := range query {
		sum += float64(x) * float64(gate.at(0, i))
	}
	return sum
}

// NullGate is the gate of null prompt i from a regression that had not seen
// it, for use in calibration; 0 where there is none.
func (r *Recipe) NullGate(i int) float64 {
	gate := r.gate()
	if gate == "" || i < 0 || i >= gate.nulls() {
		return 0
	}
	return float64(gate.at(gate.dimensions()+1, i))
}

// gate are the vectors that have the gate: the kind's own, else those of all kinds.
func (r *Recipe) gate() Vectors {
	if r.Own != "" {
		return r.Own
	}
	return r.Vectors
}
