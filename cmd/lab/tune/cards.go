package tune

import (
	"math"

	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/stats"
)

// The weights of cards are fitted on top of those without: an item's logit without its card,
// by a fit that had not seen the prompt, is one of the features. So decisions without cards
// do not depend on cards, and with all sets' unseen logits there is enough to learn from.

// cardDraw is a draw with the logits of its items without cards.
type cardDraw struct {
	*draw
	logits []float64
	manner float64 // the gate's, by a fit that had not seen the prompt
}

// cardFit are draws with the model and by words alone.
type cardFit struct{ with, words []cardDraw }

// add takes draws of prompts that the weights were not fitted on. What none that comes near
// has a card in teaches nothing of cards.
func (c *cardFit) add(f *fitter, draws []*draw, with, words []float64, g gates) {
	for _, d := range draws {
		if !d.carded() {
			continue
		}
		if f.Embed != nil {
			c.with = append(c.with, f.cardDraw(d, with, g, true))
		}
		c.words = append(c.words, f.cardDraw(d, words, g, false))
	}
}

func (f *fitter) cardDraw(d *draw, w []float64, g gates, dense bool) cardDraw {
	made := cardDraw{draw: d, manner: g.of[d.labelled].manner}
	for _, row := range f.rows(d, g, dense) {
		made.logits = append(made.logits, stats.Dot(w, row))
	}
	return made
}

// carded reports whether all that comes near has a card.
func (d *draw) carded() bool {
	for _, x := range d.features {
		if !x.Card.Has {
			return false
		}
	}
	return len(d.features) > 0
}

// compile makes an item's card ready.
func (f *fitter) compile(d *document, item Item) error {
	if item.Card == nil {
		return nil
	}
	d.words = f.recipe.CompileWords(item.Card.Asks, item.Card.Not, nil)
	if f.Embed == nil {
		return nil
	}
	var lines [2][][]float32
	for i, texts := range [][]string{item.Card.Asks, item.Card.Not} {
		for _, text := range texts {
			vector, err := f.EmbedText(rank.Clean(text))
			if err != nil {
				return err
			}
			lines[i] = append(lines[i], vector)
		}
	}
	d.vectors = f.recipe.CompileVectors(d.words, lines[0], lines[1], nil)
	return nil
}

// fitCards fits the weights of cards on all draws, and returns the outcomes of each set by
// weights that had not seen it.
func (f *fitter) fitCards(c cardFit) (with, words []Outcome) {
	weights, with := f.fitCardsOf(c.with, true, f.recipe.Profiles.Default.Floor, cardPromise)
	f.recipe.Card = weights
	weights, words = f.fitCardsOf(c.words, false, f.recipe.LexicalProfiles.Default.Floor, lexicalCardPromise)
	f.recipe.LexicalCard = weights
	f.recipe.CertainCard = f.recipe.Certain
	if len(words) > 0 {
		f.recipe.CertainCard = certainty.floor(byLead(words), promiseSizes)
	}
	return with, words
}

// cardOwnWeight is of users' own catalogs, beside what they weigh without cards: of these
// cards are, and with them random draws are easy.
const cardOwnWeight = 2

// What is promised of suggestions where all items have cards, at the floor of the default
// profile, which is one for items with cards and without.
var (
	cardPromise        = promise{right: .80, alarms: [5]float64{.015, .02, .02, .02, .045}}
	lexicalCardPromise = lexicalPromises[1]
)

func (f *fitter) fitCardsOf(draws []cardDraw, dense bool, floor float64, p promise) (rank.CardWeights, []Outcome) {
	var w rank.CardWeights
	w.Scale = 1
	if len(draws) == 0 {
		return w, nil
	}
	var unseen []Outcome
	for fold := range len(f.Sets) {
		var learn, test []cardDraw
		for _, d := range draws {
			if f.foldOf(d.labelled) == fold {
				test = append(test, d)
			} else {
				learn = append(learn, d)
			}
		}
		if len(test) == 0 || len(learn) == 0 {
			continue
		}
		w.Set(fitCardWeights(learn, dense))
		for _, d := range test {
			unseen = append(unseen, cardOutcome(d, &w, dense))
		}
	}
	w.Set(rounded(fitCardWeights(draws, dense)))
	if len(unseen) > 0 {
		move := floor - p.floor(unseen, promiseSizes)
		w.Bias = stats.Round(w.Bias + move)
		for i := range unseen {
			if unseen[i].Odds > oddsOfSilence {
				unseen[i].Odds += move
			}
		}
	}
	return w, unseen
}

func fitCardWeights(draws []cardDraw, dense bool) []float64 {
	plain := make([]*draw, len(draws))
	for i, d := range draws {
		plain[i] = d.draw
	}
	choices, weights := make([]choice, len(draws)), weigh(plain)
	for i, d := range draws {
		c := choice{gold: d.gold, ok: d.ok, weight: weights[i], fixed: make([]float64, len(d.features))}
		if d.size == SizeOwn {
			c.weight *= cardOwnWeight
		}
		for n, x := range d.features {
			c.items = append(c.items, cardRow(d.logits[n], x, d.manner, dense))
			c.fixed[n] = math.NaN()
			if !x.Card.Has {
				c.fixed[n] = d.logits[n]
			}
		}
		choices[i] = c
	}
	start := make([]float64, len((&rank.CardWeights{}).Values()))
	start[0] = 1
	return fitWeights(choices, start)
}

func cardRow(logit float64, x rank.Features, manner float64, dense bool) []float64 {
	x.Manner = manner
	if !dense {
		x.Card.Best, x.Card.Mean, x.Card.Not, x.Card.Level, x.Manner = 0, 0, 0, 0, 0
	}
	return rank.CardRow(logit, x)
}

// cardOutcome is outcome with cards.
func cardOutcome(d cardDraw, w *rank.CardWeights, dense bool) Outcome {
	o := outcomeOf(d.draw)
	for i, x := range d.features {
		odds := d.logits[i]
		if x.Card.Has {
			odds = stats.Dot(w.Values(), cardRow(odds, x, d.manner, dense))
		}
		o.take(odds, d.gold[i], d.ok[i])
	}
	return o.ended(d.silent)
}
