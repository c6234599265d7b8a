package tune

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/rank"
)

// prepareRecipe puts what is fitted without labels into the recipe, so that its
// features are those of the product.
func (f *fitter) prepareRecipe() {
	f.recipe = *f.recipe.With(rank.Tables{Words: string(f.words.encode())}, f.vectors(gates{}))
}

// vectors encodes the adapter and a gate.
func (f *fitter) vectors(g gates) rank.Vectors {
	if f.Embed == nil {
		return ""
	}
	if g.whole.vector == nil {
		g.whole.vector = make([]float64, len(f.abouts[0])+1)
	}
	nulls := make([]float64, len(g.nulls))
	for i := range nulls {
		nulls[i] = g.nulls[i].vector
	}
	encoded, err := rank.NewVectors(narrow(g.whole.vector), narrow(rounded(nulls)), narrow(f.adapter.in), narrow(f.adapter.out), f.concepts())
	if err != nil {
		panic(err) // shapes are made here
	}
	return encoded
}

// concepts are the vectors of what bids.
func (f *fitter) concepts() [][]float32 {
	if f.without[rank.ShareBackground] {
		return nil
	}
	var vectors [][]float32
	for _, about := range slices.Concat(f.abouts, f.beside) {
		vectors = append(vectors, narrow(about))
	}
	return vectors
}

func narrow(x []float64) []float32 {
	n := make([]float32, len(x))
	for i := range x {
		n[i] = float32(x[i])
	}
	return n
}

// finish measures by folds, fits on everything, and chooses the floors.
func (f *fitter) finish() (*Result, error) {
	var unseen, lexical, abroad []Outcome
	cards := cardFit{}
	count := len(f.Sets)
	switch {
	case f.Unmeasured:
		count = 0
	case count == 1:
		count = folds
	}
	for fold := range count {
		f.say("fold %d of %d …", fold+1, count)
		var train []*labelled
		for _, c := range f.cases {
			if f.foldOf(c) != fold {
				train = append(train, c)
			}
		}
		var learn, test []*draw
		for _, d := range f.draws {
			if f.foldOf(d.labelled) == fold {
				test = append(test, d)
			} else {
				learn = append(learn, d)
			}
		}
		g := f.fitGates(train)
		with, words := f.fitBoth(learn, g)
		abroad = append(abroad, f.unseenAbroad(fold, g)...)
		cards.add(f, test, with, words, g)
		for _, d := range test {
			if f.Embed != nil {
				unseen = append(unseen, f.outcome(d, with, g, true))
			}
			lexical = append(lexical, f.outcome(d, words, g, false))
		}
	}
	f.say("all …")
	g := f.fitGates(f.cases)
	with, words := f.fitBoth(f.draws, g)
	r := &f.recipe
	r.Kind = f.Kind
	r.Weights.Set(with)
	r.Lexical.Set(words)
	r.Profiles, r.LexicalProfiles = profiles(unseen, promises, promiseSizes), profiles(lexical, lexicalPromises, promiseSizes)
	var foreign *rank.Weights
	if f.EmbedAbroad != nil {
		foreign = abroadWeights(f.fitAbroad(f.away, g), abroad, r.Profiles.Default.Floor)
	}
	r.Certain = certainty.floor(byLead(lexical), promiseSizes)
	carded, lexicalCarded := f.fitCards(cards)
	f.words.gate = g.whole.word
	result := &Result{
		Unseen: unseen, Lexical: lexical, Abroad: abroad, Foreign: foreign, Carded: carded, LexicalCarded: lexicalCarded,
		Words: f.words.encode(), Manner: g.whole.manner.encode(), Nulls: encodeNulls(f.Bank, g.nulls), Concepts: []byte(strings.Join(f.names, "\n") + "\n"),
	}
	result.Recipe = r.With(result.tables(), f.vectors(g))
	result.Recipe.ID = result.Recipe.Seal()
	return result, nil
}

