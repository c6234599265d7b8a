package skills

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/search"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/listed"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client/all/inspectors"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/store/session"
)

// budgetOptions say whose listing is looked at, and how.
type budgetOptions struct {
	model  string
	window int
	all    bool
	plan   bool
	out    string // file for the plan's block
}

func budgetCommand(e *env.Env) *cobra.Command {
	var o budgetOptions
	rule := inspectors.Of(e.Client().ID).Listing // of the first client: no flag is read yet
	command := &cobra.Command{
		Use:   "budget",
		Short: "Tell which descriptions the client shows the model and which it hides, and plan what to do about it",
		Long: `Tell which descriptions of skills and commands the client shows the model, and
which it hides for want of room. The room is a share of the model's window; who is
shown was measured with client ` + rule.Measured + `: ids always, then descriptions whole, by
use and then by kind, scope and name, as long as they fit.

  described    the model sees it, at most ` + rule.Limit + ` of it
  hidden       there was no room: the model sees the id alone
  name-only    your settings say so
  undescribed  it has no description

With --plan it proposes entries of ` + rule.Settings.Overrides + ` by which every item is listed with
its description or found by search: among the first five for its own description
without its name. No settings are written.

Rules are counted beside the listing: the client puts them before the model by
itself, in every session or once a file is read that their paths name.`,
		Example: `  impressionism skills budget --model ` + rule.DefaultModel + `
  impressionism skills budget --all --json
  impressionism skills budget --plan`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return runBudget(command.Context(), e, o) },
	}
	flags := command.Flags()
	flags.StringVar(&o.model, "model", "", "whose window it is; that of your settings where absent")
	flags.IntVar(&o.window, "window", 0, "a context window in tokens instead of a model")
	flags.BoolVar(&o.all, "all", false, "show every item, not only the longest that are hidden")
	flags.BoolVar(&o.plan, "plan", false, "propose "+rule.Settings.Overrides+" so that everything is described or found")
	flags.StringVar(&o.out, "out", "", "with --plan: the file to write its block of "+rule.Settings.Overrides+" to")
	return cli.JSONFlag(e, command)
}

func runBudget(ctx context.Context, e *env.Env, o budgetOptions) error {
	if o.window < 0 || o.window > wire.WindowMax || o.window > 0 && o.model != "" {
		return fmt.Errorf("--window is a number of tokens up to %d, and stands instead of --model", wire.WindowMax)
	}
	if o.out != "" && (!o.plan || env.Exists(o.out)) {
		return fmt.Errorf("--out names a file that is not there yet, for the block of --plan; got %q", o.out)
	}
	if err := e.Ready(); err != nil {
		return err
	}
	b, err := openBudget(ctx, e, o)
	if err != nil {
		return env.Failed(err)
	}
	result := b.shape()
	if o.plan {
		if result.Plan, err = b.plan(ctx, result.Lines); err != nil {
			return env.Failed(err)
		}
		if o.out != "" && len(result.Plan.Overrides) > 0 {
			if err := env.WriteOutput(o.out, snippet(b.rule.Settings, result.Plan.Overrides), env.ModeOf(o.out)); err != nil {
				return env.Failed(err)
			}
		}
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printBudget(e, b.rule.Settings, result, o)
	return nil
}

// budget is a workspace's listing and what decides about it.
type budget struct {
	env       *env.Env
	workspace string
	model     string
	modelFrom string
	rule      inspect.Listing
	lister    inspect.Lister
	window    inspect.Window
	listed    []inspect.Listed
	now       inspect.Budget
	items     map[string]catalog.Item
	entries   map[string]catalog.Entry
	rejected  []catalog.Rejection
	invoked   map[string]int // by our suggestions
}

func openBudget(ctx context.Context, e *env.Env, o budgetOptions) (*budget, error) {
	rule := inspectors.Of(e.Client().ID).Listing
	if rule.Open == nil {
		return nil, fmt.Errorf("skills budget: %s has no listing that could be looked at here", e.Client().Name)
	}
	b := &budget{env: e, workspace: e.WorkspaceOf(""), rule: rule, items: map[string]catalog.Item{}, entries: map[string]catalog.Entry{}}
	b.lister = rule.Open(e.ClientHome(), b.workspace, e.Lookup, e.Now())
	for _, warning := range b.lister.Warnings {
		fmt.Fprintln(e.ErrOut, "impressionism: warning:", warning)
	}
	if err := b.read(ctx); err != nil {
		return nil, err
	}
	b.choose(o)
	b.now = b.lister.Budget(b.listed, b.window)
	return b, b.recall()
}

// read takes in every item that the client lists, until ctx ends.
func (b *budget) read(ctx context.Context) error {
	listing := wire.Listed(b.env, wire.List(b.env, b.workspace))
	b.rejected = listing.Rejected
	for _, entry := range listing.Entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		item, _, rejection, err := b.env.Kinds.Load(entry)
		switch {
		case err != nil:
			rejection = &catalog.Rejection{Path: entry.Path, Code: "unreadable", Reason: err.Error()}
			fallthrough
		case rejection != nil:
			b.rejected = append(b.rejected, *rejection)
		case item.IsListed():
			b.items[entry.ID], b.entries[entry.ID] = item, entry
			b.listed = append(b.listed, listed.As(entry, item))
		}
	}
	return nil
}

