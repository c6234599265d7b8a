package cli

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
)

// Table writes rows in aligned columns without a frame. On a terminal that is too
// narrow for them cells wrap within their column; where even that does not fit, each
// row is a block of lines.
func Table(e *env.Env, header []string, rows [][]string) {
	for _, cells := range rows {
		for i, cell := range cells {
			cells[i] = textline.Plain(cell)
		}
	}
	widths, fits := columnWidths(header, rows, Columns(e))
	if !fits {
		blocks(e, header, rows)
		return
	}
	t := table.NewWriter()
	t.SetOutputMirror(e.Out)
	style := table.StyleLight
	style.Options = table.OptionsNoBordersAndSeparators
	style.Format.Header = text.FormatDefault
	t.SetStyle(style)
	var columns []table.ColumnConfig
	for i, width := range widths {
		columns = append(columns, table.ColumnConfig{Number: i + 1, WidthMax: width, WidthMaxEnforcer: text.WrapSoft})
	}
	t.SetColumnConfigs(columns)
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

// Widths of a table's parts, in characters.
const (
	columnGap      = 2 // the style's padding of a column
	columnWidthMin = 8
	sentenceMin    = 12 // of a column of sentences, while another can be narrower
)

// columnWidths returns the widths of columns that fit into a line of so many
// characters, and whether there are any. Sentences wrap before names do, and the
// widest column first. A limit of 0 is none.
func columnWidths(header []string, rows [][]string, limit int) (widths []int, fit bool) {
	total := 0
	sentences := make([]bool, len(header))
	for i := range header {
		width := text.StringWidthWithoutEscSequences(header[i])
		for _, cells := range rows {
			if i < len(cells) {
				width = max(width, text.StringWidthWithoutEscSequences(cells[i]))
				sentences[i] = sentences[i] || strings.Contains(cells[i], " ")
			}
		}
		widths = append(widths, width)
		total += width + columnGap
	}
	if limit == 0 || total <= limit {
		return widths, true
	}
	total -= narrow(widths, sentenceMin, total-limit, func(i int) bool { return sentences[i] })
	total -= narrow(widths, columnWidthMin, total-limit, func(int) bool { return true })
	return widths, total <= limit
}

// narrow takes characters from the widest of some columns, and returns how many.
func narrow(widths []int, least, wanted int, from func(i int) bool) (taken int) {
	for ; taken < wanted; taken++ {
		widest := -1
		for i, width := range widths {
			if from(i) && width > least && (widest < 0 || width > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	return taken
}

// blocks writes each row as lines of a column's name and its cell.
func blocks(e *env.Env, header []string, rows [][]string) {
	for i, cells := range rows {
		if i > 0 {
			fmt.Fprintln(e.Out)
		}
		for j, cell := range cells {
			if cell != "" {
				fmt.Fprintln(e.Out, strings.TrimPrefix(header[j]+": "+cell, ": "))
			}
		}
	}
}

// Columns is how many characters a line of the output has; 0: as many as it wants.
func Columns(e *env.Env) int { return ColumnsOf(e, e.RawOut) }

// ColumnsOf is how wide a stream is: COLUMNS where it is set, else what the terminal
// says. What is no terminal has lines as wide as they are, for other programs.
func ColumnsOf(e *env.Env, stream io.Writer) int {
	if width, err := strconv.Atoi(e.Lookup("COLUMNS")); err == nil && width > 0 {
		return width
	}
	file, ok := stream.(*os.File)
	if !ok || !isTerminal(file) {
		return 0
	}
	if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
		return width
	}
	return ProseColumns
}
