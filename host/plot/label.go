package plot

import (
	"math"
	"slices"
)

// box is a rectangle, in px.
type box struct{ x0, y0, x1, y1 float64 }

// taken is a box where something stands.
type taken struct {
	box
	words bool
}

func (b box) meets(o box) bool { return b.x0 < o.x1 && b.x1 > o.x0 && b.y0 < o.y1 && b.y1 > o.y0 }

// textBox returns the room that a text takes.
func textBox(x, y float64, f face, anchor, text string) box {
	w := f.width(text)
	switch anchor {
	case middle:
		x -= w / 2
	case end:
		x -= w
	}
	return box{x, y - ascent*f.size, x + w, y + descent*f.size}
}

// field knows what stands where, so that labels find room. Its cells make that a look
// nearby.
type field struct {
	within        box
	columns, rows int
	cells         [][]taken
}

// cellSize is about the length of a short label.
const cellSize = 32

func newField(within box) *field {
	columns := int((within.x1-within.x0)/cellSize) + 1
	rows := int((within.y1-within.y0)/cellSize) + 1
	return &field{within: within, columns: columns, rows: rows, cells: make([][]taken, columns*rows)}
}

// each calls visit with the cells that a box touches, until it returns false.
func (f *field) each(b box, visit func(cell *[]taken) bool) {
	clamp := func(v float64, most int) int { return int(math.Min(math.Max(v/cellSize, 0), float64(most-1))) }
	left, right := clamp(b.x0-f.within.x0, f.columns), clamp(b.x1-f.within.x0, f.columns)
	for row := clamp(b.y0-f.within.y0, f.rows); row <= clamp(b.y1-f.within.y0, f.rows); row++ {
		for column := left; column <= right; column++ {
			if !visit(&f.cells[row*f.columns+column]) {
				return
			}
		}
	}
}

// take marks a box as taken, by words or by something else.
func (f *field) take(b box, words bool) {
	f.each(b, func(cell *[]taken) bool { *cell = append(*cell, taken{b, words}); return true })
}

// drop makes a box free that was taken.
func (f *field) drop(b box) {
	f.each(b, func(cell *[]taken) bool {
		*cell = slices.DeleteFunc(*cell, func(o taken) bool { return o.box == b })
		return true
	})
}

// free reports whether a box lies within the field and meets nothing, or no words if it may
// cover the rest.
func (f *field) free(b box, cover bool) bool {
	if b.x0 < f.within.x0 || b.x1 > f.within.x1 || b.y0 < f.within.y0 || b.y1 > f.within.y1 {
		return false
	}
	free := true
	f.each(b, func(cell *[]taken) bool {
		for _, other := range *cell {
			if (other.words || !cover) && b.meets(other.box) {
				free = false
			}
		}
		return free
	})
	return free
}

// label writes a text beside a disc where there is room: right, left, above or below. It
// reports whether there was any. A strong label may cover what is no label.
func (f *field) label(c *canvas, x, y, r float64, style face, text string, strong bool) bool {
	if text == "" {
		return false
	}
	gap := r + 5
	middleLine := y + style.size*.35
	spots := [...]spot{
		{x + gap, middleLine, start},
		{x - gap, middleLine, end},
		{x, y - gap + 1, middle},
		{x, y + gap + style.size*.75, middle},
		{x + gap*.75, y - gap*.7, start},
		{x + gap*.75, y + gap*.7 + style.size*.7, start},
		{x - gap*.75, y - gap*.7, end},
		{x - gap*.75, y + gap*.7 + style.size*.7, end},
	}
	for _, at := range spots {
		if f.write(c, at, style, text, false) {
			return true
		}
	}
	for _, at := range spots {
		if strong && f.write(c, at, style, text, true) {
			return true
		}
	}
	return false
}

// spot is where a label may stand.
type spot struct {
	x, y   float64
	anchor string
}

// write writes a label if its spot is free, or covers no other label.
func (f *field) write(c *canvas, at spot, style face, text string, cover bool) bool {
	b := textBox(at.x, at.y, style, at.anchor, text)
	if !f.free(b, cover) {
		return false
	}
	f.take(b, true)
	style.class += " halo"
	c.text(at.x, at.y, style, at.anchor, text)
	return true
}
