package main

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/host/author/rulebench"
)

// What a profile shows; JSON has more of it.
const (
	benchLinesShown  = 15
	benchSourceChars = 60
)

// print tells a report to a person.
func (b *rulesBench) print(r rulebench.Report) {
	fmt.Fprintf(b.app.out, "%d rounds; p50, p95, p99, start, guest, host: ms of one evaluation; ×: multiples of the yardstick's %.3f ms\n", r.Rounds, r.Yardstick.MS)
	for i, m := range r.Rulesets {
		b.app.printMeasured(m)
		if m.Profile != nil {
			b.app.printProfile(m)
		}
		if r.Comparison != nil {
			b.app.printCompared(r.Comparison.Rulesets[i], b.limits)
		}
	}
	if c := r.Comparison; c != nil {
		fmt.Fprintf(b.app.out, "compared with %s (impressionism %s, %s/%s, %s): %s\n", plain(b.baseline), plain(c.Program),
			plain(c.Machine.OS), plain(c.Machine.Arch), count(c.Machine.CPUs, "processor", "processors"), count(r.Regressions, "regression", "regressions"))
	}
}

func (a *app) printMeasured(m rulebench.Measured) {
	fmt.Fprintf(a.out, "\n%s (%s)\n", plain(m.ID), plain(m.Language))
	rows := [][]string{}
	list := m.Scenarios
	if len(list) > 1 {
		list = append(list[:len(list):len(list)], m.All)
	}
	for _, row := range list {
		rows = append(rows, []string{
			row.Name, fmt.Sprint(row.Events),
			fmt.Sprintf("%.3f", row.P50MS), fmt.Sprintf("%.3f", row.P95MS), fmt.Sprintf("%.3f", row.P99MS), fmt.Sprintf("%.2f", row.Ratio),
			fmt.Sprintf("%.3f", row.StartMS), fmt.Sprintf("%.3f", row.GuestMS), fmt.Sprintf("%.3f", row.HostMS),
			fmt.Sprint(row.Fuel), fmt.Sprint(row.HostCalls), fmt.Sprint(row.Allocations), kilobytes(row.AllocatedBytes), kilobytes(row.MemoryBytes),
		})
	}
	a.table([]string{"scenario", "events", "p50", "p95", "p99", "×", "start", "guest", "host", "fuel", "host calls", "allocations", "KB", "guest KB"}, rows)
}

func kilobytes(bytes int64) string { return fmt.Sprint((bytes + 1023) / 1024) }

func (a *app) printProfile(m rulebench.Measured) {
	fmt.Fprintln(a.out, "\n  host calls of one round")
	calls := [][]string{}
	for _, call := range m.Profile.HostCalls {
		fuel := fmt.Sprint(call.Fuel)
		if m.Language == languageWASM {
			fuel = "–"
		}
		calls = append(calls, []string{call.Call, fmt.Sprint(call.Count), fmt.Sprintf("%.3f", call.MS), parts(call.Share), fuel})
	}
	a.table([]string{"  call", "count", "ms", "of the time", "fuel"}, calls)
	if len(m.Profile.Lines) == 0 {
		fmt.Fprintln(a.out, "\n  Fuel by line is counted in Lua only; a module's own functions are not told apart.")
		return
	}
	fmt.Fprintln(a.out, "\n  fuel of one round by line, with what the line calls")
	lines := [][]string{}
	for _, line := range m.Profile.Lines[:min(len(m.Profile.Lines), benchLinesShown)] {
		lines = append(lines, []string{fmt.Sprint(line.Fuel), parts(line.Share), fmt.Sprintf("%.3f", line.MS), placeOf(m.ID, line), shorten(line.Source, benchSourceChars)})
	}
	a.table([]string{"  fuel", "of all", "≈ ms", "line", ""}, lines)
}

func parts(share float64) string { return fmt.Sprintf("%.1f %%", share*100) }

func placeOf(id string, line rulebench.LineShare) string {
	file := strings.TrimPrefix(line.File, id+"/")
	switch {
	case line.File == "":
		return "(reading the context)"
	case line.Line == 0:
		return file + " (reading the file)"
	}
	return fmt.Sprintf("%s:%d", file, line.Line)
}

func (a *app) printCompared(c rulebench.ComparedRuleset, limits rulebench.Limits) {
	fmt.Fprintln(a.out)
	rows := [][]string{}
	list := c.Scenarios
	if len(list) > 1 {
		list = append(list[:len(list):len(list)], c.All)
	}
	for i, one := range list {
		verdict := "ok"
		if i == len(c.Scenarios) { // all of them
			verdict = ""
		}
		if len(one.Regressed) > 0 {
			verdict = "REGRESSION: " + strings.Join(one.Regressed, ", ")
		}
		rows = append(rows, []string{
			one.Name, fmt.Sprintf("%.3f → %.3f", one.Time.Was, one.Time.Is), grown(one.Time.Change), probability(one.Time.P),
			counts(one.Fuel), counts(one.HostCalls), counts(one.Allocations), verdict,
		})
	}
	a.table([]string{"  compared", "×", "time", "p", "fuel", "host calls", "allocations", ""}, rows)
	fmt.Fprintf(a.out, "  p: that chance alone makes the time grow by more than %s\n", (*percent)(&limits.Time))
	for _, left := range []struct {
		names []string
		why   string
	}{{c.Fresh, "not in the baseline"}, {c.Changed, "changed since, not compared"}, {c.Gone, "only in the baseline"}} {
		if len(left.names) > 0 {
			fmt.Fprintf(a.out, "  %s: %s\n", left.why, plain(strings.Join(left.names, ", ")))
		}
	}
}

func grown(change float64) string { return fmt.Sprintf("%+.1f %%", change*100) }

func probability(p float64) string {
	if p < .0001 {
		return "<0.0001"
	}
	return fmt.Sprintf("%.4f", p)
}

func counts(c rulebench.CountChange) string {
	if c.Was == c.Is {
		return fmt.Sprint(c.Is)
	}
	return fmt.Sprintf("%d → %d (%s)", c.Was, c.Is, grown(c.Change))
}
