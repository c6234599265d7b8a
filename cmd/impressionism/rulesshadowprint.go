package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
)

// shadowReasonChars is how much of a reason a line shows.
const shadowReasonChars = 110

func (a *app) printShadowReport(r shape.ShadowReport) {
	line := func(format string, args ...any) { fmt.Fprintln(a.out, plain(fmt.Sprintf(format, args...))) }
	line("%s %.12s: %s compared", r.Ruleset, r.Hash, count(r.Compared, "decision", "decisions"))
	if r.Note != "" {
		line("  note: %s", r.Note)
	}
	for _, row := range []struct {
		name  string
		count int
	}{
		{"same", r.Same},
		{"more", r.More},
		{"less", r.Less},
		{"other items", r.Other},
		{"other withdrawals", r.Withdrawals},
	} {
		if r.Compared > 0 {
			line("  %-18s %d", row.name, row.count)
		}
	}
	reasons := func(name string, count int, reasons []shape.ShadowReason) {
		if count == 0 {
			return
		}
		line("  %-18s %d", name, count)
		for _, reason := range reasons {
			line("    %d %s: %s", reason.Count, reason.What, shorten(reason.Example, shadowReasonChars))
		}
	}
	reasons("not comparable", r.NotComparable, r.Missing)
	reasons("failed", r.Faults, r.Failures)
	if r.Waiting+r.Dropped+r.Earlier > 0 {
		line("  not asked: %d waiting, %d dropped; by earlier versions: %d", r.Waiting, r.Dropped, r.Earlier)
	}
	if r.Fuel.Max > 0 {
		line("  fuel %.0f, at most %.0f; %.1f ms, at most %.1f", r.Fuel.P50, r.Fuel.Max, r.MS.P50, r.MS.Max)
	}
	for _, example := range r.Examples {
		line("decision %d, %s: %s", example.Decision, verdictWord(example.Verdict), cmp.Or(example.Prompt, eventWord(example.Event)))
		line("  decided %s: %s", example.By, itemsText(example.Decided))
		line("  would   %s: %s", r.Ruleset, itemsText(example.Would))
	}
}

// itemsText is a decision in one line.
func itemsText(data json.RawMessage) string {
	answer := answerOf(data)
	var parts []string
	for _, entry := range answer.Activate {
		parts = append(parts, entry.Ref.ID+scoreText(entry))
	}
	if len(answer.Deactivate) > 0 {
		parts = append(parts, "withdraw "+strings.Join(idsOf(refsOf(answer.Deactivate)), ", "))
	}
	return cmp.Or(strings.Join(parts, ", "), "nothing")
}
