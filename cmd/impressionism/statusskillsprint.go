package main

import (
	"cmp"
	"fmt"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/store/session"
)

// ledgerShown is how many items a person is shown; --json has more.
const ledgerShown = 30

func (a *app) printStatusSkills(s shape.StatusSkills) {
	where, when := "all workspaces", "as far as it is remembered"
	if s.Workspace != "" {
		where = plain(s.Workspace)
	}
	if s.Days > 0 {
		when = fmt.Sprintf("in the last %d days", s.Days)
	}
	if len(s.Items) == 0 {
		fmt.Fprintf(a.out, "Nothing was suggested in %s %s.\n", where, when)
		return
	}
	fmt.Fprintf(a.out, "Suggestions in %s, %s:\n\n", where, when)
	var rows [][]string
	for _, item := range s.Items[:min(len(s.Items), ledgerShown)] {
		name := item.Ref.ID
		if s.Workspace == "" {
			name += " in " + item.Workspace
		}
		rows = append(rows, append([]string{name, fmt.Sprintf("%.2f", item.Usefulness)}, countCells(item.LedgerCounts)...))
	}
	a.table([]string{"item", "useful", "suggested", "used", "late", "ignored", "open", "good", "bad", "tokens"}, rows)
	if more := len(s.Items) - ledgerShown; more > 0 {
		fmt.Fprintf(a.out, "… and %d more; see --json\n", more)
	}
	fmt.Fprintln(a.out)
	rows = nil
	for _, w := range s.Wordings {
		rows = append(rows, []string{cmp.Or(w.Wording, "not kept"), fmt.Sprint(w.Suggested), rateWords(w.Used), fmt.Sprint(w.Good), fmt.Sprint(w.Bad)})
	}
	a.table([]string{"wording", "suggested", "used", "good", "bad"}, rows)
	a.printLedgerTotal(s)
}

func countCells(c shape.LedgerCounts) []string {
	var cells []string
	for _, number := range []int{c.Suggested, c.Invoked, c.Late, c.Ignored, c.Open, c.Good, c.Bad, c.TokensSaid + c.TokensCarried} {
		cells = append(cells, fmt.Sprint(number))
	}
	return cells
}

func (a *app) printLedgerTotal(s shape.StatusSkills) {
	t := s.Total
	fmt.Fprintf(a.out, "\nUsed: %s within %d prompts, %d of them called by you.\n", rateWords(t.Used), session.UsedPrompts, t.ByUser)
	fmt.Fprintf(a.out, "Tokens: about %d said, and at least %d more, as each later prompt of a session brings them along (estimated: a quarter of the characters).\n", t.TokensSaid, t.TokensCarried)
	for _, item := range s.Items {
		if item.Mend {
			fmt.Fprintf(a.out, "Never used: %s, suggested %s. Its description may promise something else; see: impressionism skills lint %[1]s, impressionism skills probe %[1]s\n",
				plain(item.Ref.ID), count(item.Suggested, "time", "times"))
		}
	}
}
