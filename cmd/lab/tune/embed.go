package tune

import (
	"slices"

	"github.com/ed-irl/impressionism/host/rank"
)

// embed reads the texts that are no items.
func (f *fitter) embed() error {
	if err := f.embedConcepts(); err != nil {
		return err
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

// embedConcepts reads what concepts are about and how people ask for them. Those of
// More by the name of another are that one.
func (f *fitter) embedConcepts() error {
	places := map[string]int{}
	for i, concept := range slices.Concat(f.Concepts, f.More) {
		if i == len(f.Concepts) {
			f.own = len(f.asks)
		}
		at, known := places[concept.Name]
		if !known || i < len(f.Concepts) {
			at = len(f.told)
			places[concept.Name] = at
			text := concept.Name + ": " + concept.About
			f.names = append(f.names, concept.Name)
			f.told = append(f.told, rank.NewQuery(text).Terms)
			if f.Embed != nil {
				vector, err := f.EmbedText(text)
				if err != nil {
					return err
				}
				f.abouts = append(f.abouts, wide(vector))
			}
		}
		for _, text := range concept.Asks {
			read, err := f.read(text)
			if err != nil {
				return err
			}
			f.asks = append(f.asks, ask{read, at})
		}
	}
	if len(f.More) == 0 {
		f.own = len(f.asks)
	}
	for _, neighbour := range f.Neighbours {
		f.names = append(f.names, neighbour.Name)
		if f.Embed == nil {
			continue
		}
		vector, err := f.EmbedText(neighbour.Name + ": " + neighbour.About)
		if err != nil {
			return err
		}
		f.beside = append(f.beside, wide(vector))
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
