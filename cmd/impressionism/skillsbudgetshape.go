package main

import (
	"cmp"
	"slices"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
)

// sourceBundled is that of the client's own skills.
const sourceBundled = "bundled"

func (b *budget) shape() shape.Budget {
	now := b.now
	result := shape.Budget{
		Items: len(b.listing.Items), Bundled: len(now.Lines) - len(b.listing.Items),
		Model: b.model, ModelFrom: b.modelFrom, Window: b.window.Tokens, CharsPerToken: b.window.CharsPerToken,
		Chars: now.Chars, Used: now.Used, IDs: now.Bare, ForAll: now.CharsForAll(),
		Shown: b.described(now), Hidden: len(now.IDs(plugins.Hidden)),
		Bare:      len(now.IDs(plugins.NameOnly)) + len(now.IDs(plugins.Undescribed)),
		HiddenIDs: orEmpty(now.IDs(plugins.Hidden)), Lines: []shape.BudgetLine{}, Rejected: orEmpty(b.rejected),
	}
	for _, line := range now.Lines {
		s := shape.BudgetLine{
			ID: line.ID, Source: sourceBundled, Fate: line.Fate, Chars: line.Chars, Written: line.Written,
			Tokens: b.tokens(line.Chars), Uses: b.uses(line.ID),
		}
		if !line.Bundled {
			s.Source, s.Description = b.entries[line.ID].Source, b.items[line.ID].ListedDescription
			if s.Uses == 0 {
				result.NeverUsed++
			}
		}
		result.Lines = append(result.Lines, s)
	}
	slices.SortStableFunc(result.Lines, func(x, y shape.BudgetLine) int {
		return cmp.Or(cmp.Compare(y.Chars, x.Chars), cmp.Compare(x.ID, y.ID))
	})
	return result
}

// described counts items with their description, bundled ones left out.
func (b *budget) described(of plugins.Budget) int { return len(of.IDs(plugins.Described)) }

// tokens is what characters are about, as the client counts.
func (b *budget) tokens(chars int) int {
	return (chars + b.window.CharsPerToken - 1) / b.window.CharsPerToken
}
