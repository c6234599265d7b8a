package status

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/stats"
	"github.com/ed-irl/impressionism/host/store/session"
)

// skillsFlags say of which outcomes `status --skills` tells.
type skillsFlags struct {
	skills, allWorkspaces bool
	days                  int
}

func skills(ctx context.Context, e *env.Env, flags skillsFlags) error {
	if err := e.Ready(); err != nil {
		return err
	}
	of := session.OutcomesOf{Workspace: e.WorkspaceOf(""), All: flags.allWorkspaces}
	result := shape.StatusSkills{Workspace: of.Workspace, Days: flags.days}
	if flags.allWorkspaces {
		result.Workspace = ""
	}
	if flags.days > 0 {
		of.Since = e.Now().AddDate(0, 0, -flags.days)
	}
	var outcomes []session.Outcome
	if env.Exists(e.Paths.StateDB) {
		store, err := wire.Open(e, e.WorkspaceOf(""))
		if err != nil {
			return err
		}
		defer store.Close()
		if outcomes, err = store.Outcomes(of); err != nil {
			return env.Failed(err)
		}
	}
	addOutcomes(&result, outcomes)
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printStatusSkills(ctx, e, result)
	return nil
}

// itemsMax bounds the items that are printed, the most suggested; what is summed up is of all.
const itemsMax = session.RowsMax

// addOutcomes sums up, the most useful item first.
func addOutcomes(s *shape.StatusSkills, outcomes []session.Outcome) {
	s.Items = []shape.LedgerItem{}
	var total session.Counts
	var all []session.WordingOutcome
	for _, o := range outcomes {
		total = total.Plus(o.Counts)
		all = append(all, o.Wordings...)
		if len(s.Items) == itemsMax {
			continue
		}
		item := shape.LedgerItem{
			Workspace: o.Workspace, Ref: o.Ref, Usefulness: stats.Round(o.Usefulness()),
			LedgerCounts: explain.LedgerCounts(o.Counts), Wordings: ledgerWordings(o.Wordings),
		}
		item.Mend = explain.IsUnused(item.LedgerCounts)
		s.Items = append(s.Items, item)
	}
	slices.SortStableFunc(s.Items, func(a, b shape.LedgerItem) int { return cmp.Compare(b.Usefulness, a.Usefulness) })
	s.Total, s.Wordings = explain.LedgerCounts(total), ledgerWordings(sameWordings(all))
}

// sameWordings sums up by wording, most suggested first.
func sameWordings(all []session.WordingOutcome) []session.WordingOutcome {
	var sums []session.WordingOutcome
	for _, w := range all {
		at := slices.IndexFunc(sums, func(sum session.WordingOutcome) bool { return sum.Wording == w.Wording })
		if at < 0 {
			at, sums = len(sums), append(sums, session.WordingOutcome{Wording: w.Wording})
		}
		sums[at].Counts = sums[at].Plus(w.Counts)
	}
	slices.SortStableFunc(sums, func(a, b session.WordingOutcome) int {
		return cmp.Or(b.Suggested-a.Suggested, cmp.Compare(a.Wording, b.Wording))
	})
	return sums
}

func ledgerWordings(wordings []session.WordingOutcome) []shape.LedgerWording {
	shapes := []shape.LedgerWording{}
	for _, w := range wordings {
		shapes = append(shapes, shape.LedgerWording{Wording: w.Wording, LedgerCounts: explain.LedgerCounts(w.Counts)})
	}
	return shapes
}

// ledgerShown is how many items a person is shown; --json has more.
const ledgerShown = 30

func printStatusSkills(ctx context.Context, e *env.Env, s shape.StatusSkills) {
	where, when := "all workspaces", "as far as it is remembered"
	if s.Workspace != "" {
		where = textline.Plain(s.Workspace)
	}
	if s.Days > 0 {
		when = fmt.Sprintf("in the last %d days", s.Days)
	}
	if len(s.Items) == 0 {
		fmt.Fprintf(e.Out, "Nothing was suggested in %s %s.\n", where, when)
		return
	}
	fmt.Fprintf(e.Out, "Suggestions in %s, %s:\n\n", where, when)
	var rows [][]string
	for _, item := range s.Items[:min(len(s.Items), ledgerShown)] {
		name := item.Ref.ID
		if s.Workspace == "" {
			name += " in " + item.Workspace
		}
		rows = append(rows, append([]string{name, fmt.Sprintf("%.2f", item.Usefulness)}, countCells(item.LedgerCounts)...))
	}
	cli.Table(e, []string{"item", "useful", "suggested", "used", "late", "ignored", "open", "good", "bad", "tokens"}, rows)
	if more := len(s.Items) - ledgerShown; more > 0 {
		fmt.Fprintf(e.Out, "… and %d more; see --json\n", more)
	}
	fmt.Fprintln(e.Out)
	rows = nil
	for _, w := range s.Wordings {
		rows = append(rows, []string{cmp.Or(w.Wording, "not kept"), fmt.Sprint(w.Suggested), textline.RateWords(w.Used), fmt.Sprint(w.Good), fmt.Sprint(w.Bad)})
	}
	cli.Table(e, []string{"wording", "suggested", "used", "good", "bad"}, rows)
	printLedgerTotal(ctx, e, s)
}

func countCells(c shape.LedgerCounts) []string {
	var cells []string
	for _, number := range []int{c.Suggested, c.Invoked, c.Late, c.Ignored, c.Open, c.Good, c.Bad, c.TokensSaid + c.TokensCarried} {
		cells = append(cells, fmt.Sprint(number))
	}
	return cells
}

func printLedgerTotal(ctx context.Context, e *env.Env, s shape.StatusSkills) {
	t := s.Total
	fmt.Fprintf(e.Out, "\nUsed: %s within %d prompts, %d of them called by you.\n", textline.RateWords(t.Used), session.UsedPrompts, t.ByUser)
	fmt.Fprintf(e.Out, "Tokens: about %d said, and at least %d more, as each later prompt of a session brings them along (estimated: a quarter of the characters).\n", t.TokensSaid, t.TokensCarried)
	where := explain.NewWhereabouts(ctx, e)
	for _, item := range s.Items {
		if !item.Mend {
			continue
		}
		elsewhere, there := where.Of(ctx, item.Ref, []string{item.Workspace})
		if there {
			fmt.Fprintf(e.Out, "Never used: %s, suggested %s. Its description may promise something else; %s\n",
				textline.Plain(item.Ref.ID), textline.Count(item.Suggested, "time", "times"), see(e, item, elsewhere))
		}
	}
}

// see says what says more of an item: commands, or the workspace that they are to be run in.
func see(e *env.Env, item shape.LedgerItem, elsewhere string) string {
	if elsewhere != "" {
		return "it is in " + textline.Plain(elsewhere)
	}
	all := []string{explain.Helps(e, "lint", item.Ref)}
	if probe := explain.Helps(e, "probe", item.Ref); probe != all[0] {
		all = append(all, probe)
	}
	return "see: " + strings.Join(all, ", ")
}
