package tune

import "github.com/ed-irl/impressionism/host/rank"

// embed reads the texts that are no items.
func (f *fitter) embed() error {
	for i, concept := range f.Concepts {
		if f.Embed != nil {
			vector, err := f.EmbedText(concept.Name + ": " + concept.About)
			if err != nil {
				return err
			}
			f.abouts = append(f.abouts, wide(vector))
		}
		for _, text := range concept.Asks {
			read, err := f.read(text)
			if err != nil {
				return err
			}
			f.asks = append(f.asks, ask{read, i})
		}
	}
	for _, text := range append(append([]string(nil), f.Nulls...), f.Bank...) {
		read, err := f.read(text)
		if err != nil {
			return err
		}
		f.nulls = append(f.nulls, read)
	}
	return nil
}

// read makes a query of a prompt, and its vector.
func (f *fitter) read(text string) (gateInput, error) {
	query := rank.Prompt(text)
	if f.without["clean"] {
		query = rank.NewQuery(text)
	}
	in := gateInput{query: query, manner: rank.Manner(query.Text)}
	if f.Embed == nil {
		return in, nil
	}
	vector, err := f.Embed(query.Text)
	in.vector = wide(vector)
	return in, err
}

func wide(vector []float32) []float64 {
	w := make([]float64, len(vector))
	for i, x := range vector {
		w[i] = float64(x)
	}
	return w
}
