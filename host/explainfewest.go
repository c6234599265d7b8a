package host

import (
	"cmp"
	"slices"
)

const (
	singlesMax  = 12 // words that are tried alone
	pairsOf     = 4  // the best of them are tried in pairs
	togetherMax = 10 // words that are tried together
)

// trying is a word with the odds that it alone leads to.
type trying struct {
	word string
	odds float64
}

// fewest looks for the fewest words that make an item be suggested: one alone,
// two of the best, then more and more of the best, of which those that are not
// needed are left out again. nil: none were found before the bound.
func (s *changeSearch) fewest(words []string, try func([]string) (attempt, error)) ([]string, error) {
	later := min(togetherMax, s.left/3) // kept for tries of many words
	var alone []trying
	for _, word := range words[:min(len(words), singlesMax)] {
		if s.left <= later {
			break
		}
		got, err := try([]string{word})
		if err != nil || got.chosen {
			return []string{word}, err
		}
		alone = append(alone, trying{word, got.odds})
	}
	slices.SortStableFunc(alone, func(a, b trying) int { return cmp.Compare(b.odds, a.odds) })
	for second := 1; second < min(len(alone), pairsOf); second++ {
		for first := range second {
			if s.left <= later {
				break
			}
			pair := []string{alone[first].word, alone[second].word}
			if got, err := try(pair); err != nil || got.chosen {
				return pair, err
			}
		}
	}
	var together []string
	for _, t := range alone {
		if together = append(together, t.word); len(together) < 3 {
			continue
		}
		if s.left <= 0 || len(together) > togetherMax {
			return nil, nil
		}
		if got, err := try(together); err != nil || got.chosen {
			return s.needed(together, try, err)
		}
	}
	return nil, nil
}

// needed leaves out what is not needed, while the bound lasts.
func (s *changeSearch) needed(words []string, try func([]string) (attempt, error), err error) ([]string, error) {
	kept := slices.Clone(words)
	for i := len(kept) - 1; i >= 0 && err == nil && s.left > 0 && len(kept) > 1; i-- {
		fewer := slices.Delete(slices.Clone(kept), i, i+1)
		var got attempt
		if got, err = try(fewer); err == nil && got.chosen {
			kept = fewer
		}
	}
	return kept, err
}

// halving is fewest where each try costs much: all words, then half of those
// that are known to be enough.
func (s *changeSearch) halving(words []string, try func([]string) (attempt, error)) ([]string, error) {
	if len(words) == 0 {
		return nil, nil
	}
	if got, err := try(words); err != nil || !got.chosen {
		return nil, err
	}
	enough, tooFew := len(words), 0
	for enough-tooFew > 1 && s.left > 0 {
		middle := (enough + tooFew) / 2
		got, err := try(words[:middle])
		if err != nil {
			return nil, err
		}
		if got.chosen {
			enough = middle
		} else {
			tooFew = middle
		}
	}
	return s.needed(words[:enough], try, nil)
}