// choose settles whose window it is.
func (b *budget) choose(o budgetOptions) {
	switch {
	case o.window > 0:
		b.window, b.modelFrom = b.rule.WindowTokens(o.window), shape.FromWindow
		return
	case o.model != "":
		b.model, b.modelFrom = o.model, shape.FromFlag
	case b.lister.Model != "":
		b.model, b.modelFrom = b.lister.Model, shape.FromSettings
	default:
		b.model, b.modelFrom = b.rule.DefaultModel, shape.FromDefault
	}
	window, known := b.lister.Window(b.model)
	if b.window = window; !known {
		fmt.Fprintf(b.env.ErrOut, "impressionism: warning: no model %q is known here; the client takes an unknown name for a model of %d tokens, and so does this page\n", textline.Plain(b.model), b.window.Tokens)
	}
}

// recall counts whom our suggestions have brought use.
func (b *budget) recall() error {
	b.invoked = map[string]int{}
	past, err := explain.Past(b.env, b.workspace)
	if past == nil || err != nil {
		return err
	}
	defer past.Close() //nolint:errcheck // only read
	outcomes, err := past.Outcomes(session.OutcomesOf{All: true})
	for _, outcome := range outcomes {
		b.invoked[outcome.Ref.ID] += outcome.Invoked + outcome.Late
	}
	return err
}

// uses is how often an item was used, as far as anybody counted.
func (b *budget) uses(line inspect.Line) int { return max(line.Uses, b.invoked[line.ID]) }

// HiddenShown is how many hidden items are named without --all.
const HiddenShown = 20

func printBudget(e *env.Env, settings inspect.ListingSettings, result shape.Budget, o budgetOptions) {
	fmt.Fprintf(e.Out, "%s: the client's listing may take %d characters.\n", windowWords(result), result.Chars)
	fmt.Fprintf(e.Out, "%s. The client shows %s and hides %d: %d of %d characters, about %d tokens a session.\n",
		textline.Count(result.Items, "item", "items"), textline.Count(result.Shown, "description", "descriptions"), result.Hidden,
		result.Used, result.Chars, (result.Used+result.CharsPerToken-1)/result.CharsPerToken)
	if result.IDs > result.Chars {
		fmt.Fprintf(e.Out, "Ids and bundled skills alone take %d characters, so that no other description is shown.\n", result.IDs)
	}
	if result.Items > 0 {
		fmt.Fprintf(e.Out, "Never used: %d of %d.", result.NeverUsed, result.Items)
	}
	fmt.Fprintf(e.Out, " Bundled skills: %d.\n", result.Bundled)
	printBudgetRules(e, result.Rules, o.all)
	if o.plan {
		printPlan(e, settings, result, o.out)
		return
	}
	printBudgetLines(e, result, o.all)
	for _, line := range search.RejectionLines(result.Rejected) {
		fmt.Fprintln(e.Out, line)
	}
	if result.Hidden > 0 {
		fmt.Fprintln(e.Out, "\nWhat can be done about it: impressionism skills budget --plan")
	}
}

