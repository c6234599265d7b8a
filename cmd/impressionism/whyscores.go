package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/fit"
	"github.com/ed-irl/impressionism/host/store/session"
)

// wordsShown bounds the words in common that one line names.
const wordsShown = 12

// explainDecision shows who decided, what each choice was and the sums behind it.
func (a *app) explainDecision(m session.Made, answer abi.Decision) {
	fmt.Fprintf(a.out, "  by        %s, %s\n", plain(cmp.Or(m.RulesetID, "nobody")), tierWord(m.Tier))
	for _, entry := range answer.Activate {
		fmt.Fprintf(a.out, "  %-9s %s: %s\n", toldWord(m, entry.Ref), plain(entry.Ref.ID), plain(entry.Reason))
	}
	a.printScores(m, answer)
}

// printScores tells what else came close.
func (a *app) printScores(m session.Made, answer abi.Decision) {
	var scores []decide.Score
	if err := json.Unmarshal(m.Scores, &scores); err != nil {
		return // an event without a search
	}
	chosen := map[abi.Ref]bool{}
	for _, entry := range answer.Activate {
		chosen[entry.Ref] = true
	}
	for _, score := range scores {
		if chosen[score.Ref] {
			if score.Fit != nil {
				fmt.Fprintf(a.out, "  fits      %s: %s\n", plain(score.Ref.ID), fitLine(*score.Fit))
				a.printBeside(score.Fit.Beside)
			}
			for _, similar := range score.Similar {
				fmt.Fprintf(a.out, "  similar   %s\n", similarLine(similar))
			}
			continue
		}
		fmt.Fprintf(a.out, "  %s %s: similarity %.2f", shortWord(score), plain(score.Ref.ID), score.Similarity)
		if len(score.Matched) > 0 {
			fmt.Fprintf(a.out, ", words %s", strings.Join(score.Matched[:min(wordsShown, len(score.Matched))], " "))
		}
		if score.Behind != nil {
			fmt.Fprintf(a.out, ", %s: needs %.2f", plain(behindWords(*score.Behind)), score.Behind.Needed)
		}
		fmt.Fprintln(a.out)
		if score.Fit != nil {
			fmt.Fprintf(a.out, "             %s\n", fitLine(*score.Fit))
			a.printBeside(score.Fit.Beside)
		}
	}
}

// shortWord says that an item was not chosen, and why only where it is known what was
// enough.
func shortWord(score decide.Score) string {
	if enough(score) || score.Fit == nil || score.Fit.Needed == nil {
		return "not chosen"
	}
	return "not enough"
}

// printBeside tells what was known of an item besides the prompt.
func (a *app) printBeside(beside *fit.Beside) {
	if beside != nil {
		fmt.Fprintf(a.out, "             context: %s\n", contextLine(*contextShape(beside, true)))
	}
}
