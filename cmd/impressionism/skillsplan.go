package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/store/index"
)

// plan asks the search for every item that may be without its description, and
// proposes overrides.
func (b *budget) plan() (*shape.BudgetPlan, error) {
	a := b.app
	listing, wired := a.list(b.workspace), a.wire(b.workspace, nil)
	x, report, err := a.freshIndex(listing, wired)
	if err != nil {
		return nil, err
	}
	defer x.Close() //nolint:errcheck // only read from here on
	view, err := x.View(listing, wired.Pools)
	if err != nil {
		return nil, err
	}
	defer view.Close() //nolint:errcheck // only read
	search := &reach{view: view, model: a.model(queries), tier: index.TierLexical}
	bar := a.newProgress(a.json)
	defer bar.end()
	done := 0
	plan, err := plugins.Planner{
		Listing: b.listing, Chars: b.now.Chars,
		Used: func(id string) bool { return b.invoked[id] > 0 },
		Found: func(id string) (int, error) {
			bar.step("search for items by their own words", done, len(b.listing.Items))
			done++
			return search.place(id, b.items[id], reachedWithin)
		},
	}.Make()
	if err != nil {
		return nil, err
	}
	result := b.planShape(plan)
	result.Tier = search.tier
	if search.tier == index.TierLexical && search.model != nil && report.Pending > 0 {
		result.Notes = append(result.Notes, "not everything is embedded yet, so that search went by words only; run: impressionism index")
	}
	return result, nil
}

func (b *budget) planShape(plan plugins.Plan) *shape.BudgetPlan {
	after := plan.After
	s := &shape.BudgetPlan{
		Overrides: map[string]string{}, Choices: []shape.BudgetChoice{}, Plugins: b.plugins(), Notes: []string{},
		Shown: b.described(after), Hidden: len(after.IDs(plugins.Hidden)), Used: after.Used,
		Unreached: orEmpty(plan.Unreached), Lost: orEmpty(plan.Lost),
	}
	// The client ignores settings with a share above the whole, and the share where
	// the characters themselves are set.
	fraction := math.Ceil(b.window.Fraction(plan.Before.CharsForAll())*10_000) / 10_000
	if fraction <= 1 && b.listing.Settings.ListingChars == 0 {
		s.Fraction = fraction
	}
	for _, choice := range plan.Choices {
		was := fateOf(plan.Before, choice.ID)
		s.Overrides[choice.ID] = choice.Override
		s.Choices = append(s.Choices, shape.BudgetChoice{
			ID: choice.ID, Override: choice.Override, Found: choice.Found, Chars: choice.Chars, Was: was, Reason: reasonOf(choice, was),
		})
	}
	return s
}

func reasonOf(choice plugins.Choice, was string) string {
	if choice.Override == plugins.OverrideOn {
		return "search does not find it by its own description, so the model must be told it"
	}
	found := fmt.Sprintf("never used; search finds it at place %d", choice.Found)
	if was == plugins.Hidden {
		return found + "; it is hidden now, and would take the room of others"
	}
	return found + fmt.Sprintf("; its %d characters go to others", choice.Chars)
}

func fateOf(budget plugins.Budget, id string) string {
	at := slices.IndexFunc(budget.Lines, func(l plugins.Line) bool { return l.ID == id && !l.Bundled })
	if at < 0 {
		return plugins.Hidden
	}
	return budget.Lines[at].Fate
}

// plugins sums up what no override reaches, by plugin.
func (b *budget) plugins() []shape.BudgetPlugin {
	by := map[string]int{}
	sums := []shape.BudgetPlugin{}
	for _, line := range b.now.Lines {
		key := b.entries[line.ID].Plugin
		if line.Bundled || key == "" {
			continue
		}
		at, known := by[key]
		if !known {
			at, by[key] = len(sums), len(sums)
			sums = append(sums, shape.BudgetPlugin{Key: key})
		}
		sums[at].Items++
		sums[at].Uses += b.uses(line.ID)
		if line.Fate == plugins.Described {
			sums[at].Chars += line.Chars
		}
	}
	return sums
}
