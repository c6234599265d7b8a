package skills

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/author/probe"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/find"
	"github.com/ed-irl/impressionism/host/store/index"
)

// ReachedWithin is how far down a search people and models look.
const ReachedWithin = 5

// Reach asks the search for items by what they say of themselves.
type Reach struct {
	View  *index.View
	Model *embedding.Model
	Tier  string
}

// Place returns an item's place in the search for its own description without its
// names, from 1; 0 where it is not among the first of `within`.
func (r *Reach) Place(id string, item catalog.Item, within int, names ...string) (int, error) {
	query := probe.Unnamed(item.Description, append(names, id, item.Name)...)
	if query == "" {
		return 0, nil
	}
	found, err := find.In(r.View, find.Query{Text: query, Limit: within, Kinds: abi.UsualKinds, Bare: true}, r.Model)
	if err != nil {
		return 0, fmt.Errorf("search for %s: %w", id, err)
	}
	r.Tier = found.Tier
	return 1 + slices.IndexFunc(found.Items, func(f find.Item) bool { return f.Item.Ref.ID == id }), nil
}

// plan asks the search for every item that may be without its description, and
// proposes overrides, until ctx ends. The lines learn what becomes of them.
func (b *budget) plan(ctx context.Context, lines []shape.BudgetLine) (*shape.BudgetPlan, error) {
	e := b.env
	listing, wired := wire.List(e, b.workspace), wire.Host(e, b.workspace, nil)
	x, report, err := wire.FreshIndex(context.Background(), e, listing, wired)
	if err != nil {
		return nil, err
	}
	defer x.Close() //nolint:errcheck // only read from here on
	view, err := x.View(listing, wired.Pools)
	if err != nil {
		return nil, err
	}
	defer view.Close() //nolint:errcheck // only read
	view.KeepPostings()
	search := &Reach{View: view, Model: wire.Model(e, wire.Queries), Tier: index.TierLexical}
	bar := cli.NewProgress(e, e.JSON)
	defer bar.End()
	done := 0
	plan, err := b.lister.Plan(b.listed, b.window, inspect.Wanted{
		Used: func(id string) bool { return b.invoked[id] > 0 },
		Found: func(id string) (int, error) {
			bar.Step("search for items by their own words", done, len(b.listed))
			done++
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			return search.Place(id, b.items[id], ReachedWithin)
		},
	})
	if err != nil {
		return nil, err
	}
	for i := range lines {
		lines[i].Then = fateOf(plan.After, lines[i].ID, lines[i].Source == sourceBundled)
	}
	result := b.planShape(plan)
	result.Tier = search.Tier
	if search.Tier == index.TierLexical && search.Model != nil && report.Pending > 0 {
		result.Notes = append(result.Notes, "not everything is embedded yet, so that search went by words only; run: impressionism index")
	}
	return result, nil
}

func (b *budget) planShape(plan inspect.Plan) *shape.BudgetPlan {
	after := plan.After
	s := &shape.BudgetPlan{
		Overrides: map[string]string{}, Choices: []shape.BudgetChoice{}, Plugins: b.plugins(), Notes: []string{},
		Shown: b.described(after), Hidden: len(after.IDs(inspect.Hidden)), Used: after.Used,
		Unreached: textline.OrEmpty(plan.Unreached), Lost: textline.OrEmpty(plan.Lost),
	}
	// The client ignores settings with a share above the whole, and the share where
	// the characters themselves are set.
	fraction := math.Ceil(b.window.Fraction(plan.Before.All)*10_000) / 10_000
	if fraction <= 1 && !b.lister.CharsSet {
		s.Fraction = fraction
	}
	for _, choice := range plan.Choices {
		was := fateOf(plan.Before, choice.ID, false)
		s.Overrides[choice.ID] = choice.Override
		s.Choices = append(s.Choices, shape.BudgetChoice{
			ID: choice.ID, Override: choice.Override, Found: choice.Found, Chars: choice.Chars, Was: was, Reason: reasonOf(choice, was),
		})
	}
	return s
}

func reasonOf(choice inspect.Choice, was string) string {
	if choice.Describe {
		return "search does not find it by its own description, so the model must be told it"
	}
	found := fmt.Sprintf("never used; search finds it at place %d", choice.Found)
	if was == inspect.Hidden {
		return found + "; it is hidden now, and would take the room of others"
	}
	return found + fmt.Sprintf("; its %d characters go to others", choice.Chars)
}

func fateOf(budget inspect.Budget, id string, bundled bool) string {
	at := slices.IndexFunc(budget.Lines, func(l inspect.Line) bool { return l.ID == id && l.Bundled == bundled })
	if at < 0 {
		return inspect.Hidden
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
		sums[at].Uses += b.uses(line)
		if line.Fate == inspect.Described {
			sums[at].Chars += line.Chars
		}
	}
	return sums
}

