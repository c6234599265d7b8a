package evaluate

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/eval"
)

func cell(metrics []eval.Metric, name string) string {
	for _, m := range metrics {
		if m.Name == name {
			return decimal(m.Value)
		}
	}
	return "–"
}

// decimal writes a share without its zero.
func decimal(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return strings.TrimPrefix(fmt.Sprintf("%.3f", x), "0")
}

// grid writes rows in columns; a first cell may be wider than its column where
// those after it are empty, as the name of a set is.
func (e evaluation) grid(rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, text := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			if next := i + 1; next < len(row) && row[next] == "" && i > 0 {
				continue // may run over
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		at := 0
		for i, text := range row {
			if pad := at - utf8.RuneCountInString(line.String()); pad > 0 {
				line.WriteString(strings.Repeat(" ", pad))
			}
			line.WriteString(text)
			at += widths[i] + 2
		}
		fmt.Fprintln(e.out, strings.TrimRight(line.String(), " "))
	}
}
