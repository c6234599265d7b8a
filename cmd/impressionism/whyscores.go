package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host"
	"github.com/ed-irl/impressionism/host/session"
)

// wordsShown bounds the words in common that one line names.
const wordsShown = 12

// printScores tells what else came close.
func (a *app) printScores(m session.Made, answer abi.Decision) {
	var scores []host.Score
	if err := json.Unmarshal(m.Scores, &scores); err != nil {
		return // an event without a search
	}
	chosen := map[string]bool{}
	for _, entry := range answer.Activate {
		chosen[entry.SkillID] = true
	}
	for _, score := range scores {
		if chosen[score.ID] {
			if score.Fit != nil {
				fmt.Fprintf(a.out, "  fits      %s: %s\n", plain(score.ID), fitLine(*score.Fit))
				a.printBeside(score.Fit.Beside)
			}
			for _, similar := range score.Similar {
				fmt.Fprintf(a.out, "  similar   %s\n", similarLine(similar))
			}
			continue
		}
		fmt.Fprintf(a.out, "  not enough %s: similarity %.2f", plain(score.ID), score.Similarity)
		if len(score.Matched) > 0 {
			fmt.Fprintf(a.out, ", words %s", strings.Join(score.Matched[:min(wordsShown, len(score.Matched))], " "))
		}
		fmt.Fprintln(a.out)
		if score.Fit != nil {
			fmt.Fprintf(a.out, "             %s\n", fitLine(*score.Fit))
			a.printBeside(score.Fit.Beside)
		}
	}
}

// printBeside tells what was known of an item besides the prompt.
func (a *app) printBeside(beside *host.Beside) {
	if beside != nil {
		fmt.Fprintf(a.out, "             context: %s\n", contextLine(*contextShape(beside, true)))
	}
}
