package main

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
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
		r[i] = cell
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
