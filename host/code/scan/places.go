package scan

import "github.com/ed-irl/impressionism/host/code"

// outer is a definition with members whose last line has not been reached.
type outer struct {
	Definition
	told bool // its first lines are a place already
}

// places tells definitions and what lies between them as places. Lines belong to the
// innermost definition that holds them; of a type with members, those that no member has.
func places(l lines, definitions []Definition, limits Limits) []code.Place {
	w := &placeWriter{lines: l, limits: limits, next: 1}
	for _, d := range definitions {
		for len(w.open) > 0 && w.open[len(w.open)-1].End < d.Start {
			w.close()
		}
		if d.Start < w.next { // on a line that another definition has
			continue
		}
		w.upTo(d.Start - 1)
		if d.members {
			w.open = append(w.open, outer{Definition: d})
			continue
		}
		w.write(d, d.Start, d.End)
		w.next = d.End + 1
	}
	for len(w.open) > 0 {
		w.close()
	}
	w.upTo(l.count())
	return w.places
}

type placeWriter struct {
	lines  lines
	limits Limits
	places []code.Place
	open   []outer
	next   int // the first line that no place has
}

// upTo writes the lines before the next definition, which are those of the innermost open one.
func (w *placeWriter) upTo(end int) {
	if end < w.next {
		return
	}
	if n := len(w.open) - 1; n >= 0 && w.open[n].place {
		d := w.open[n].Definition
		if w.open[n].told {
			d.Doc = ""
		}
		w.open[n].told = true
		w.write(d, w.next, end)
	} else {
		w.write(Definition{Kind: code.Rest}, w.next, end)
	}
	w.next = end + 1
}

func (w *placeWriter) close() {
	w.upTo(w.open[len(w.open)-1].End)
	w.open = w.open[:len(w.open)-1]
}

func (w *placeWriter) write(d Definition, start, end int) {
	like := code.Place{Symbol: d.Symbol, Kind: d.Kind, Doc: d.Doc}
	w.places = w.lines.cut(w.places, like, start, end, max(w.limits.PlaceLines, 1), w.limits.Overlap)
}
