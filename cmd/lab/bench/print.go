package bench

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// columnsMax is how wide a line may be: that of a narrow terminal.
const columnsMax = 80

// Goals of memory, in 1e6 bytes: of what the client starts for an event that the server
// answers, and of the server's own.
const (
	thinGoalMB   = 6
	serverGoalMB = 40
)

// print shows the result to a person: ratios first, for they are what can be
// compared.
func (r *result) print(out io.Writer) {
	fmt.Fprintf(out, "%d %s, %s, %d processors, %s\n", r.Skills, r.Catalog, r.System, r.CPUs, r.Go)
	fmt.Fprintf(out, "%d rounds, seed %d; load before: %.1f\n", r.Rounds, r.Seed, r.Load)
	if len(r.Measures) > 0 {
		fmt.Fprintf(out, "× is the multiple of the median of: %s\n\n", r.Yardstick)
		r.printMeasures(out)
	}
	r.printMemory(out)
	for _, h := range r.Handed {
		fmt.Fprintf(out, "%s: %+.0f ms (goal %.0f)\n", h.Name, h.MS, h.GoalMS)
	}
	printBeside(out, r.Lessons)
	r.printCode(out)
	r.printBusy(out)
	for _, w := range r.Warm {
		fmt.Fprintf(out, "%s, evaluated: %.3f ms, %.2f of Lua, +%.1f MB in %d\n", w.Ruleset, w.MedianMS, w.ToLua, w.GrownMB, w.Evaluated)
	}
	r.printEmbedding(out)
	for _, missed := range r.missed() {
		wrapped(out, "goal missed: "+missed)
	}
	for _, skipped := range r.Skipped {
		wrapped(out, "skipped "+skipped)
	}
	for _, refused := range r.Refused {
		wrapped(out, "not reported: "+refused)
	}
}

