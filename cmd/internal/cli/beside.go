package cli

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
)

// askedMin are columns of a prompt that what became of it may stand beside.
const askedMin = 16

// PrintBeside prints what was asked and what became of it behind a stamp, on one line where
// both have room, else below each other.
func PrintBeside(e *env.Env, stamp, indent, asked, became string) {
	asked, became = textline.Plain(asked), textline.Plain(became)
	room := LineColumns(e) - text.StringWidth(stamp) - 2
	if beside := room - text.StringWidth(became); beside >= min(askedMin, text.StringWidth(asked)) {
		fmt.Fprintf(e.Out, "%s%s  %s\n", stamp, fitted(asked, beside), became)
		return
	}
	fmt.Fprintf(e.Out, "%s%s\n", stamp, fitted(asked, room+2))
	PrintWrapped(e, indent, indent+"  ", became)
}

// fitted cuts a quoted prompt to so many columns.
func fitted(asked string, columns int) string {
	if text.StringWidth(asked) <= columns {
		return asked
	}
	closing := "…"
	if strings.HasSuffix(asked, "”") {
		closing = "…”"
	}
	return strings.TrimRight(text.Trim(asked, columns-text.StringWidth(closing)), " ") + closing
}
