package bench

import (
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// print shows the result to a person: ratios first, for they are what can be
// compared.
func (r *result) print(out io.Writer) {
	if r.Busy != nil {
		r.printBusy(out)
		return
	}
	fmt.Fprintf(out, "%d %s, %d rounds, seed %d, %s, %d processors, %s\n", r.Skills, r.Catalog, r.Rounds, r.Seed, r.System, r.CPUs, r.Go)
	fmt.Fprintf(out, "× is the multiple of the median of: %s\n\n", r.Yardstick)
	t := table.NewWriter()
	t.SetOutputMirror(out)
	style := table.StyleLight
	style.Options = table.OptionsNoBordersAndSeparators
	style.Format.Header = text.FormatDefault
	t.SetStyle(style)
	t.AppendHeader(table.Row{"case", "×", "goal", "× p95", "median ms", "p95 ms", "peak MB", "runs", "late"})
	columns := []table.ColumnConfig{}
	for number := 2; number <= 9; number++ {
		columns = append(columns, table.ColumnConfig{Number: number, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(columns)
	for _, m := range r.Measures {
		t.AppendRow(table.Row{
			m.Name, decimals(&m.Ratio, 1), m.Goal, decimals(m.RatioP95, 1),
			decimals(&m.MedianMS, 1), decimals(m.P95MS, 1), decimals(&m.PeakMB, 0), m.Runs, m.Late,
		})
	}
	t.Render()
	fmt.Fprintln(out)
	for _, w := range r.Warm {
		fmt.Fprintf(out, "%s, warm: %.3f ms, %.2f times Lua, the heap grew by %.1f MB in %d evaluations\n", w.Ruleset, w.MedianMS, w.ToLua, w.GrownMB, w.Evaluated)
	}
	r.printEmbedding(out)
	for _, skipped := range r.Skipped {
		fmt.Fprintln(out, "skipped", skipped)
	}
	for _, refused := range r.Refused {
		fmt.Fprintln(out, "not reported:", refused)
	}
}

// decimals writes a number, or that it fell among late runs.
func decimals(number *float64, digits int) string {
	if number == nil {
		return "late"
	}
	return fmt.Sprintf("%.*f", digits, *number)
}

// printBusy counts answers beside other work.
func (r *result) printBusy(out io.Writer) {
	fmt.Fprintf(out, "%d %s, %s, %d processors, %s\n", r.Skills, r.Catalog, r.System, r.CPUs, r.Go)
	for _, b := range r.Busy {
		fmt.Fprintf(out, "%-30s beside %d loops: %d of %d answered, %d late; median %.0f ms, most %.0f ms\n",
			b.Name, b.Loops, b.Answered, b.Asked, b.Late, b.MedianMS, b.MostMS)
		for _, said := range b.Said {
			fmt.Fprintln(out, "  without:", said)
		}
	}
}

func (r *result) printEmbedding(out io.Writer) {
	e := r.Embedding
	if e == nil {
		return
	}
	fmt.Fprintf(out, "embedding: %.1f texts/s (%d texts, %d at a time)", e.PerSecond, e.Texts, e.Workers)
	if e.Skipped == "" {
		fmt.Fprintf(out, ", %.2f times as fast as Python onnxruntime (%.1f)\n", e.Ratio, e.Python)
		return
	}
	fmt.Fprintf(out, "\nskipped embedding against Python: %s\n", e.Skipped)
}
