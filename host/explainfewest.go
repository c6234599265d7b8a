package host

import (
	"cmp"
	"math"
	"slices"
)

const (
	takesAlone = 6 // words that are left out alone
	takesPairs = 3 // the best of them are left out in pairs
)

// fewest looks for the fewest words without which an item is suggested: one alone, two
// of the best, then up to takenMax of the best, of which those that are not needed are
// put back. nil: none were found within the bound.
func (s *changeSearch) fewest(words []string) ([]string, error) {
	type taking struct {
		word string
		odds float64 // of the item without it
	}
	try := func(chosen ...string) (chosenNow bool, odds float64, err error) {
		standing, err := s.try(s.trial, without(s.Prompt, chosen))
		odds = math.Inf(-1)
		if standing.Fit != nil {
			odds = standing.Fit.Odds
		}
		return standing.Chosen, odds, err
	}
	var alone []taking
	for _, word := range words[:min(len(words), takesAlone)] {
		chosen, odds, err := try(word)
		if err != nil || chosen {
			return []string{word}, err
		}
		alone = append(alone, taking{word, odds})
	}
	slices.SortStableFunc(alone, func(a, b taking) int { return cmp.Compare(b.odds, a.odds) })
	for second := 1; second < min(len(alone), takesPairs); second++ {
		for first := range second {
			if chosen, _, err := try(alone[first].word, alone[second].word); err != nil || chosen {
				return []string{alone[first].word, alone[second].word}, err
			}
		}
	}
	var together []string
	for _, t := range alone[:min(len(alone), takenMax)] {
		if together = append(together, t.word); len(together) < 3 || s.left == 0 {
			continue
		}
		if chosen, _, err := try(together...); err != nil || chosen {
			return together, err
		}
	}
	return nil, nil
}
