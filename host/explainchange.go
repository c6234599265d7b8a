package host

import (
	"fmt"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/index"
)

// Kinds of change, those that people prefer first.
const (
	ChangeAdd      = "add-to-prompt"
	ChangeTake     = "take-from-prompt"
	ChangeDescribe = "add-to-description"
	ChangeSet      = "setting"
)

var changeKinds = []string{ChangeAdd, ChangeTake, ChangeDescribe, ChangeSet}

// Change makes an item be suggested that was not. It was seen to do so.
type Change struct {
	Kind        string
	Words       []string  // that are added or taken away
	Taken       []string  // that are taken away besides, of ChangeAdd
	Prompt      string    // the changed prompt, else empty
	Description string    // the changed description, else empty
	Settings    []Setting // of ChangeSet
}

// Changing is what to look for changes to.
type Changing struct {
	Kind, ID string
	Prompt   string
	Item     catalog.Item
	Event    func(prompt string) abi.Event
	// Describe gives the catalog as it would be with another description of the
	// item, calibrated anew or not; nil: descriptions are not changed.
	Describe func(description string, calibrated bool) (*index.View, error)
}

// evaluationsMax bounds how many decisions are taken to find changes; each kind
// has its part of them. A change of description takes up to two more, an
// exchange of words what is left of decisionsMax.
var evaluationsMax = map[string]int{ChangeAdd: 27, ChangeTake: 12, ChangeDescribe: 8, ChangeSet: 7}

// Changes finds, of each kind, a small change that makes an item be suggested;
// the smallest first: fewest words, and settings last. The number is of the
// decisions that were taken for it, at most decisionsMax.
func (t *Trial) Changes(c Changing, base Standing) (changes []Change, evaluations int, err error) {
	switch base.Why {
	case NotCommand:
		return t.changesOfCommand(c)
	case NotWanted:
		return nil, 0, nil // no other word or setting helps
	}
	return t.changes(c, base, 0)
}

// changes looks for those of each kind, after so many evaluations.
func (t *Trial) changes(c Changing, base Standing, spent int) (changes []Change, evaluations int, err error) {
	s := &changeSearch{Changing: c, trial: t, base: base, spent: spent}
	for _, kind := range changeKinds {
		s.left = evaluationsMax[kind]
		var change *Change
		switch kind {
		case ChangeAdd:
			change, err = s.add()
		case ChangeTake:
			change, err = s.take()
		case ChangeDescribe:
			change, err = s.describe()
		case ChangeSet:
			change, err = s.set()
		}
		if err != nil {
			return nil, s.spent, fmt.Errorf("look for a change: %w", err)
		}
		if change != nil {
			changes = append(changes, *change)
		}
	}
	if len(changes) == 0 {
		s.left = decisionsMax - s.spent
		change, err := s.exchange()
		if err != nil {
			return nil, s.spent, fmt.Errorf("look for a change: %w", err)
		}
		if change != nil {
			changes = append(changes, *change)
		}
	}
	slices.SortStableFunc(changes, func(a, b Change) int { return a.size() - b.size() })
	return changes, s.spent, nil
}

// decisionsMax bounds all decisions that are taken to find changes.
const decisionsMax = 64

// size orders changes: by words, settings last.
func (c Change) size() int {
	if c.Kind == ChangeSet {
		return 1000 + len(c.Settings)
	}
	return len(c.Words) + len(c.Taken)
}

// changeSearch tries changes while its bound lasts.
type changeSearch struct {
	Changing
	trial       *Trial
	base        Standing
	left, spent int
}

// attempt is what a change came to.
type attempt struct {
	chosen bool
	odds   float64 // of the item; −Inf: not found
}

func (s *changeSearch) try(trial *Trial, prompt string) (Standing, error) {
	s.left--
	s.spent++
	return trial.Stand(s.Event(prompt), s.Kind, s.ID)
}

func attempted(standing Standing, err error) (attempt, error) {
	a := attempt{chosen: standing.Chosen, odds: math.Inf(-1)}
	if standing.Fit != nil {
		a.odds = standing.Fit.Odds
	}
	return a, err
}

// add looks for words of the item that the prompt lacks.
func (s *changeSearch) add() (*Change, error) {
	words := telling(s.trial.host.Recipe, s.head(), s.Prompt)
	with := func(chosen []string) string { return appended(s.Prompt, chosen) }
	chosen, err := s.fewest(words, func(chosen []string) (attempt, error) {
		return attempted(s.try(s.trial, with(chosen)))
	})
	if err != nil || chosen == nil {
		return nil, err
	}
	return &Change{Kind: ChangeAdd, Words: chosen, Prompt: with(chosen)}, nil
}

// take looks for words of the prompt without which it would not be so.
func (s *changeSearch) take() (*Change, error) {
	if s.base.Why == NotSilent || s.base.Why == NotBlank {
		return nil, nil //nolint:nilnil // fewer words say less
	}
	theirs, others := disturbing(s.Prompt, s.Item, s.base)
	words := slices.Concat(theirs, others)
	chosen, err := s.fewest(words, func(chosen []string) (attempt, error) {
		return attempted(s.try(s.trial, without(s.Prompt, chosen)))
	})
	if err != nil || chosen == nil {
		return nil, err
	}
	return &Change{Kind: ChangeTake, Words: chosen, Prompt: without(s.Prompt, chosen)}, nil
}

// describe looks for words of the prompt that the description lacks.
func (s *changeSearch) describe() (*Change, error) {
	if s.Describe == nil || !s.base.tried.Asked || s.base.Why == NotSilent {
		return nil, nil //nolint:nilnil // no description changes that
	}
	words := telling(s.trial.host.Recipe, asked(s.Prompt).Text, s.Item.Name+" , "+s.Item.Description)
	words = words[:min(len(words), describedMax)]
	tryWith := func(chosen []string, calibrated bool) (attempt, error) {
		view, err := s.Describe(appended(s.Item.Description, chosen), calibrated)
		if err != nil {
			return attempt{}, err
		}
		defer view.Close()
		return attempted(s.try(s.trial.on(view), s.Prompt))
	}
	chosen, err := s.halving(words, func(chosen []string) (attempt, error) { return tryWith(chosen, false) })
	if err != nil || chosen == nil {
		return nil, err
	}
	// Another description moves the thresholds too, mostly by nothing.
	for _, sure := range [][]string{chosen, words} {
		got, err := tryWith(sure, true)
		if err != nil {
			return nil, err
		}
		if got.chosen {
			return &Change{Kind: ChangeDescribe, Words: sure, Description: appended(s.Item.Description, sure)}, nil
		}
	}
	return nil, nil //nolint:nilnil // none within the bound
}

// describedMax bounds how many words a description is tried with.
const describedMax = 8
