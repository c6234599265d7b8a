// Package abroad makes a prompt in another language than English one that an encoder of
// English can read. A second encoder, which has translations in one place, finds for each
// word of the prompt the English word that is nearest; these words in the prompt's order
// are its gloss. The same encoder's vector of the whole prompt is carried by a linear map to
// where the other encoder has that meaning. Everything is a pure function of tables and of
// what encoders return; it knows no model. See RATIONALE.md, "Why is the default model a
// changed one?".
package abroad

import (
	"math"
	"strings"

	"github.com/ed-irl/impressionism/host/rank/language"
	"github.com/ed-irl/impressionism/host/stats"
)

// Encoder is the second one.
type Encoder struct {
	Embed  func(text string) ([]float32, error) // of length 1
	Pieces func(text string) []string           // of a run of a script without spaces, which its vocabulary cuts
}

// wordsMax is how many words of a prompt are looked up: each takes the encoder half a
// millisecond. What follows is read by the vector of the whole prompt.
const wordsMax = 24

// nearEnough is the cosine from which an English word stands for another.
const nearEnough = .5

// Gloss returns the English words for the words of a text, in its order, once each. Words
// of grammar and chatter are left out; names, code and words that are English stay.
func (t *Table) Gloss(text string, encoder Encoder) (string, error) {
	return t.gloss(text, encoder, func(string) bool { return false })
}

// Noisy is a gloss of an English text as one of another language would be: of its words
// that are no names every third, chosen by the word, is taken for the one nearest to it.
func (t *Table) Noisy(text string, encoder Encoder) (string, error) {
	return t.gloss(text, encoder, func(word string) bool {
		sum := uint32(17)
		for i := range len(word) {
			sum = sum*31 + uint32(word[i])
		}
		return sum%3 == 0
	})
}

func (t *Table) gloss(text string, encoder Encoder, mistaken func(word string) bool) (string, error) {
	var gloss []string
	seen, looked := map[string]bool{}, 0
	for _, unit := range Units(text, encoder.Pieces) {
		lower := strings.ToLower(unit)
		if seen[lower] || language.Grammar(unit) {
			continue
		}
		seen[lower] = true
		_, known := t.place(lower)
		switch {
		case isName(unit):
			gloss = append(gloss, unit)
			continue
		case known && !mistaken(lower):
			gloss = append(gloss, lower)
			continue
		case looked == wordsMax:
			continue
		}
		looked++
		vector, err := encoder.Embed(unit)
		if err != nil {
			return "", err
		}
		if word, cosine := t.nearest(vector, lower); cosine >= nearEnough {
			gloss = append(gloss, word)
		}
	}
	return strings.Join(gloss, " "), nil
}

// Read returns the vector of a prompt in another language, of length 1, by a gloss of it and
// the English encoder's embed.
func (t *Table) Read(text string, encoder Encoder, gloss func(string, Encoder) (string, error), embed func(text string) ([]float32, error)) ([]float32, error) {
	whole, err := encoder.Embed(text)
	if err != nil {
		return nil, err
	}
	words, err := gloss(text, encoder)
	if err != nil {
		return nil, err
	}
	var vector []float32
	if words != "" {
		if vector, err = embed(words); err != nil {
			return nil, err
		}
	}
	return together(vector, t.Map(whole)), nil
}

// isName reports a word that is a name or code: with a digit or sign in it, or in capitals
// behind its first letter.
func isName(unit string) bool {
	for i := range len(unit) {
		c := unit[i]
		if c >= '0' && c <= '9' || i > 0 && c >= 'A' && c <= 'Z' || strings.IndexByte("_./+#", c) >= 0 {
			return true
		}
	}
	return false
}

// wholeWeight is how much the vector of the whole prompt counts beside its gloss's.
const wholeWeight = .5

// together is the vector of a prompt, of length 1: its gloss's and that of the whole
// prompt. A gloss of nothing is nil.
func together(gloss, whole []float32) []float32 {
	sum := make([]float32, len(whole))
	for i, x := range whole {
		sum[i] = wholeWeight * x
	}
	if len(gloss) == len(whole) {
		for i, x := range gloss {
			sum[i] += x
		}
	}
	length := math.Sqrt(stats.Dot(sum, sum))
	if length == 0 {
		return sum
	}
	for i := range sum {
		sum[i] /= float32(length)
	}
	return sum
}
