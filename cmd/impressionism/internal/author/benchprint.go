package author

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/author/rulebench"
)

// What a profile shows; JSON has more of it.
const (
	benchLinesShown  = 15
	benchSourceChars = 60
)

// print tells a report to a person.
func (b *bench) print(r rulebench.Report) {
	fmt.Fprintf(b.env.Out, "%d rounds; p50, p95, p99, start, guest, host: ms of one evaluation; ×: multiples of the yardstick's %.3f ms\n", r.Rounds, r.Yardstick.MS)
	for i, m := range r.Rulesets {
		printMeasured(b.env, m)
		if m.Profile != nil {
			printProfile(b.env, m)
		}
		if r.Comparison != nil {
			printCompared(b.env, r.Comparison.Rulesets[i], b.limits)
		}
	}
	if c := r.Comparison; c != nil {
		fmt.Fprintf(b.env.Out, "compared with %s (impressionism %s, %s/%s, %s): %s\n", textline.Plain(b.baseline), textline.Plain(c.Program),
			textline.Plain(c.Machine.OS), textline.Plain(c.Machine.Arch), textline.Count(c.Machine.CPUs, "processor", "processors"), textline.Count(r.Regressions, "regression", "regressions"))
	}
}

func printMeasured(e *env.Env, m rulebench.Measured) {
	fmt.Fprintf(e.Out, "\n%s (%s)\n", textline.Plain(m.ID), textline.Plain(m.Language))
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
	cli.Table(e, []string{"scenario", "events", "p50", "p95", "p99", "×", "start", "guest", "host", "fuel", "host calls", "allocations", "KB", "guest KB"}, rows)
}

func kilobytes(bytes int64) string { return fmt.Sprint((bytes + 1023) / 1024) }

func printProfile(e *env.Env, m rulebench.Measured) {
	fmt.Fprintln(e.Out, "\n  host calls of one round")
	calls := [][]string{}
	for _, call := range m.Profile.HostCalls {
		fuel := fmt.Sprint(call.Fuel)
		if m.Language == modules.LanguageWASM {
			fuel = "–"
		}
		calls = append(calls, []string{call.Call, fmt.Sprint(call.Count), fmt.Sprintf("%.3f", call.MS), parts(call.Share), fuel})
	}
	cli.Table(e, []string{"  call", "count", "ms", "of the time", "fuel"}, calls)
	if len(m.Profile.Lines) == 0 {
		fmt.Fprintln(e.Out, "\n  Fuel by line is counted in Lua only; a module's own functions are not told apart.")
		return
	}
	fmt.Fprintln(e.Out, "\n  fuel of one round by line, with what the line calls")
	lines := [][]string{}
	for _, line := range m.Profile.Lines[:min(len(m.Profile.Lines), benchLinesShown)] {
		lines = append(lines, []string{fmt.Sprint(line.Fuel), parts(line.Share), fmt.Sprintf("%.3f", line.MS), placeOf(m.ID, line), textline.Shorten(line.Source, benchSourceChars)})
	}
	cli.Table(e, []string{"  fuel", "of all", "≈ ms", "line", ""}, lines)
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

func printCompared(e *env.Env, c rulebench.ComparedRuleset, limits rulebench.Limits) {
	fmt.Fprintln(e.Out)
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
	cli.Table(e, []string{"  compared", "×", "time", "p", "fuel", "host calls", "allocations", ""}, rows)
	fmt.Fprintf(e.Out, "  p: that chance alone makes the time grow by more than %s\n", (*percent)(&limits.Time))
	for _, left := range []struct {
		names []string
		why   string
	}{{c.Fresh, "not in the baseline"}, {c.Changed, "changed since, not compared"}, {c.Gone, "only in the baseline"}} {
		if len(left.names) > 0 {
			fmt.Fprintf(e.Out, "  %s: %s\n", left.why, textline.Plain(strings.Join(left.names, ", ")))
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
