// Package textline makes texts and numbers fit for one line of a command's output: what a
// stranger wrote cannot begin a line of its own.
package textline

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/stats"
	"github.com/ed-irl/impressionism/host/visible"
)

// Shorten cuts a text to so many characters for one line of a table.
func Shorten(words string, chars int) string {
	return cut.RunesEllipsis(strings.Join(strings.Fields(words), " "), chars)
}

// Plain is a stranger's text within a line of ours: it cannot begin one of its own.
func Plain(text string) string {
	return strings.NewReplacer("\n", " ", "\t", " ").Replace(visible.Text(text))
}

// lineBytesMax bounds one line about a problem.
const lineBytesMax = 300

// OneLine keeps a text to one short line of printable characters.
func OneLine(text string) string {
	return cut.BytesEllipsis(Plain(text), lineBytesMax)
}

// Count returns a number with its noun.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Findings counts what was found by its severity, or returns "" where there is nothing.
func Findings(errors, warnings, notes int) string {
	var parts []string
	for _, part := range []struct {
		n         int
		one, many string
	}{{errors, "error", "errors"}, {warnings, "warning", "warnings"}, {notes, "note", "notes"}} {
		if part.n > 0 {
			parts = append(parts, Count(part.n, part.one, part.many))
		}
	}
	return strings.Join(parts, ", ")
}

// Clock writes a time span as a clock has it, in whole seconds: "0:07", "1:02:30".
func Clock(d time.Duration) string {
	seconds := int64(max(d, 0) / time.Second)
	if hours := seconds / 3600; hours > 0 {
		return fmt.Sprintf("%d:%02d:%02d", hours, seconds/60%60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

// Signed writes a difference.
func Signed(x float64) string {
	if x > 0 && Decimal(x) != Decimal(0) {
		return "+" + Decimal(x)
	}
	return Decimal(x)
}

// Decimal writes a number with three decimals, a share without its zero.
func Decimal(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	text := fmt.Sprintf("%.3f", x)
	return strings.Replace(strings.TrimPrefix(text, "0"), "-0.", "-.", 1)
}

// Span formats an interval.
func Span(low, high float64) string {
	if math.IsNaN(low) {
		return "–"
	}
	return Decimal(low) + " to " + Decimal(high)
}

// OrAbsent is nil for what is none, which JSON has no word for.
func OrAbsent(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

// OrEmpty returns an empty list for nil, which JSON has as [].
func OrEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Some names the first items of a list, at most so many, and counts the rest.
func Some(names []string, most int) string {
	words := Plain(strings.Join(names[:min(len(names), most)], ", "))
	if len(names) > most {
		words += fmt.Sprintf(" and %d more", len(names)-most)
	}
	return words
}

// RateWords formats a rate with its interval.
func RateWords(r stats.Rate) string {
	if r.Of == 0 {
		return "none of 0"
	}
	return fmt.Sprintf("%d of %d, %.0f %% (%.0f–%.0f)", r.Count, r.Of, 100*r.Share, 100*r.Low, 100*r.High)
}

// Size is a number of bytes for people.
func Size(bytes int) string {
	switch {
	case bytes == 0:
		return ""
	case bytes < 1<<20:
		return fmt.Sprintf("%d KB", (bytes+1023)>>10)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20))
}

// ActiveMark returns the mark of what is in use, or nothing.
func ActiveMark(active bool) string {
	if active {
		return "*"
	}
	return ""
}

// Megabytes returns bytes in MiB.
func Megabytes(bytes int64) float64 { return float64(bytes) / (1 << 20) }
