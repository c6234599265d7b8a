package probe

import (
	"cmp"
	"fmt"
	"slices"
)

const (
	// shiftMin is the least that a word must move the two apart to be told.
	shiftMin = .1
	// partingMax bounds how many words of each item are told.
	partingMax = 3
)

// Part measures which words would part a pair: each candidate is put into a
// prompt that both want, and what the search then makes of the two is compared with what
// it made of them before. ask gives the standings of a text.
func (w *Words) Part(pair Pair, text string, ask func(text string) ([]Standing, error)) ([]PartingWord, error) {
	before, err := ask(text)
	if err != nil {
		return nil, fmt.Errorf("part %s and %s: %w", pair.A, pair.B, err)
	}
	var parting []PartingWord
	for _, ids := range [][2]string{{pair.A, pair.B}, {pair.B, pair.A}} {
		var words []PartingWord
		for _, word := range w.Candidates(ids[0], ids[1]) {
			after, err := ask(text + " " + word.Word)
			if err != nil {
				return nil, fmt.Errorf("part %s and %s: %w", pair.A, pair.B, err)
			}
			word.Shift = ahead(after, ids) - ahead(before, ids)
			if word.Shift >= shiftMin {
				words = append(words, word)
			}
		}
		slices.SortStableFunc(words, func(x, y PartingWord) int { return cmp.Compare(y.Shift, x.Shift) })
		parting = append(parting, words[:min(len(words), partingMax)]...)
	}
	return parting, nil
}

// ahead is by how many logits the first of two is before the second.
func ahead(standings []Standing, ids [2]string) float64 {
	return logitOf(standings, ids[0]) - logitOf(standings, ids[1])
}

// absentLogit is the logit of an item that shares nothing with a text.
const absentLogit = -10

func logitOf(standings []Standing, id string) float64 {
	for _, s := range standings {
		if s.ID == id {
			return max(s.Logit, absentLogit)
		}
	}
	return absentLogit
}