// windowWords says whose window it is, and who says so.
func windowWords(result shape.Budget) string {
	tokens := textline.Count(result.Window, "token", "tokens")
	switch result.ModelFrom {
	case shape.FromWindow:
		return "A window of " + tokens
	case shape.FromSettings:
		return textline.Plain(result.Model) + " (of your settings), " + tokens
	case shape.FromDefault:
		return result.Model + " (the client's choice; yours: --model), " + tokens
	}
	return textline.Plain(result.Model) + ", " + tokens
}

// printBudgetLines shows the items, longest description first: all, or those
// that are hidden or cut.
func printBudgetLines(e *env.Env, result shape.Budget, all bool) {
	var rows [][]string
	left := 0
	for _, line := range result.Lines {
		cut := line.Written > line.Chars
		if !all && (line.Source == sourceBundled || line.Fate != inspect.Hidden && !cut) {
			continue
		}
		if !all && len(rows) == HiddenShown {
			left++
			continue
		}
		rows = append(rows, []string{line.ID, line.Source, fateWords(line), fmt.Sprint(line.Chars), fmt.Sprint(line.Tokens), usesWords(line.Uses), textline.Shorten(line.Description, 60)})
	}
	if len(rows) == 0 {
		return
	}
	fmt.Fprintln(e.Out)
	cli.Table(e, []string{"item", "of", "fate", "chars", "tokens", "used", "description"}, rows)
	if left > 0 {
		fmt.Fprintf(e.Out, "… and %d more: --all\n", left)
	}
}

func fateWords(line shape.BudgetLine) string {
	if line.Written > line.Chars {
		return fmt.Sprintf("%s, cut from %d", line.Fate, line.Written)
	}
	return line.Fate
}

func usesWords(uses int) string {
	if uses == 0 {
		return "never"
	}
	return strings.TrimSpace(fmt.Sprintf("%d×", uses))
}

// sourceBundled is that of the client's own skills.
const sourceBundled = "bundled"

func (b *budget) shape() shape.Budget {
	now := b.now
	result := shape.Budget{
		Items: len(b.listed), Bundled: len(now.Lines) - len(b.listed),
		Model: b.model, ModelFrom: b.modelFrom, Window: b.window.Tokens, CharsPerToken: b.window.CharsPerToken,
		Chars: now.Chars, Used: now.Used, IDs: now.Bare, ForAll: now.All,
		Shown: b.described(now), Hidden: len(now.IDs(inspect.Hidden)),
		Bare:      len(now.IDs(inspect.NameOnly)) + len(now.IDs(inspect.Undescribed)),
		HiddenIDs: textline.OrEmpty(now.IDs(inspect.Hidden)), Lines: []shape.BudgetLine{}, Rejected: textline.OrEmpty(b.rejected),
	}
	for _, line := range now.Lines {
		s := shape.BudgetLine{
			ID: line.ID, Source: sourceBundled, Fate: line.Fate, Chars: line.Chars, Written: line.Written,
			Tokens: b.tokens(line.Chars), Uses: b.uses(line),
		}
		if !line.Bundled {
			s.Source, s.Description = b.entries[line.ID].Source, b.items[line.ID].ListedDescription
			if s.Uses == 0 {
				result.NeverUsed++
			}
		}
		result.Lines = append(result.Lines, s)
	}
	result.Rules = b.rulesShape()
	slices.SortStableFunc(result.Lines, func(x, y shape.BudgetLine) int {
		return cmp.Or(cmp.Compare(y.Chars, x.Chars), cmp.Compare(x.ID, y.ID))
	})
	return result
}

// described counts items with their description, bundled ones left out.
func (b *budget) described(of inspect.Budget) int { return len(of.IDs(inspect.Described)) }

// tokens is what characters are about, as the client counts.
func (b *budget) tokens(chars int) int {
	return (chars + b.window.CharsPerToken - 1) / b.window.CharsPerToken
}
