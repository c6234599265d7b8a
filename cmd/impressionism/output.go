package main

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/visible"
)

// shorten cuts a text to so many characters for one line of a table.
func shorten(words string, chars int) string {
	return cut.RunesEllipsis(strings.Join(strings.Fields(words), " "), chars)
}

// plain is a stranger's text within a line of ours: it cannot begin one of its own.
func plain(text string) string {
	return strings.NewReplacer("\n", " ", "\t", " ").Replace(visible.Text(text))
}

// lineBytesMax bounds one line about a problem.
const lineBytesMax = 300

// oneLine keeps a text to one short line of printable characters.
func oneLine(text string) string {
	return cut.BytesEllipsis(plain(text), lineBytesMax)
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
