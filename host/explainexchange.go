package host

import (
	"slices"
	"strings"
)

// exchange puts words of the item in the place of those that the best others
// have: for a prompt that is plainly about something else.
func (s *changeSearch) exchange() (*Change, error) {
	if s.left <= 0 || s.base.Why == NotSilent || s.base.Why == NotBlank {
		return nil, nil //nolint:nilnil // there is nothing to exchange
	}
	taken, _ := disturbing(s.Prompt, s.Item, s.base)
	left := without(s.Prompt, taken)
	words := telling(s.trial.host.Recipe, s.head(), left)
	chosen, err := s.halving(words[:min(len(words), describedMax)], func(chosen []string) (attempt, error) {
		return attempted(s.try(s.trial, appended(left, chosen)))
	})
	if err != nil || chosen == nil {
		return nil, err
	}
	return &Change{Kind: ChangeAdd, Words: chosen, Taken: taken, Prompt: appended(left, chosen)}, nil
}

// head is what the item says of itself in short.
func (s *changeSearch) head() string {
	name := s.ID[strings.LastIndexByte(s.ID, ':')+1:]
	return name + " , " + s.Item.Name + " , " + s.Item.Description + " , " + strings.Join(s.Item.Keywords, " , ")
}

// changesOfCommand leaves a command's name out of a prompt, which is then decided
// on, and looks for more words to change where that is not enough. Nothing but
// another prompt helps here.
func (t *Trial) changesOfCommand(c Changing) ([]Change, int, error) {
	name := strings.Fields(c.Prompt)[0]
	c.Prompt, c.Describe = without(c.Prompt, []string{name}), nil
	base, err := t.Stand(c.Event(c.Prompt), c.Kind, c.ID)
	if err != nil || base.Chosen {
		return []Change{{Kind: ChangeTake, Words: []string{name}, Prompt: c.Prompt}}, 1, err
	}
	changes, evaluations, err := t.changes(c, base, 1)
	changes = slices.DeleteFunc(changes, func(change Change) bool { return change.Prompt == "" })
	for i := range changes {
		if changes[i].Kind == ChangeTake {
			changes[i].Words = append([]string{name}, changes[i].Words...)
			continue
		}
		changes[i].Taken = append([]string{name}, changes[i].Taken...)
	}
	return changes, evaluations, err
}
