package tunecode

import (
	"slices"

	"github.com/ed-irl/impressionism/host/eval/codeset"
	"github.com/ed-irl/impressionism/host/rank/place"
)

// Row is a measure of one way of searching.
type Row struct {
	Name   string
	Set    string
	Groups []codeset.Group
}

// SuretyRow is a measure of one way of telling how sure an answer is.
type SuretyRow struct {
	Name, Set string
	sureness
}

// Result is a fitted recipe with what it reached on packages that the fit had not seen.
type Result struct {
	Recipe *place.Recipe
	Rows   []Row
	Surety []SuretyRow
}

// held are the weights that are set by hand: a question that names a place wants that place,
// which the labels have too few of to say how much.
var held = []string{"exact"}

// free returns the places of the weights that are fitted.
func free(vectors bool, without string) []int {
	var free []int
	for i, name := range names[place.Weights]() {
		if name != without && !slices.Contains(held, name) && (vectors || name != "cosine") {
			free = append(free, i)
		}
	}
	return free
}

// start are weights of 0 but for those that are held.
func start(of place.Weights, without string) []float64 {
	w := vector(of)
	for i, name := range names[place.Weights]() {
		if !slices.Contains(held, name) || name == without {
			w[i] = 0
		}
	}
	return w
}

// Tune fits the weights and sureties of a recipe that has the parameters of BM25.
func (b *Bench) Tune(base *place.Recipe) (Result, error) {
	r := *base
	result := Result{Recipe: &r}
	if err := b.tune(&result, byWords, "words", &r.Words, &r.WordsSurety); err != nil || b.embed == nil {
		return result, err
	}
	if err := b.tune(&result, byBoth, "vectors", &r.Vectors, &r.VectorsSurety); err != nil {
		return result, err
	}
	twenty, err := b.examples(&r, byTwenty)
	if err != nil {
		return result, err
	}
	both, err := b.examples(&r, byBoth)
	if err != nil {
		return result, err
	}
	without := leaveOut(both, start(base.Vectors, ""), free(true, ""))
	b.add(&result, "vectors of the first 20", judgeAll(twenty, without))
	return result, nil
}

func (b *Bench) tune(result *Result, by means, name string, w *place.Weights, s *place.Surety) error {
	r := result.Recipe
	examples, err := b.examples(r, by)
	if err != nil {
		return err
	}
	from, fitted := start(*w, ""), free(by == byBoth, "")
	without := leaveOut(examples, from, fitted)
	b.add(result, name, judgeAll(examples, without))
	answers, err := b.answers(by, func(corpus string) *place.Recipe {
		own := *r
		own.Words = weights[place.Weights](without[corpus])
		own.Vectors = own.Words
		return &own
	})
	if err != nil {
		return err
	}
	chances := make([]float64, len(answers))
	for i, a := range answers {
		others := slices.DeleteFunc(slices.Clone(answers), func(o answer) bool { return o.corpus == a.corpus })
		chances[i] = chance(fitSurety(others), a)
	}
	for _, set := range b.sets {
		var own []answer
		var told []float64
		for i, a := range answers {
			if a.set == set.Name {
				own, told = append(own, a), append(told, chances[i])
			}
		}
		result.Surety = append(result.Surety, SuretyRow{name, set.Name, measureSurety(own, told)})
	}
	*w, *s = weights[place.Weights](fit(examples, from, fitted)), weights[place.Surety](fitSurety(answers))
	return nil
}

// Ablate measures, on unseen packages, what each weight is worth: without it, the rest is
// fitted anew.
func (b *Bench) Ablate(base *place.Recipe) (Result, error) {
	result := Result{Recipe: base}
	by := byWords
	of := base.Words
	if b.embed != nil {
		by, of = byBoth, base.Vectors
	}
	examples, err := b.examples(base, by)
	if err != nil {
		return result, err
	}
	for _, name := range append([]string{""}, names[place.Weights]()...) {
		if name == "cosine" && by == byWords {
			continue
		}
		without := leaveOut(examples, start(of, name), free(by == byBoth, name))
		label := "all"
		if name != "" {
			label = "without " + name
		}
		b.add(&result, label, judgeAll(examples, without))
	}
	return result, nil
}

// add appends a row for each set.
func (b *Bench) add(result *Result, name string, scores map[string]codeset.Score) {
	for _, set := range b.sets {
		result.Rows = append(result.Rows, Row{name, set.Name, set.Groups(scores)})
	}
}

// Measure scores the questions of all sets by a recipe as it is, by words and, with a model,
// by both.
func (b *Bench) Measure(r *place.Recipe) (Result, error) {
	result := Result{Recipe: r}
	for by, name := range map[means]string{byWords: "words", byBoth: "vectors", byTwenty: "vectors of the first 20"} {
		if by != byWords && b.embed == nil {
			continue
		}
		examples, err := b.examples(r, by)
		if err != nil {
			return result, err
		}
		w := r.Words
		if by != byWords {
			w = r.Vectors
		}
		scores := map[string]codeset.Score{}
		for _, e := range examples {
			scores[e.question.ID] = e.judge(vector(w))
		}
		b.add(&result, name, scores)
	}
	slices.SortStableFunc(result.Rows, func(a, c Row) int { return len(a.Name) - len(c.Name) })
	return result, nil
}
