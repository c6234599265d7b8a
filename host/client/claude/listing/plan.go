package listing

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/client/inspect"
)

// planner knows what a plan goes by.
type planner struct {
	inspect.Wanted
	Listing Listing
	Chars   int
}

// plan makes a plan. Room goes first to what was used, to what search does not find,
// to what the user has switched on and to plugins' items, which no override reaches;
// then to the shortest of those that search finds. The others become name-only where
// the client would not leave their descriptions out anyway.
func (p planner) plan() (inspect.Plan, error) {
	plan := inspect.Plan{Before: p.Listing.Budget(p.Chars), Found: map[string]int{}}
	if err := p.look(&plan); err != nil {
		return plan, err
	}
	plan.Unreached = unreached(plan.Before, plan.Found)
	if len(plan.Before.IDs(inspect.Hidden))+len(plan.Unreached) == 0 {
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
func (p planner) look(plan *inspect.Plan) error {
	for _, line := range plan.Before.Lines {
		if line.Bundled || line.Fate == inspect.Undescribed || line.Fate == inspect.Described && !p.maySpare(line) {
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
func (p planner) maySpare(line inspect.Line) bool {
	ofPlugin := line.Place == placePlugin || line.Place == placePluginCommand
	wanted := p.Listing.Settings.SkillOverrides[line.ID] == plugins.OverrideOn
	return !line.Bundled && !ofPlugin && line.Use == 0 && !p.Used(line.ID) && !wanted
}

// choose fills in the overrides: first all are name-only that may be, then those
// that there is room for are described again.
func (p planner) choose(plan inspect.Plan, overrides map[string]string) []inspect.Choice {
	var spared []inspect.Line
	choices := map[string]inspect.Choice{}
	for _, line := range plan.Before.Lines {
		choice := inspect.Choice{ID: line.ID, Override: plugins.OverrideNameOnly, Found: plan.Found[line.ID], Chars: line.Chars}
		switch {
		case line.Fate == inspect.NameOnly && choice.Found == 0 && !line.Bundled:
			choice.Override, choice.Describe = plugins.OverrideOn, true
		case line.Fate != inspect.Described && line.Fate != inspect.Hidden, choice.Found == 0, !p.maySpare(line):
			continue
		default:
			spared = append(spared, line)
		}
		choices[line.ID] = choice
		overrides[line.ID] = choice.Override
	}
	slices.SortStableFunc(spared, func(a, b inspect.Line) int {
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
	return slices.SortedFunc(maps.Values(choices), func(a, b inspect.Choice) int { return cmp.Compare(a.ID, b.ID) })
}

// usedByOthers is what the listing takes without those that may be spared, and
// without the bundled skills that come after them.
func (p planner) usedByOthers() int {
	budget := p.Listing.Budget(p.Chars)
	used := budget.Used
	for _, line := range budget.Lines {
		if line.Bundled && !line.Fixed && line.Fate == inspect.Described && line.Use == 0 {
			used -= colonChars + line.Chars
		}
	}
	return used
}

// dropNeedless takes back what changes nothing: an item that would find no room at
// its turn is name-only without being told so.
func (p planner) dropNeedless(choices map[string]inspect.Choice, overrides map[string]string) {
	budget := p.Listing.Budget(p.Chars)
	used := budget.Bare
	lines := slices.Clone(budget.Lines)
	slices.SortStableFunc(lines, func(a, b inspect.Line) int { return compareUse(a.Use, b.Use) })
	for _, line := range lines {
		cost := colonChars + line.Chars
		switch {
		case line.Fixed:
		case line.Fate == inspect.Described:
			used += cost
		case choices[line.ID].Override == plugins.OverrideNameOnly && !line.Bundled && used+cost > p.Chars:
			delete(choices, line.ID)
			delete(overrides, line.ID)
		}
	}
}

// unreached returns the items that neither their line nor the search tells of.
func unreached(budget inspect.Budget, found map[string]int) []string {
	var ids []string
	for _, line := range budget.Lines {
		if !line.Bundled && (line.Fate == inspect.Hidden || line.Fate == inspect.NameOnly) && found[line.ID] == 0 {
			ids = append(ids, line.ID)
		}
	}
	return ids
}