// printPlan prints a plan; out is the file that has its block, or empty.
func printPlan(e *env.Env, settings inspect.ListingSettings, result shape.Budget, out string) {
	p := result.Plan
	for _, note := range p.Notes {
		fmt.Fprintln(e.ErrOut, "impressionism: note:", textline.Plain(note))
	}
	fmt.Fprintf(e.Out, "\nNeither described nor among the first %d of a search for their own description (%s): %s.\n",
		ReachedWithin, explain.TierWord(p.Tier), someIDs(p.Unreached))
	switch {
	case len(p.Choices) == 0 && result.Hidden == 0:
		fmt.Fprintln(e.Out, "Every description is shown: there is nothing to plan.")
	case len(p.Choices) == 0:
		fmt.Fprintln(e.Out, "No override would bring more to the model: there is nothing to spare in what it is shown.")
	default:
		printBeforeAfter(e, result)
		printChoices(e, *p)
		printSnippet(e, settings, p.Overrides, out)
	}
	printBeyond(e, settings, result)
}

func printChoices(e *env.Env, p shape.BudgetPlan) {
	fmt.Fprintln(e.Out)
	var rows [][]string
	for _, c := range p.Choices {
		rows = append(rows, []string{c.ID, c.Override, c.Reason})
	}
	cli.Table(e, []string{"item", "override", "why"}, rows)
}

// snippet is what is to be pasted.
func snippet(settings inspect.ListingSettings, overrides map[string]string) []byte {
	encoded, err := json.MarshalIndent(map[string]any{settings.Overrides: overrides}, "", "  ")
	if err != nil {
		panic(err) // strings are always valid
	}
	return append(encoded, '\n')
}

// printSnippet prints what is to be pasted, or where it is. The settings themselves
// are the client's and the user's.
func printSnippet(e *env.Env, settings inspect.ListingSettings, overrides map[string]string, out string) {
	file := cli.ShortPath(e, e.ClientHome()+"/"+settings.File)
	if out != "" {
		fmt.Fprintf(e.Out, "\nAdd what %s holds to %s in %s.\n", out, settings.Overrides, file)
		return
	}
	fmt.Fprintf(e.Out, "\nAdd this to %s in %s:\n\n", settings.Overrides, file)
	fmt.Fprintf(cli.Exact(e), "%s", snippet(settings, overrides))
}

func printBeforeAfter(e *env.Env, result shape.Budget) {
	p := result.Plan
	before := textline.Count(len(p.Unreached), "item", "items")
	fmt.Fprintln(e.Out)
	cli.Table(e, []string{"", "described", "hidden", "characters", "neither described nor found"}, [][]string{
		{"now", fmt.Sprint(result.Shown), fmt.Sprint(result.Hidden), fmt.Sprint(result.Used), before},
		{"then", fmt.Sprint(p.Shown), fmt.Sprint(p.Hidden), fmt.Sprint(p.Used), textline.Count(len(p.Lost), "item", "items")},
	})
	if len(p.Lost) > 0 {
		fmt.Fprintf(e.Out, "\nStill neither: %s.\nCall one once, and the client shows it before those that were never used; or describe it in words that others do not use: impressionism skills collide %s\n",
			someIDs(p.Lost), textline.ShellQuoted(p.Lost[0]))
	}
}

// printBeyond says what no override can do, and what can.
func printBeyond(e *env.Env, settings inspect.ListingSettings, result shape.Budget) {
	p := result.Plan
	var lines []string
	if result.ForAll > result.Chars {
		setting := settings.Chars(result.ForAll)
		if p.Fraction != 0 {
			setting = settings.Share(p.Fraction)
		}
		lines = append(lines, fmt.Sprintf(`%s shows every description, for about %d tokens more in each session`,
			setting, (result.ForAll-result.Used)/result.CharsPerToken))
	}
	for _, plugin := range p.Plugins {
		lines = append(lines, fmt.Sprintf("%s: no override reaches %s of a plugin (%d characters shown, %s); to be rid of them, disable it",
			textline.Plain(plugin.Key), textline.Count(plugin.Items, "item", "items"), plugin.Chars, usedWords(plugin.Uses)))
	}
	if bundled := bundledChars(result); bundled > 0 {
		lines = append(lines, fmt.Sprintf(`%s frees up to %d characters; an override takes them singly, but search does not know them`, settings.NoBundled, bundled))
	}
	if len(lines) == 0 {
		return
	}
	fmt.Fprintln(e.Out, "\nWhat the plan leaves to you:")
	for _, line := range lines {
		cli.PrintProse(e, "  * ", "    ", line)
	}
}

func usedWords(uses int) string {
	if uses == 0 {
		return "never used"
	}
	return "used " + textline.Count(uses, "time", "times")
}

func bundledChars(result shape.Budget) int {
	chars := 0
	for _, line := range result.Lines {
		if line.Source == sourceBundled && line.Fate == inspect.Described {
			chars += line.Chars
		}
	}
	return chars
}

// someIDs names a few items and counts the rest.
func someIDs(ids []string) string {
	const named = 5
	if len(ids) == 0 {
		return "none"
	}
	return textline.Some(ids, named)
}
