package skills

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/author/probe"
	"github.com/ed-irl/impressionism/host/author/skilllint"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/rule"
	"github.com/ed-irl/impressionism/host/catalog/source"
	"github.com/ed-irl/impressionism/host/cut"
)

// readRules reads the rules of a workspace, each file once.
func readRules(e *env.Env, workspace string) skilllint.Standing {
	read, unread, rejected := source.RuleRoots(wire.Places(e, workspace))
	found := skilllint.Standing{Rejected: rejected}
	seen := map[string]bool{}
	for _, root := range read {
		entries, bad := rule.Find(root)
		found.Rejected = append(found.Rejected, bad...)
		for _, entry := range entries {
			if seen[entry.Path] { // a workspace may be the home
				continue
			}
			seen[entry.Path] = true
			one, rejection, err := rule.Load(entry)
			switch {
			case err != nil:
				found.Rejected = append(found.Rejected, catalog.Rejection{Path: entry.Path, Code: "unreadable", Reason: err.Error()})
			case rejection != nil:
				found.Rejected = append(found.Rejected, *rejection)
			default:
				found.Rules = append(found.Rules, one)
			}
		}
	}
	for _, root := range unread {
		entries, _ := rule.Find(root)
		found.Unread = append(found.Unread, entries...)
	}
	return found
}

// rulesShape is what the rules of a workspace take of the window, beside the listing.
func (b *budget) rulesShape() shape.BudgetRules {
	found := readRules(b.env, b.workspace)
	result := shape.BudgetRules{Lines: []shape.BudgetRule{}, Rejected: textline.OrEmpty(found.Rejected)}
	for _, r := range found.Rules {
		chars := cut.Units(r.Text)
		if r.Paths == nil {
			result.Always, result.Chars = result.Always+1, result.Chars+chars
		} else {
			result.Waiting, result.WaitingChars = result.Waiting+1, result.WaitingChars+chars
		}
		result.Lines = append(result.Lines, shape.BudgetRule{
			ID: r.Entry.ID, Source: r.Entry.Source, Path: r.Entry.Path, Chars: chars, Tokens: b.tokens(chars), Paths: textline.OrEmpty(r.Paths),
		})
	}
	result.Tokens = b.tokens(result.Chars)
	slices.SortStableFunc(result.Lines, func(x, y shape.BudgetRule) int {
		return cmp.Or(cmp.Compare(y.Chars, x.Chars), cmp.Compare(x.ID, y.ID))
	})
	return result
}

func printBudgetRules(e *env.Env, result shape.BudgetRules, all bool) {
	if len(result.Lines)+len(result.Rejected) == 0 {
		return
	}
	words := fmt.Sprintf("Rules, beside the listing: %s in every session, %d characters, about %d tokens",
		textline.Count(result.Always, "file", "files"), result.Chars, result.Tokens)
	if result.Waiting > 0 {
		words += fmt.Sprintf("; %d more with %d characters once one of their files is read", result.Waiting, result.WaitingChars)
	}
	if len(result.Rejected) > 0 {
		words += fmt.Sprintf("; %d could not be read: impressionism skills lint", len(result.Rejected))
	}
	cli.PrintProse(e, "", "", words+".")
	if !all || len(result.Lines) == 0 {
		return
	}
	var rows [][]string
	for _, line := range result.Lines {
		when := "always"
		if len(line.Paths) > 0 {
			when = textline.Shorten(strings.Join(line.Paths, ", "), 40)
		}
		rows = append(rows, []string{line.ID, fmt.Sprint(line.Chars), fmt.Sprint(line.Tokens), when})
	}
	fmt.Fprintln(e.Out)
	cli.Table(e, []string{"rule", "chars", "tokens", "when"}, rows)
}

// Of an item and a rule that says the same.
const (
	repeatsShare = .7 // of the item's description, by rarity, that the rule says too
	repeatsWords = 4  // that both have, at least
	repeatsMax   = 20 // pairs that are told
)

// repeats finds items whose description a rule has in its text: the model has it before it
// in every session, and has no reason to call the item.
func (c *collision) repeats(words *probe.Words) []shape.RuleRepeats {
	found := []shape.RuleRepeats{}
	for _, r := range readRules(c.env, c.env.WorkspaceOf("")).Rules {
		stems := probe.Stems(r.Text)
		for _, item := range c.items {
			if c.name != "" && item.ID != c.name {
				continue
			}
			share, common := words.Within(item.ID, stems)
			if share >= repeatsShare && len(common) >= repeatsWords {
				found = append(found, shape.RuleRepeats{Rule: r.Entry.ID, Path: r.Entry.Path, Item: item.ID, Share: share, Common: common})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b shape.RuleRepeats) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Item, b.Item))
	})
	return found[:min(len(found), repeatsMax)]
}

func printRepeats(e *env.Env, repeats []shape.RuleRepeats) {
	for _, r := range repeats {
		fmt.Fprintln(e.Out)
		cli.PrintProse(e, "", "    ", fmt.Sprintf("The rule %s has %.0f %% of what %s says of itself, and is before the model without being called: keep one of the two.",
			textline.Plain(r.Rule), 100*r.Share, textline.Plain(r.Item)))
	}
}
