package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// How wide prose for people is printed: as wide as the terminal within these bounds.
const (
	proseColumns    = 80
	proseColumnsMin = 30
)

// lineColumns is how wide lines of prose may be.
func (a *app) lineColumns() int {
	return min(max(cmp.Or(a.columns(), proseColumns), proseColumnsMin), proseColumns)
}

// printProse prints a paragraph between the marks of its first and of its other lines. For
// no terminal it is one line, in which sentences are found whole.
func (a *app) printProse(first, others, words string) {
	if a.columns() == 0 {
		fmt.Fprintln(a.out, first+plain(words))
		return
	}
	a.printWrapped(first, others, words)
}

// printWrapped prints a paragraph in lines of prose wherever it goes.
func (a *app) printWrapped(first, others, words string) {
	mark := first
	for _, line := range wrappedTo(plain(words), a.lineColumns()-text.StringWidth(others)) {
		fmt.Fprintln(a.out, strings.TrimRight(mark+line, " "))
		mark = others
	}
}

// wrapped divides prose into lines of proseColumns.
func wrapped(words string) []string { return wrappedTo(words, proseColumns) }

// wrappedTo divides prose into lines of so many columns between words. A word that is
// longer, such as a path, and a command to copy stay whole.
func wrappedTo(words string, columns int) []string {
	lines := []string{""}
	for _, part := range unbroken(strings.Join(strings.Fields(words), " ")) {
		last := len(lines) - 1
		switch line := lines[last]; {
		case line == "":
			lines[last] = part.word
		case text.StringWidth(line)+1+text.StringWidth(part.word) <= columns:
			lines[last] += " " + part.word
		default:
			lines = append(lines, part.word)
		}
	}
	return lines
}