// newTable is a table without lines around it, whose columns but the first are numbers.
func newTable(out io.Writer, titles ...any) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(out)
	style := table.StyleLight
	style.Options = table.OptionsNoBordersAndSeparators
	style.Format.Header = text.FormatDefault
	style.Box.PaddingLeft = ""
	t.SetStyle(style)
	t.AppendHeader(titles)
	columns := []table.ColumnConfig{}
	for number := 2; number <= len(titles); number++ {
		columns = append(columns, table.ColumnConfig{Number: number, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(columns)
	return t
}

func (r *result) printMeasures(out io.Writer) {
	t := newTable(out, "case", "×", "goal", "× p95", "ms", "MB", "late")
	for _, m := range r.Measures {
		name, late := m.Name, ""
		if m.Runs < r.Rounds {
			name += fmt.Sprintf(" (%d rounds)", m.Runs)
		}
		if m.Late > 0 {
			late = fmt.Sprint(m.Late)
		}
		t.AppendRow(table.Row{
			name, decimals(&m.Ratio, 1), m.goal(), decimals(m.RatioP95, 1),
			decimals(&m.MedianMS, 1), decimals(&m.PeakMB, 0), late,
		})
	}
	t.Render()
	fmt.Fprintln(out)
}

// goal writes the goal of a case, or nothing.
func (m measured) goal() string {
	if m.GoalMS > 0 {
		return fmt.Sprintf("%v ms", m.GoalMS)
	}
	return goal(m.Goal)
}

// goal writes a goal, or nothing.
func goal(multiple float64) string {
	if multiple == 0 {
		return ""
	}
	return fmt.Sprint(multiple)
}

// decimals writes a number, or that it fell among late runs. Large numbers have none.
func decimals(number *float64, digits int) string {
	if number == nil {
		return "late"
	}
	if *number >= 1000 {
		digits = 0
	}
	return fmt.Sprintf("%.*f", digits, *number)
}

// thinMB is the most that what the client starts held, for events that the server
// answered; 0: none was measured.
func (r *result) thinMB() (most float64) {
	for _, m := range r.Measures {
		if strings.HasPrefix(m.Name, "warm: ") && m.Goal > 0 {
			most = max(most, m.PeakMB)
		}
	}
	return most
}

func (r *result) printMemory(out io.Writer) {
	if most := r.thinMB(); most > 0 {
		fmt.Fprintf(out, "a hook with the server: %.1f MB at most (goal %d)\n", most, thinGoalMB)
	}
	if s := r.Server; s != nil {
		fmt.Fprintf(out, "the server after all: %.0f MB, its own %.0f MB (goal %d)\n", s.MB, s.OwnMB, serverGoalMB)
	}
}

// printBusy counts answers beside other work and of many at once.
func (r *result) printBusy(out io.Writer) {
	if len(r.Busy) == 0 {
		return
	}
	fmt.Fprintln(out)
	t := newTable(out, "answered", "of", "%", "goal", "late", "ms", "most ms")
	for _, b := range r.Busy {
		name := fmt.Sprintf("%s, beside %d loops", b.Name, b.Loops)
		if b.AtOnce > 0 {
			name = fmt.Sprintf("%s, %d at once", b.Name, b.AtOnce)
		}
		t.AppendRow(table.Row{
			name, fmt.Sprintf("%d of %d", b.Answered, b.Asked), fmt.Sprintf("%.0f", b.percent()), goal(float64(b.Goal)),
			b.Late, decimals(&b.MedianMS, 0), decimals(&b.MostMS, 0),
		})
	}
	t.Render()
	told := map[string]int{}
	for _, b := range r.Busy {
		for _, said := range b.Said {
			told[said]++
		}
	}
	for _, said := range slices.Sorted(maps.Keys(told)) {
		wrapped(out, fmt.Sprintf("%d times: %s", told[said], said))
	}
	fmt.Fprintln(out)
}

func (c counted) percent() float64 { return 100 * float64(c.Answered) / float64(max(1, c.Asked)) }

// missed are the goals that were not reached.
func (r *result) missed() (list []string) {
	for _, m := range r.Measures {
		if m.Goal > 0 && m.Ratio > m.Goal {
			list = append(list, fmt.Sprintf("%s: %.1f instead of %v", m.Name, m.Ratio, m.Goal))
		}
	}
	for _, m := range r.Measures {
		if m.GoalMS > 0 && m.MedianMS > m.GoalMS {
			list = append(list, fmt.Sprintf("%s: %.0f ms instead of %v", m.Name, m.MedianMS, m.GoalMS))
		}
	}
	for _, h := range r.Handed {
		if h.MS > h.GoalMS {
			list = append(list, fmt.Sprintf("%s: %.0f ms longer instead of %.0f", h.Name, h.MS, h.GoalMS))
		}
	}
	list = append(append(list, missedBeside(r.Lessons)...), r.missedCode()...)
	for _, b := range r.Busy {
		if b.percent() < float64(b.Goal) {
			list = append(list, fmt.Sprintf("%s beside other work: %.0f %% answered instead of %d %%", b.Name, b.percent(), b.Goal))
		}
	}
	if most := r.thinMB(); most > thinGoalMB {
		list = append(list, fmt.Sprintf("memory of a hook with the server: %.1f MB instead of %d", most, thinGoalMB))
	}
	if r.Server != nil && r.Server.OwnMB > serverGoalMB {
		list = append(list, fmt.Sprintf("the server's own memory: %.0f MB instead of %d", r.Server.OwnMB, serverGoalMB))
	}
	return list
}

// wrapped prints a text in lines that are not too long.
func wrapped(out io.Writer, line string) {
	indent := ""
	for part := range strings.Lines(text.WrapText(strings.ReplaceAll(line, "\n", " "), columnsMax-4)) {
		fmt.Fprintln(out, strings.TrimRight(indent+part, "\n"))
		indent = "    "
	}
}

func (r *result) printEmbedding(out io.Writer) {
	e := r.Embedding
	if e == nil {
		return
	}
	fmt.Fprintf(out, "embedding: %.1f texts/s (%d texts, %d at a time)\n", e.PerSecond, e.Texts, e.Workers)
	if e.Skipped == "" {
		fmt.Fprintf(out, "%.2f times as fast as Python's onnxruntime (%.1f texts/s)\n", e.Ratio, e.Python)
		return
	}
	wrapped(out, "skipped embedding against Python: "+cmp.Or(e.Skipped, "no reason"))
}
