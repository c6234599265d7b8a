package main

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/ed-irl/impressionism/host/visible"
)

// table writes rows in aligned columns without a frame.
func (a *app) table(header []string, rows [][]string) {
	t := table.NewWriter()
	t.SetOutputMirror(a.out)
	style := table.StyleLight
	style.Options = table.OptionsNoBordersAndSeparators
	style.Format.Header = text.FormatDefault
	t.SetStyle(style)
	t.AppendHeader(row(header))
	for _, cells := range rows {
		t.AppendRow(row(cells))
	}
	t.Render()
}

func row(cells []string) table.Row {
	r := make(table.Row, len(cells))
	for i, cell := range cells {
		r[i] = plain(cell)
	}
	return r
}

// shorten cuts a text to so many characters for one line of a table.
func shorten(words string, chars int) string {
	runes := []rune(strings.Join(strings.Fields(words), " "))
	if len(runes) <= chars {
		return string(runes)
	}
	return string(runes[:chars-1]) + "…"
}

// plain is a stranger's text within a line of ours: it cannot begin one of its own.
func plain(text string) string {
	return strings.NewReplacer("\n", " ", "\t", " ").Replace(visible.Text(text))
}

// lineBytesMax bounds one line about a problem.
const lineBytesMax = 300

// oneLine keeps a text to one short line of printable characters.
func oneLine(text string) string {
	text = plain(text)
	if len(text) > lineBytesMax {
		text = strings.ToValidUTF8(text[:lineBytesMax], "") + "…"
	}
	return text
}

// count gives a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// findings counts what was found by its severity, or gives "" where it is nothing.
func findings(errors, warnings, notes int) string {
	var parts []string
	for _, part := range []struct {
		n         int
		one, many string
	}{{errors, "error", "errors"}, {warnings, "warning", "warnings"}, {notes, "note", "notes"}} {
		if part.n > 0 {
			parts = append(parts, count(part.n, part.one, part.many))
		}
	}
	return strings.Join(parts, ", ")
}
