package rank

// FeatureNames are the names of the features whose weights are fitted, in the
// order of Shares.
func FeatureNames() []string {
	var names []string
	shares := (&Recipe{}).Shares(Features{HasDense: true})
	for _, share := range shares[:len(shares)-1] { // that of the card has weights of its own
		names = append(names, share.Name)
	}
	return names
}

// Set sets the weights to values in the order of FeatureNames.
func (w *Weights) Set(values []float64) {
	w.Dense, w.Saturated, w.Normalised, w.Asked = values[0], values[1], values[2], values[3]
	w.Related, w.Gate, w.Manner, w.Length = values[4], values[5], values[6], values[7]
	w.Size, w.Background, w.Technology = values[8], values[9], values[10]
	w.Same, w.Other, w.Bias = values[11], values[12], values[13]
}
