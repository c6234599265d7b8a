package tune

// gates are those of prompts and of the recipe's null prompts. Those of prompts
// that the fit was on come from a fit that had not seen them: a gate that knows
// its prompts promises more than it keeps.
type gates struct {
	of    map[*labelled]gateValues
	nulls []gateValues // of Bank
	whole gateFit
}

// gateValues are the logits of one text.
type gateValues struct{ vector, word, manner float64 }

// fitGates fits on some of the labelled prompts and returns the gates of all.
func (f *fitter) fitGates(train []*labelled) gates {
	g := gates{of: map[*labelled]gateValues{}, nulls: make([]gateValues, len(f.Bank)), whole: f.gateFit(train, f.nulls)}
	for _, c := range f.cases {
		g.put(c, g.whole)
	}
	for part := range crossFits {
		fit := f.gateFit(others(train, part), others(f.nulls, part))
		for i := part; i < len(train); i += crossFits {
			g.put(train[i], fit)
		}
		first := len(f.nulls) - len(f.Bank)
		for i := first; i < len(f.nulls); i++ {
			if i%crossFits == part {
				g.nulls[i-first] = fit.of(f.nulls[i])
			}
		}
	}
	return g
}

// put sets the gates of a prompt, and of the same as if in another language.
func (g gates) put(c *labelled, fit gateFit) {
	g.of[c] = fit.of(c.gateInput)
	if c.abroad != nil {
		g.of[c.abroad] = fit.of(c.abroad.gateInput)
	}
}

// others leaves out every crossFits-th of a list, from part on.
func others[T any](list []T, part int) []T {
	var rest []T
	for i, x := range list {
		if i%crossFits != part {
			rest = append(rest, x)
		}
	}
	return rest
}

// gateFit is one fit of all gates.
type gateFit struct {
	vector       []float64 // its bias last; nil without a model
	word, manner textGate
}

func (g gateFit) of(in gateInput) gateValues {
	values := gateValues{word: g.word.of(in.query.Terms), manner: g.manner.of(in.manner)}
	if g.vector != nil {
		values.vector = gateOf(g.vector, in.vector)
	}
	return values
}

func (f *fitter) gateFit(train []*labelled, nulls []gateInput) gateFit {
	var rows []gateRow
	var stems, words []textRow
	put := func(in gateInput, about bool, weight, textWeight float64) {
		rows = append(rows, gateRow{in.vector, about, weight})
		stems = append(stems, textRow{in.query.Terms, about, textWeight})
		words = append(words, textRow{in.manner, about, textWeight})
	}
	for _, c := range train {
		put(c.gateInput, len(c.Gold) > 0, 1, 1)
	}
	for _, null := range nulls {
		put(null, false, 1, 1)
	}
	for _, a := range f.asks[:f.own] {
		put(a.gateInput, true, asksVectorWeight, asksGateWeight)
	}
	var fit gateFit
	if f.Embed != nil && !f.without["gate"] {
		fit.vector = rounded(fitGate(rows))
	}
	fit.word = fitTextGate(stems, wordGateStemsMin)
	if !f.without["manner"] {
		fit.manner = fitTextGate(words, mannerWordsMin).lightened()
	}
	return fit
}
