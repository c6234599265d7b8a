package rank

import (
	"slices"
	"strings"
	"testing"
)

// byWords are the features of a card for a prompt, by words alone.
func byWords(r *Recipe, prompt string, asks ...string) CardFeatures {
	return r.CardPrompt(Prompt(prompt), nil).ByWords(r.CompileWords(asks, nil, nil))
}

// Ensure that a card's words are found in the ask that has most of them and in all asks
// together, and that words which it does not have count against it.
func TestCardWords(t *testing.T) {
	r := Default()
	asks := []string{"shrink the docker image", "the image takes minutes to pull", "multi-stage build"}
	near := byWords(r, "our docker image takes minutes to pull, shrink it", asks...)
	far := byWords(r, "our invoice for the plumber takes minutes to write", asks...)
	if !near.Has || near.Words <= near.Line || near.Line <= far.Line || near.Words <= far.Words {
		t.Errorf("near %+v, far %+v", near, far)
	}
	if near.Ask != 0 || near.Words > 1 || far.Line < 0 {
		t.Errorf("near %+v, far %+v", near, far)
	}
	if none := byWords(r, "thanks"); none.Line != 0 || none.Words != 0 {
		t.Errorf("of a card without asks: %+v", none)
	}
}

// Ensure that a card by meaning has the nearest ask and the nearest of what is not meant,
// by their places, as they were before they were made small.
func TestCardVectors(t *testing.T) {
	r := Default()
	unit := func(at int) []float32 { v := make([]float32, 384); v[at] = 1; return v }
	words := r.CompileWords([]string{"a", "b", "c", "d"}, nil, nil)
	card := r.CompileVectors(words, [][]float32{unit(0), unit(1), unit(2), unit(3)}, [][]float32{unit(4), unit(1)}, nil)
	prompt := unit(2)
	prompt[2], prompt[1] = .8, .6
	f := r.CardPrompt(Prompt("x"), prompt).Of(words, card)
	near := func(a, b float64) bool { return a-b < .01 && b-a < .01 }
	if !f.Has || f.Ask != 2 || !near(f.Best, .8) || !near(f.Mean, 1.4/3) || f.NotMeant != 1 || !near(f.Not, .6) {
		t.Errorf("got %+v", f)
	}
	for name, broken := range map[string]CardVectors{
		"empty": "", "cut": card[:len(card)-1], "longer": card + "x", "other space": CardVectors(strings.Repeat("\x01", len(card))),
	} {
		if f := r.CardPrompt(Prompt("x"), prompt).Of(words, broken); f.Has {
			t.Errorf("%s: got %+v, want none", name, f)
		}
	}
}

// Ensure that an item without a card has the logit that it had, and that a card moves its
// own item by no more than its bounds, an author's less than the user's.
func TestCardShift(t *testing.T) {
	r := Default()
	plain := Features{HasDense: true, Dense: .5, Items: 40, Words: 10}
	base := r.Logit(plain)
	for _, test := range []struct {
		name     string
		card     CardFeatures
		low, top float64
	}{
		{"no card", CardFeatures{}, 0, 0},
		{"all that speaks for it", CardFeatures{Has: true, Best: 1, Mean: 1, Line: 1, Words: 1}, 1, CardAddsMax},
		{"all that speaks against it", CardFeatures{Has: true, Not: 1, Level: 1, Best: -1, Mean: -1, Asks: 12}, -CardAddsMax, -1},
		{"this very prompt is not meant", CardFeatures{Has: true, Not: .97, Best: .6, Mean: .6, Line: .6, Words: .6}, -CardAddsMax, -CardAddsMax},
		{"nothing near", CardFeatures{Has: true, Level: .4, Asks: 12}, -CardAddsMax, -1},
		{"nothing near of two asks", CardFeatures{Has: true, Level: .4, Asks: 2}, -1.5, -.1},
		{"a handicap", CardFeatures{Has: true, Best: 1, Mean: 1, Line: 1, Words: 1, Handicap: 100}, 0, 0},
	} {
		f := plain
		f.Card = test.card
		shift := r.Logit(f) - base
		if shift < test.low-1e-9 || shift > test.top+1e-9 {
			t.Errorf("%s: moved by %.2f, want %.2f to %.2f", test.name, shift, test.low, test.top)
		}
		f.Card.Author = true
		if authors := r.Logit(f) - base; test.top > 0 && authors >= shift {
			t.Errorf("%s: an author's moves by %.2f, the user's by %.2f", test.name, authors, shift)
		}
	}
}

// Ensure that a card's weights are set in the order of the numbers that they weigh.
func TestCardWeightsAreInOrder(t *testing.T) {
	f := Features{Words: 1, Manner: 9, Card: CardFeatures{Best: 2, Mean: 3, Not: 4, Level: 5, Line: 6, Words: 7}}
	row := CardRow(1, f)
	values := make([]float64, len(row))
	for i := range values {
		values[i] = float64(i + 1)
	}
	w := CardWeights{}
	w.Set(values)
	want := CardWeights{Scale: row[0], Best: row[1], Mean: row[2], Not: row[3], Level: row[4], Line: row[5], Words: row[6], Length: 8, Manner: row[8], Bias: 10}
	if w != want || !slices.Equal(w.Values(), values) {
		t.Errorf("got %+v, want %+v", w, want)
	}
}

// Ensure that no bytes in the place of a card's words or vectors end the search.
func FuzzCard(f *testing.F) {
	r := Default()
	f.Add([]byte("\x00\x00\x00\x00\x01\x00\x00\x00\xff\xff\xff\xff"), []byte("\x80\x01\x00\x00"))
	f.Fuzz(func(t *testing.T, words, vectors []byte) {
		prompt := r.CardPrompt(Prompt("shrink the docker image"), make([]float32, 384))
		if got := prompt.Of(CardWords(words), CardVectors(vectors)); got.Line < 0 || got.Line > 1 || got.Words > 1 {
			t.Errorf("got %+v", got)
		}
	})
}
