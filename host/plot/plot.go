// Package plot turns numbers into pictures: each form is a pure function from numbers to
// an SVG, the table of the same numbers, and one sentence that says what the picture
// shows. It knows no command, no store and no clock; the same input gives the same bytes.
//
// Colours come from the variables of CSS and each meaning also has a shape of its own, so
// that no picture depends on colour. A page holds Defs once and the rules of CSS; a
// picture has no style attribute, no script and no link, so the strictest policy of
// content shows it.
package plot

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"
)

// CSS has the variables of light, dark and forced colours, and the rules of the pictures.
// A page takes its own colours from the same variables.
//
//go:embed plot.css
var CSS string

// Meaning is what a mark or an area stands for, by colour and by shape.
type Meaning int

// The meanings. As areas: filled, filled, striped, outlined, dashed, pale, hatched.
const (
	Told    Meaning = iota // blue: the model was told
	Used                   // green: a filled circle with a check
	Later                  // lilac: half a circle; an area of stripes
	Ignored                // ochre: an open ring; an outlined area
	Open                   // blue: a dashed ring; a dashed area
	Quiet                  // grey: a dash; a pale area
	Warn                   // rose: a triangle; a hatched area

	pale  // pale blue: the lesser part of an area; no mark of its own
	again // dotted green: shown again; no mark of its own
)

// meanings are the classes of CSS, by meaning.
var meanings = [...]string{Told: "told", Used: "used", Later: "later", Ignored: "ignored", Open: "open", Quiet: "quiet", Warn: "warn", pale: "pale", again: "again"}

// known returns a meaning that has been handed in; one that nobody knows is quiet.
func (m Meaning) known() Meaning {
	if m < Told || m > Warn {
		return Quiet
	}
	return m
}

// class returns the name of a meaning in CSS.
func (m Meaning) class() string { return meanings[m] }

// Chart is a picture with the sentence and the table that say the same.
type Chart struct {
	Says string        // one sentence, plain text: what the picture shows
	SVG  template.HTML // well-formed; has Says as its label
	Head []string      // the columns of the table
	Rows [][]string    // its rows, plain text; none where there is nothing to show
}

// tableRowsMax keeps a page small: the rest of a long table is counted.
const tableRowsMax = 500

// HTML returns the picture as a figure with its table folded beneath. A table of more
// than 500 rows ends with how many more there are.
func (c Chart) HTML() template.HTML {
	var out strings.Builder
	out.WriteString(`<figure class="plot">`)
	out.WriteString(string(c.SVG))
	if len(c.Rows) > 0 {
		out.WriteString(`<details><summary>Table</summary><table><thead><tr>`)
		for _, name := range c.Head {
			fmt.Fprintf(&out, `<th scope="col">%s</th>`, escape(clean(name)))
		}
		out.WriteString(`</tr></thead><tbody>`)
		for _, row := range c.Rows[:min(len(c.Rows), tableRowsMax)] {
			writeRow(&out, row)
		}
		if more := len(c.Rows) - tableRowsMax; more > 0 {
			fmt.Fprintf(&out, `<tr><td colspan="%d">… and %s more</td></tr>`, max(1, len(c.Head)), count(more))
		}
		out.WriteString(`</tbody></table></details>`)
	}
	out.WriteString(`</figure>`)
	return template.HTML(out.String())
}

func writeRow(out *strings.Builder, row []string) {
	out.WriteString("<tr>")
	for i, cell := range row {
		class := ""
		if i > 0 {
			class = ` class="num"`
		}
		fmt.Fprintf(out, `<td%s>%s</td>`, class, escape(clean(cell)))
	}
	out.WriteString("</tr>")
}

// Mark returns the mark of a meaning as an image of 14 px for a line of text. It is
// hidden from screen readers: the words beside it say the same.
func Mark(m Meaning) template.HTML {
	var c canvas
	c.mark(7, 7, 6, m.known())
	return template.HTML(`<svg class="plot mark" viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">` + c.body.String() + `</svg>`)
}

// Defs returns the patterns of areas, by ids that begin with "plot-". A page holds them
// once, before its first picture.
func Defs() template.HTML {
	return `<svg class="plot-defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>` +
		`<pattern id="plot-later" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" class="p-later-pale"/><rect width="4" height="2.2" class="p-later"/></pattern>` +
		`<pattern id="plot-warn" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" class="p-warn-pale"/><rect width="2.6" height="6" class="p-warn"/></pattern>` +
		`<pattern id="plot-again" width="5" height="5" patternUnits="userSpaceOnUse"><rect width="5" height="5" class="p-used"/><circle cx="2.5" cy="2.5" r="1" class="p-spot"/></pattern>` +
		`</defs></svg>`
}
