package main

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/doctor"
)

// printDoctor writes for people what was seen, how long hooks take, and what is
// wrong, the worst first.
func (a *app) printDoctor(result shape.Doctor) {
	for _, check := range result.Checks {
		fmt.Fprintf(a.out, "%-12s %s\n", check.Area, plain(check.Summary))
	}
	a.printHookTimes(result.HookTimes)
	for _, m := range result.Mended {
		if m.Error != "" {
			fmt.Fprintf(a.out, "\nnot mended  %s  %s: %s\n", m.Code, plain(a.shortPath(m.Where)), plain(m.Error))
			continue
		}
		fmt.Fprintf(a.out, "\nmended  %s  %s: %s\n", m.Code, plain(a.shortPath(m.Where)), plain(m.Did))
	}
	fixable := false
	for _, f := range result.Findings {
		fmt.Fprintf(a.out, "\n%s  %s  %s\n", f.Severity, f.Code, plain(a.shortPath(f.Where)))
		a.printProse("    ", "    ", f.What)
		a.printProse("    → ", "      ", f.Do)
		fixable = fixable || f.Fixable
	}
	fmt.Fprintln(a.out)
	found := findings(result.Errors, result.Warnings, result.Notes)
	switch {
	case found == "":
		fmt.Fprintln(a.out, "Nothing is wrong.")
	case fixable:
		fmt.Fprintf(a.out, "%s. What is ours and safe to mend: impressionism doctor --fix\n", found)
	default:
		fmt.Fprintf(a.out, "%s.\n", found)
	}
}

// timesMax is how many hooks are printed; --json has all.
const timesMax = 10

// printHookTimes writes how long hooks took, the slowest first. Those that the
// client recorded without a time are left out.
func (a *app) printHookTimes(times []doctor.HookTime) {
	var rows [][]string
	for _, h := range times {
		if len(rows) == timesMax {
			break
		}
		if h.Timed == 0 {
			continue
		}
		rows = append(rows, []string{
			cmp.Or(h.Source, "wired no more"), h.Event, shorten(h.Command, 40), strconv.Itoa(h.Timed),
			milliseconds(h.P50MS), milliseconds(h.P95MS), milliseconds(h.MaxMS), unlessZero(h.CutOff), unlessZero(h.Failed), unlessZero(h.Rejected),
		})
	}
	if len(rows) > 0 {
		fmt.Fprintln(a.out)
		a.table([]string{"hook of", "event", "command", "runs", "p50", "p95", "max", "cut off", "failed", "rejected"}, rows)
		fmt.Fprintln(a.out, "The client records no times of hooks that print nothing; what ours took is in: impressionism trace show last")
	}
}

func milliseconds(ms int64) string { return fmt.Sprintf("%d ms", ms) }

func unlessZero(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
