package main

import (
	"cmp"
	"slices"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/backtest"
	"github.com/ed-irl/impressionism/host/stats"
	"github.com/ed-irl/impressionism/host/store/session"
)

// skillsFlags say of which outcomes `status --skills` tells.
type skillsFlags struct {
	skills, allWorkspaces bool
	days                  int
}

func (a *app) statusSkills(flags skillsFlags) error {
	if err := a.ready(); err != nil {
		return err
	}
	of := session.OutcomesOf{Workspace: a.workspaceOf(""), All: flags.allWorkspaces}
	result := shape.StatusSkills{Workspace: of.Workspace, Days: flags.days}
	if flags.allWorkspaces {
		result.Workspace = ""
	}
	if flags.days > 0 {
		of.Since = a.now().AddDate(0, 0, -flags.days)
	}
	var outcomes []session.Outcome
	if exists(a.paths.StateDB) {
		store, err := a.open(a.workspaceOf(""))
		if err != nil {
			return err
		}
		defer store.Close()
		if outcomes, err = store.Outcomes(of); err != nil {
			return failed(err)
		}
	}
	addOutcomes(&result, outcomes)
	if a.json {
		return a.printJSON(result)
	}
	a.printStatusSkills(result)
	return nil
}

// addOutcomes sums up, the most useful item first.
func addOutcomes(s *shape.StatusSkills, outcomes []session.Outcome) {
	s.Items = []shape.LedgerItem{}
	var total session.Counts
	var all []session.WordingOutcome
	for _, o := range outcomes {
		total = total.Plus(o.Counts)
		all = append(all, o.Wordings...)
		item := shape.LedgerItem{
			Workspace: o.Workspace, Ref: o.Ref, Usefulness: stats.Round(o.Usefulness()),
			LedgerCounts: ledgerCounts(o.Counts), Wordings: ledgerWordings(o.Wordings),
		}
		item.Mend = isUnused(item.LedgerCounts)
		s.Items = append(s.Items, item)
	}
	slices.SortStableFunc(s.Items, func(a, b shape.LedgerItem) int { return cmp.Compare(b.Usefulness, a.Usefulness) })
	s.Total, s.Wordings = ledgerCounts(total), ledgerWordings(sameWordings(all))
}

// isUnused reports whether an item was suggested so often and never used that it
// is rather not used than used: the whole interval is below one half, which four
// suggestions are enough for.
func isUnused(c shape.LedgerCounts) bool {
	return c.Used.Of > 0 && c.Used.High < .5 && c.Invoked+c.Late+c.Good == 0
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
		shapes = append(shapes, shape.LedgerWording{Wording: w.Wording, LedgerCounts: ledgerCounts(w.Counts)})
	}
	return shapes
}

func ledgerCounts(c session.Counts) shape.LedgerCounts {
	settled := c.Invoked + c.Late + c.Ignored
	counts := shape.LedgerCounts{
		Suggested: c.Suggested, Invoked: c.Invoked, ByUser: c.ByUser, Late: c.Late, Ignored: c.Ignored, Open: c.Suggested - settled,
		Good: c.Good, Bad: c.Bad, Used: stats.Wilson(c.Invoked, settled), TokensSaid: tokens(c.Chars), TokensCarried: tokens(c.CarriedChars),
	}
	if !c.LastTold.IsZero() {
		counts.LastTold = new(c.LastTold)
	}
	return counts
}

func tokens(chars int) int { return (chars + backtest.TokenUnits - 1) / backtest.TokenUnits }