func (r *Result) tables() rank.Tables {
	return rank.Tables{Words: string(r.Words), Manner: string(r.Manner), Nulls: string(r.Nulls), Concepts: string(r.Concepts)}
}

// ForAny is a recipe for encoders that none was fitted for, from a fit without
// what belongs to one encoder: its weights with a model, all else of r.
func (r *Result) ForAny(other *Result) *rank.Recipe {
	any := r.Recipe.With(r.tables(), "")
	any.Weights, any.Card, any.Profiles = other.Recipe.Weights, other.Recipe.Card, other.Recipe.Profiles
	any.ID = any.Seal()
	return any
}

// foldOf keeps the prompts of one set together; of a single set, those of one
// family.
func (f *fitter) foldOf(c *labelled) int {
	if len(f.Sets) > 1 {
		return slices.IndexFunc(f.Sets, func(s Set) bool { return s.Name == c.set })
	}
	sum := fnv.New32a()
	fmt.Fprint(sum, c.set, c.Family)
	if c.set != "skills-real" {
		fmt.Fprint(sum, strings.TrimLeft(c.ID, "abcdefghijklmnopqrstuvwxyz")[2:])
	}
	return int(sum.Sum32() % folds)
}

// fitBoth fits the weights with the model and by words alone.
func (f *fitter) fitBoth(train []*draw, g gates) (with, words []float64) {
	if f.Embed != nil {
		with = rounded(fitWeights(f.choices(train, g, true), f.start(true)))
	} else {
		with = f.start(true)
	}
	return with, rounded(fitWeights(f.choices(train, g, false), f.start(false)))
}

// start is from where weights are fitted and to what they are held: that an
// item fits is unlikely.
func (f *fitter) start(dense bool) []float64 {
	w := make([]float64, len(rank.FeatureNames()))
	for i, name := range rank.FeatureNames() {
		switch {
		case f.off(name, dense):
		case name == rank.ShareBias:
			w[i] = -6
		case name == rank.ShareDense || name == rank.ShareNormalised:
			w[i] = 3
		}
	}
	return w
}

// off reports that a feature is not used.
func (f *fitter) off(name string, dense bool) bool {
	switch name {
	case rank.ShareSame, rank.ShareOther:
		return !f.actions
	case rank.ShareDense:
		return !dense
	case rank.ShareManner, rank.ShareBackground:
		return !dense || f.without[name]
	case rank.ShareSaturated, rank.ShareNormalised:
		return f.without["words"]
	default:
		return f.without[name]
	}
}

func (f *fitter) choices(draws []*draw, g gates, dense bool) []choice {
	list, weights := make([]choice, len(draws)), weigh(draws)
	for i, d := range draws {
		d = d.seen(dense)
		list[i] = choice{items: f.rows(d, g, dense), gold: d.gold, ok: d.ok, weight: weights[i]}
	}
	return list
}

// rows are the features of a draw's items, in the order of the weights.
func (f *fitter) rows(d *draw, g gates, dense bool) [][]float64 {
	rows := make([][]float64, len(d.features))
	names := rank.FeatureNames()
	for i, x := range d.features {
		x.HasDense, x.Gate = dense, g.of[d.labelled].word
		if dense {
			x.Gate, x.Manner = g.of[d.labelled].vector, g.of[d.labelled].manner
		}
		rows[i] = make([]float64, len(names))
		x.Card = rank.CardFeatures{} // it has weights of its own
		shares := f.recipe.Shares(x)
		for j, share := range shares[:len(names)] {
			if !f.off(share.Name, dense) {
				rows[i][j] = share.Value
			}
		}
	}
	return rows
}

// encodeNulls writes data/nulls.txt.
func encodeNulls(texts []string, gates []gateValues) []byte {
	escape := strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	var out bytes.Buffer
	for i, text := range texts {
		fmt.Fprintf(&out, "%.*f\t%.*f\t%s\n", wordGateDigits, gates[i].word, wordGateDigits, gates[i].manner, escape.Replace(rank.Clean(text)))
	}
	return out.Bytes()
}
