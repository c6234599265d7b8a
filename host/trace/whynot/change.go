package whynot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
)

// Kinds of change, those that people prefer first.
const (
	ChangeAdd  = "add-to-prompt"
	ChangeTake = "take-from-prompt"
	ChangeSet  = "setting"
)

// Change makes an item be suggested that was not. It was seen to do so.
type Change struct {
	Kind     string
	Words    []string  // that are added or taken away; of ChangeAdd the item's own words
	Taken    []string  // that are taken away besides, of ChangeAdd
	Prompt   string    // the changed prompt, else empty
	Settings []Setting // of ChangeSet
}

// Changing is what to look for changes to.
type Changing struct {
	Ref    abi.Ref
	Prompt string
	Item   catalog.Item
	Event  func(prompt string) abi.Event
}

// DecisionsMax bounds how many decisions are taken to find changes; each kind has its
// part of them.
const DecisionsMax = phrasesMax + takesMax + settingsMax + 1

const (
	phrasesMax  = 8  // of the item's own that are tried
	takesMax    = 12 // of the prompt's clauses
	settingsMax = 4
)

// Changes finds, of each kind, a small change that makes an item be suggested and that
// a person would make: words of the item's own beside the prompt, a clause of the
// prompt's less, a setting that opens to no others. The number is of the decisions that
// were taken for it, at most DecisionsMax.
func (t *Trial) Changes(c Changing, base Standing) (changes []Change, decisions int, err error) {
	switch base.Why {
	case NotCommand:
		return t.changesOfCommand(c)
	case NotWanted, NotTemplate:
		return nil, 0, nil // no other word or setting helps
	}
	s := &changeSearch{Changing: c, trial: t, base: base}
	for _, kind := range []struct {
		left int
		find func() (*Change, error)
	}{{phrasesMax, s.add}, {takesMax, s.take}, {settingsMax, s.set}} {
		s.left = kind.left
		change, err := kind.find()
		if err != nil {
			return nil, s.spent, fmt.Errorf("look for a change: %w", err)
		}
		if change != nil {
			changes = append(changes, *change)
		}
	}
	return changes, s.spent, nil
}

// changeSearch tries changes while its bound lasts.
type changeSearch struct {
	Changing
	trial       *Trial
	base        Standing
	left, spent int
}

func (s *changeSearch) try(trial *Trial, prompt string) (Standing, error) {
	s.left--
	s.spent++
	return trial.Stand(s.Event(prompt), s.Ref)
}

// add looks for a phrase of the item that, said beside the prompt, is enough.
func (s *changeSearch) add() (*Change, error) {
	if s.base.Why == NotBlank {
		return nil, nil //nolint:nilnil // there is no prompt to say it beside
	}
	for _, phrase := range s.trial.Phrases(s.Ref.ID, s.Item, s.Prompt) {
		if s.left == 0 {
			break
		}
		prompt := appended(s.Prompt, phrase)
		standing, err := s.try(s.trial, prompt)
		if err != nil {
			return nil, err
		}
		if standing.Chosen {
			return &Change{Kind: ChangeAdd, Words: strings.Fields(phrase), Prompt: prompt}, nil
		}
	}
	return nil, nil //nolint:nilnil // none is
}

// take looks for a clause of the prompt without which it would not be so.
func (s *changeSearch) take() (*Change, error) {
	if s.base.Why == NotSilent || s.base.Why == NotBlank {
		return nil, nil //nolint:nilnil // fewer words say less
	}
	for _, change := range shortened(s.Prompt) {
		if s.left == 0 {
			break
		}
		standing, err := s.try(s.trial, change.Prompt)
		if err != nil {
			return nil, err
		}
		if standing.Chosen {
			return &change, nil
		}
	}
	return nil, nil //nolint:nilnil // none is
}

// changesOfCommand leaves a command's name out of a prompt, which is then decided on.
func (t *Trial) changesOfCommand(c Changing) ([]Change, int, error) {
	name := strings.Fields(c.Prompt)[0]
	c.Prompt = without(c.Prompt, []string{name})
	base, err := t.Stand(c.Event(c.Prompt), c.Ref)
	if err != nil || base.Chosen {
		return []Change{{Kind: ChangeTake, Words: []string{name}, Prompt: c.Prompt}}, 1, err
	}
	changes, decisions, err := t.Changes(c, base)
	changes = slices.DeleteFunc(changes, func(change Change) bool { return change.Prompt == "" })
	for i := range changes {
		if changes[i].Kind == ChangeTake {
			changes[i].Words = append([]string{name}, changes[i].Words...)
			continue
		}
		changes[i].Taken = append([]string{name}, changes[i].Taken...)
	}
	return changes, decisions + 1, err
}
