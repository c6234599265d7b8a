package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/probe"
)

func (a *app) printProbe(result shape.SkillsProbe) {
	for _, note := range result.Notes {
		fmt.Fprintln(a.errOut, "impressionism: note:", plain(note))
	}
	fmt.Fprintf(a.out, "%s (%s): %s, %s suggests from %.2f\n", plain(result.Ref.ID), plain(a.shortPath(result.Path)), tierWord(result.Tier), result.Ruleset, result.Threshold)
	fmt.Fprintf(a.out, "  its own words: %s\n", probeCounts(result.Own))
	whose := "your prompts: "
	if result.Source == probe.FromFile {
		whose = "of the file:  "
	}
	fmt.Fprintf(a.out, "  %s %s\n", whose, probeCounts(result.Others))
	for _, verdict := range []string{probe.Reached, probe.Beaten, probe.Near, probe.Missed} {
		var rows [][]string
		for _, p := range result.Prompts {
			if p.Verdict == verdict {
				rows = append(rows, []string{fmt.Sprintf("%.2f", p.Similarity), shorten(p.Text, promptColumns), p.From, insteadOf(p)})
			}
		}
		if len(rows) > 0 {
			fmt.Fprintln(a.out)
			a.table([]string{verdict, "prompt", "from", "others"}, rows)
		}
	}
	if result.Own.Beaten > 0 {
		fmt.Fprintf(a.out, "\nOthers get prompts made of its own words; see: impressionism skills collide %s\n", plain(result.Ref.ID))
	}
}

// promptColumns is how much of a prompt a table shows.
const promptColumns = 64

func probeCounts(c shape.ProbeCounts) string {
	if c.Prompts == 0 {
		return "none"
	}
	return fmt.Sprintf("%d of %d reach it, %d beaten, %d near", c.Reached, c.Prompts, c.Beaten, c.Near)
}

func insteadOf(p shape.ProbePrompt) string {
	words := ""
	for i, hit := range p.Others[:min(len(p.Others), 2)] {
		if i > 0 {
			words += ", "
		}
		words += fmt.Sprintf("%s %.2f", plain(hit.Ref.ID), hit.Similarity)
	}
	if words != "" && !p.Suggested {
		return "(" + words + ")"
	}
	return words
}

// byVerdict puts the best outcomes first, then the nearest.
func byVerdict(x, y shape.ProbePrompt) int {
	order := []string{probe.Reached, probe.Beaten, probe.Near, probe.Missed}
	return cmp.Or(cmp.Compare(slices.Index(order, x.Verdict), slices.Index(order, y.Verdict)), cmp.Compare(y.Similarity, x.Similarity), cmp.Compare(x.Text, y.Text))
}
