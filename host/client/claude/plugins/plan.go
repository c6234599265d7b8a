package plugins

import (
	"cmp"
	"maps"
	"slices"
)

// Planner knows what a plan goes by.
type Planner struct {
	Listing Listing
	Chars   int
	// Used reports that the user has had use of an item, beside what the client counts.
	Used func(id string) bool
	// Found returns an item's place in a search for its own description without its
	// name, from 1; 0 where it does not come up.
	Found func(id string) (int, error)
}

// Choice is one entry of skillOverrides that a plan proposes.
type Choice struct {
	ID       string
	Override string
	Found    int // the item's place in the search; 0: it is not found, for OverrideOn
	Chars    int // of its description
}

// Plan proposes overrides so that every item is listed with its description or
// found by search.
type Plan struct {
	Choices         []Choice // by id
	Before, After   Budget
	Unreached, Lost []string       // neither described nor found, before and after
	Found           map[string]int // places of those that were looked for
}

// Make makes a plan. Room goes first to what was used, to what search does not find,
// to what the user has switched on and to plugins' items, which no override reaches;
// then to the shortest of those that search finds. The others become name-only where
// the client would not leave their descriptions out anyway.
func (p Planner) Make() (Plan, error) {
	plan := Plan{Before: p.Listing.Budget(p.Chars), Found: map[string]int{}}
	if err := p.look(&plan); err != nil {
		return plan, err
	}
	plan.Unreached = unreached(plan.Before, plan.Found)
	if len(plan.Before.IDs(Hidden))+len(plan.Unreached) == 0 {
		plan.After = plan.Before
		return plan, nil
	}
	overrides := maps.Clone(p.Listing.Settings.SkillOverrides)
	if overrides == nil {
		overrides = map[string]string{}
	}
	p.Listing.Settings.SkillOverrides = overrides
	plan.Choices = p.choose(plan, overrides)
	plan.After = p.Listing.Budget(p.Chars)
	plan.Lost = unreached(plan.After, plan.Found)
	if len(plan.Lost) > len(plan.Unreached) { // room went to longer ones that nothing can be done about
		plan.Choices, plan.After, plan.Lost = nil, plan.Before, plan.Unreached
	}
	return plan, nil
}

// look searches for every item that may be without its description before or
// after.
func (p Planner) look(plan *Plan) error {
	for _, line := range plan.Before.Lines {
		if line.Bundled || line.Fate == Undescribed || line.Fate == Described && !p.maySpare(line) {
			continue
		}
		at, err := p.Found(line.ID)
		if err != nil {
			return err
		}
		plan.Found[line.ID] = at
	}
	return nil
}

// maySpare reports whether an item may be asked to do without its description.
func (p Planner) maySpare(line Line) bool {
	item := Listed{Place: line.Place}
	wanted := p.Listing.Settings.SkillOverrides[line.ID] == OverrideOn
	return !line.Bundled && !item.ofPlugin() && line.Use == 0 && !p.Used(line.ID) && !wanted
}

// choose fills in the overrides: first all are name-only that may be, then those
// that there is room for are described again.
func (p Planner) choose(plan Plan, overrides map[string]string) []Choice {
	var spared []Line
	choices := map[string]Choice{}
	for _, line := range plan.Before.Lines {
		choice := Choice{ID: line.ID, Override: OverrideNameOnly, Found: plan.Found[line.ID], Chars: line.Chars}
		switch {
		case line.Fate == NameOnly && choice.Found == 0 && !line.Bundled:
			choice.Override = OverrideOn
		case line.Fate != Described && line.Fate != Hidden, choice.Found == 0, !p.maySpare(line):
			continue
		default:
			spared = append(spared, line)
		}
		choices[line.ID] = choice
		overrides[line.ID] = choice.Override
	}
	slices.SortStableFunc(spared, func(a, b Line) int {
		return cmp.Compare(a.Chars, b.Chars) // most of them fit
	})
	used := p.usedByOthers()
	for _, line := range spared {
		if cost := colonChars + line.Chars; used+cost <= p.Chars {
			used += cost
			delete(overrides, line.ID)
			delete(choices, line.ID)
		}
	}
	p.dropNeedless(choices, overrides)
	return slices.SortedFunc(maps.Values(choices), func(a, b Choice) int { return cmp.Compare(a.ID, b.ID) })
}

// usedByOthers is what the listing takes without those that may be spared, and
// without the bundled skills that come after them.
func (p Planner) usedByOthers() int {
	budget := p.Listing.Budget(p.Chars)
	used := budget.Used
	for _, line := range budget.Lines {
		if line.Bundled && !line.fixed && line.Fate == Described && line.Use == 0 {
			used -= colonChars + line.Chars
		}
	}
	return used
}

// dropNeedless takes back what changes nothing: an item that would find no room at
// its turn is name-only without being told so.
func (p Planner) dropNeedless(choices map[string]Choice, overrides map[string]string) {
	budget := p.Listing.Budget(p.Chars)
	used := budget.Bare
	lines := slices.Clone(budget.Lines)
	slices.SortStableFunc(lines, func(a, b Line) int { return compareUse(a.Use, b.Use) })
	for _, line := range lines {
		cost := colonChars + line.Chars
		switch {
		case line.fixed:
		case line.Fate == Described:
			used += cost
		case choices[line.ID].Override == OverrideNameOnly && !line.Bundled && used+cost > p.Chars:
			delete(choices, line.ID)
			delete(overrides, line.ID)
		}
	}
}

// unreached returns the items that neither their line nor the search tells of.
func unreached(budget Budget, found map[string]int) []string {
	var ids []string
	for _, line := range budget.Lines {
		if !line.Bundled && (line.Fate == Hidden || line.Fate == NameOnly) && found[line.ID] == 0 {
			ids = append(ids, line.ID)
		}
	}
	return ids
}

// CharsForAll is what a listing takes with every description, as far as it is cut.
func (b Budget) CharsForAll() int {
	all := b.Used
	for _, line := range b.Lines {
		if line.Fate == Hidden {
			all += colonChars + line.Chars
		}
	}
	return all
}
