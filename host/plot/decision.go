package plot

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Similarities draws one row of the similarities of a decision, 0 to 1: what was told as
// filled discs with the number beside each, what else came near as open ones, the floor
// dotted. The picture is 30 px high.
func Similarities(width int, told, others []float64, floor float64) Chart {
	told, others = descending(told), descending(others)
	says := similaritiesSays(told, others, floor)
	c := sheet(width)
	c.height = 30
	const y, margin = 16, 7
	x := func(v float64) float64 { return margin + min(max(v, 0), 1)*(c.width-2*margin) }
	if len(told)+len(others) > 0 {
		c.line(margin, y, c.width-margin, y, "axis")
	} else {
		c.text(0, 20, smallFaint, start, "nothing came near")
	}
	if finite(floor) && floor > 0 {
		c.line(x(floor), 5, x(floor), 27, "floor")
	}
	room := newField(box{0, 0, c.width, c.height})
	last := math.Inf(-1)
	for i := len(others) - 1; i >= 0; i-- {
		if x(others[i]) < last+2 { // a reader sees one
			continue
		}
		last = x(others[i])
		c.circle(last, y, 4, "ring other", similarity(others[i]))
		room.take(box{x(others[i]) - 5, y - 5, x(others[i]) + 5, y + 5}, false)
	}
	for _, v := range told {
		room.take(box{x(v) - 6, y - 6, x(v) + 6, y + 6}, false)
	}
	for _, v := range told {
		c.circle(x(v), y, 6, "told edge", similarity(v))
	}
	numberTold(c, room, told, x)
	var rows [][]string
	for _, v := range told {
		rows = append(rows, []string{"told", similarity(v)})
	}
	for _, v := range others {
		rows = append(rows, []string{"came near", similarity(v)})
	}
	if len(rows) > 0 && finite(floor) && floor > 0 {
		rows = append(rows, []string{"floor", similarity(floor)})
	}
	return c.chart(says, []string{"Which", "Similarity"}, rows)
}

// numberTold writes the number of each told disc beside it or, where one has no room, all
// of them together as near as they fit.
func numberTold(c *canvas, room *field, told []float64, x func(float64) float64) {
	const baseline = 20
	var numbers []string
	var boxes []box
	for _, v := range told {
		numbers = append(numbers, similarity(v))
		for _, b := range [...]box{
			textBox(x(v)+11, baseline, smallBold, start, similarity(v)),
			textBox(x(v)-11, baseline, smallBold, end, similarity(v)),
		} {
			if room.free(b, false) {
				room.take(b, true)
				boxes = append(boxes, b)
				break
			}
		}
	}
	if len(boxes) == len(told) {
		for i, b := range boxes {
			c.text(b.x0, baseline, smallBold, start, numbers[i])
		}
		return
	}
	for _, b := range boxes {
		room.drop(b)
	}
	slices.Reverse(numbers) // as the discs stand
	all := strings.Join(numbers, " ")
	style := smallBold
	style.class += " halo"
	for left := x(told[0]); left > 0; left -= 4 {
		for _, at := range [...]float64{2*x(told[0]) - left + 11, left - 11 - smallBold.width(all)} {
			if room.free(textBox(at, baseline, smallBold, start, all), false) {
				c.text(at, baseline, style, start, all)
				return
			}
		}
	}
}

func similaritiesSays(told, others []float64, floor float64) string {
	var says []string
	if len(told) > 0 {
		says = append(says, "told at "+list(told))
	} else {
		says = append(says, "nothing was told")
	}
	if len(others) > 0 {
		says = append(says, "near it "+list(others))
	} else if len(told) == 0 {
		says = append(says, "nothing came near")
	}
	if finite(floor) && floor > 0 {
		says = append(says, "the floor is "+similarity(floor))
	}
	return sentence(says)
}

// sentence joins clauses with semicolons.
func sentence(clauses []string) string {
	text := strings.Join(clauses, "; ")
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// list names the first three similarities and counts the rest.
func list(values []float64) string {
	var names []string
	for _, v := range values[:min(len(values), 3)] {
		names = append(names, similarity(v))
	}
	if more := len(values) - 3; more > 0 {
		names = append(names, count(more)+" more")
	}
	return strings.Join(names, ", ")
}

// descending returns the numbers that can be drawn, the largest first.
func descending(values []float64) []float64 {
	kept := make([]float64, 0, len(values))
	for _, v := range values {
		if finite(v) {
			kept = append(kept, v)
		}
	}
	slices.SortFunc(kept, func(a, b float64) int { return cmp.Compare(b, a) })
	return kept
}

// Part is a part of a score, in log-odds.
type Part struct {
	Name  string
	Value float64
	Base  bool // where every score begins: drawn pale
}

// partsMax is the most rows of a waterfall: the smallest parts beyond are added up.
const partsMax = 24

// Waterfall draws how parts add up to a score: each begins where the one before ended,
// gains filled and losses hatched. Beneath are the sum and what was needed. Without a
// number for needed (NaN) that row is left out. Of more than 24 parts the smallest are one.
func Waterfall(width int, parts []Part, sum, needed float64) Chart {
	parts = drawableParts(parts)
	if len(parts) == 0 {
		return empty(width, "No parts of the score were stored.")
	}
	if !finite(sum) {
		sum = 0
		for _, p := range parts {
			sum += p.Value
		}
	}
	c := sheet(width)
	w := newWaterfall(c, parts, sum, needed)
	for i, p := range parts {
		w.part(i, p, i+1 < len(parts))
	}
	w.total(len(parts), sum, needed)
	rows := make([][]string, 0, len(parts)+2)
	for _, p := range parts {
		rows = append(rows, []string{p.Name, signed(p.Value)})
	}
	rows = append(rows, []string{"sum", signed(sum)})
	says := "Log-odds add up to " + signed(sum)
	if finite(needed) {
		rows = append(rows, []string{"needed", signed(needed)})
		says += "; " + signed(needed) + " was needed"
	}
	return c.chart(says+".", []string{"Part", "Log-odds"}, rows)
}

// drawableParts cleans parts, leaves out what is no number, and adds up the smallest.
func drawableParts(parts []Part) []Part {
	var kept []Part
	for _, p := range parts {
		if finite(p.Value) {
			p.Name = clean(p.Name)
			kept = append(kept, p)
		}
	}
	if len(kept) <= partsMax {
		return kept
	}
	sizes := make([]float64, len(kept))
	for i, p := range kept {
		sizes[i] = math.Abs(p.Value)
	}
	floor := descending(sizes)[partsMax-2]
	rest, more := 0.0, 0
	large := kept[:0:0]
	for _, p := range kept {
		if math.Abs(p.Value) >= floor && len(large) < partsMax-1 {
			large = append(large, p)
			continue
		}
		rest += p.Value
		more++
	}
	return append(large, Part{Name: count(more) + " more", Value: rest})
}

// waterfall holds the scale of a waterfall while its rows are drawn.
type waterfall struct {
	c       *canvas
	names   float64 // the width of the names
	x       func(float64) float64
	reached float64 // the sum of the parts so far
}

const waterfallRow = 21

func newWaterfall(c *canvas, parts []Part, sum, needed float64) *waterfall {
	names := []string{"needed"}
	low, high := min(0, sum), max(0, sum)
	if finite(needed) {
		low, high = min(low, needed), max(high, needed)
	}
	number, reached := smallBold.width(signed(sum)), 0.0
	for _, p := range parts {
		names = append(names, p.Name)
		reached += p.Value
		low, high = min(low, reached), max(high, reached)
		number = max(number, small.width(signed(p.Value)))
	}
	if high-low < 1e-9 {
		high = low + 1
	}
	w := &waterfall{c: c, names: c.column(soft, names, .36)}
	left, right := w.names+16+number+4, c.width-number-12
	w.x = func(v float64) float64 { return left + (v-low)/(high-low)*max(right-left, 1) }
	c.line(w.x(0), 0, w.x(0), float64(len(parts)*waterfallRow), "axis")
	return w
}

func (w *waterfall) part(row int, p Part, more bool) {
	y := float64(row*waterfallRow) + 3
	from, to := w.x(w.reached), w.x(w.reached+p.Value)
	left, right := min(from, to), max(from, to)
	m := Told
	if p.Base {
		m = Quiet
	} else if p.Value < 0 {
		m = Warn
	}
	w.c.name(w.names, y+12, soft, end, p.Name, w.names)
	w.c.area(left, y, max(2, right-left), 15, 3, m, p.Name+" "+signed(p.Value))
	if p.Value < 0 {
		w.c.text(left-6, y+12, smallSoft, end, signed(p.Value))
	} else {
		w.c.text(max(right, left+2)+6, y+12, smallSoft, start, signed(p.Value))
	}
	w.reached += p.Value
	if more {
		w.c.line(to, y+15, to, y+waterfallRow, "axis")
	}
}

// total draws the sum, filled where it reaches what was needed, and that.
func (w *waterfall) total(rows int, sum, needed float64) {
	c, y := w.c, float64(rows*waterfallRow)+3
	c.line(w.names+12, y-1, c.width, y-1, "grid")
	c.text(w.names, y+14, bold, end, bold.fit("sum", w.names))
	m := Told
	if finite(needed) && sum < needed {
		m = Ignored
	}
	side := func(v float64) (float64, string) {
		if v < 0 {
			return w.x(v) - 11, end
		}
		return w.x(v) + 11, start
	}
	at, anchor := side(sum)
	c.mark(w.x(sum), y+10, 6, m)
	c.text(at, y+14, smallBold, anchor, signed(sum))
	c.height = y + 22
	if !finite(needed) {
		return
	}
	at, anchor = side(needed)
	c.line(w.x(needed), y+1, w.x(needed), y+40, "floor")
	c.text(w.names, y+35, soft, end, soft.fit("needed", w.names))
	c.text(at, y+35, smallSoft, anchor, signed(needed))
	c.height = y + 42
}

// Bar is a named number.
type Bar struct {
	Name   string
	Value  float64
	Strong bool // stands out: filled and bold
}

// barsMax is the most rows of a ranking.
const barsMax = 40

// Ranking draws named similarities as bars from 0, in the order given, with the floor
// dotted. The axis ends at 1, or at the largest value beyond. Of more than 40 the rest is
// counted.
func Ranking(width int, bars []Bar, floor float64) Chart {
	var kept []Bar
	for _, b := range bars {
		if finite(b.Value) {
			b.Name = clean(b.Name)
			kept = append(kept, b)
		}
	}
	if len(kept) == 0 {
		return empty(width, "Nothing came close.")
	}
	c := sheet(width)
	shown := kept[:min(len(kept), barsMax)]
	names, most := make([]string, len(shown)), 1.0
	for i, b := range shown {
		names[i], most = b.Name, max(most, b.Value)
	}
	left := c.column(bold, names, .42) + 12
	scale := (c.width - left - 40) / most
	for i, b := range shown {
		c.bar(float64(i)*22, left, scale, b)
	}
	bottom := float64(len(shown)) * 22
	if finite(floor) && floor > 0 && floor <= most {
		c.line(left+scale*floor, 0, left+scale*floor, bottom, "floor")
	}
	c.height = bottom + 2
	if more := len(kept) - len(shown); more > 0 {
		c.height = bottom + 20
		c.text(left, bottom+14, smallFaint, start, smallFaint.fit("… and "+count(more)+" more", c.width-left))
	}
	return c.chart(rankingSays(kept, floor), []string{"Name", "Similarity"}, rankingRows(kept, floor))
}

func (c *canvas) bar(y, left, scale float64, b Bar) {
	style, m := soft, Quiet
	if b.Strong {
		style, m = bold, Told
	}
	c.name(left-10, y+14, style, end, b.Name, left-12)
	length := max(b.Value*scale, 0)
	c.area(left, y+4, length, 12, 3, m, "")
	c.text(left+length+6, y+14, face{"xs halo", 11, false}, start, similarity(b.Value))
}

func rankingSays(bars []Bar, floor float64) string {
	best := slices.MaxFunc(bars, func(a, b Bar) int { return cmp.Compare(a.Value, b.Value) })
	says := fmt.Sprintf("%s came close, %s most at %s", some(len(bars), "item", "items"), best.Name, similarity(best.Value))
	if finite(floor) && floor > 0 {
		says += "; the floor is " + similarity(floor)
	}
	return says + "."
}

func rankingRows(bars []Bar, floor float64) [][]string {
	rows := make([][]string, 0, len(bars)+1)
	for _, b := range bars {
		rows = append(rows, []string{b.Name, similarity(b.Value)})
	}
	if finite(floor) && floor > 0 {
		rows = append(rows, []string{"floor", similarity(floor)})
	}
	return rows
}

// Step is a step of a decision with the time that it took.
type Step struct {
	Name string
	MS   float64
}

// stepsMax is the most rows of steps: the rest is added up.
const stepsMax = 14

// Steps draws where the time of a decision went: each step begins where the one before
// ended, and beneath is all of it against the deadline of so many milliseconds (0: none).
func Steps(width int, steps []Step, limitMS float64) Chart {
	steps, total := drawableSteps(steps)
	if len(steps) == 0 {
		return empty(width, "No times were stored.")
	}
	c := sheet(width)
	names := make([]string, len(steps))
	longest, number := 0, 0.0
	for i, s := range steps {
		names[i] = s.Name
		number = max(number, small.width(duration(s.MS)))
		if s.MS > steps[longest].MS {
			longest = i
		}
	}
	left := c.column(soft, names, .42) + 12
	scale, x := (c.width-left-number-8)/max(total, 1e-9), left
	for i, s := range steps {
		y := float64(i) * 19
		m := Quiet
		if i == longest {
			m = Told
		}
		c.name(left-12, y+13, soft, end, s.Name, left-12)
		c.area(x, y+4, max(s.MS*scale, 1.5), 11, 3, m, "")
		c.text(x+max(s.MS*scale, 1.5)+6, y+13, smallSoft, start, duration(s.MS))
		x += s.MS * scale
	}
	says := stepsTrack(c, float64(len(steps))*19+8, total, limitMS)
	rows := make([][]string, 0, len(steps)+2)
	for _, s := range steps {
		rows = append(rows, []string{s.Name, duration(s.MS)})
	}
	rows = append(rows, []string{"together", duration(total)})
	if finite(limitMS) && limitMS > 0 {
		rows = append(rows, []string{"deadline", duration(limitMS)})
	}
	return c.chart(says+", most of it in "+steps[longest].Name+".", []string{"Step", "Time"}, rows)
}

// stepsTrack draws all of the time on a track as long as the deadline, or longer where
// the time is, and returns the words for it.
func stepsTrack(c *canvas, y, total, limit float64) string {
	says := "It took " + duration(total)
	if finite(limit) && limit > 0 {
		scale, m := c.width/max(total, limit), Told
		if total > limit {
			m = Warn
		}
		c.rect(0, y, c.width, 6, 3, "track", "")
		c.area(0, y, max(total*scale, 2), 6, 3, m, "")
		if total > limit {
			c.line(limit*scale, y-3, limit*scale, y+9, "end")
		}
		says += " of " + duration(limit)
	}
	words := strings.TrimPrefix(says, "It took ")
	c.text(c.width, y+21, smallBold, end, smallBold.fit(words, c.width))
	c.height = y + 26
	return says
}

// drawableSteps cleans steps and returns their sum; those beyond the limit are one.
func drawableSteps(steps []Step) (kept []Step, total float64) {
	for _, s := range steps {
		if !finite(s.MS) || s.MS < 0 {
			continue
		}
		total += s.MS
		if len(kept) < stepsMax {
			kept = append(kept, Step{clean(s.Name), s.MS})
			continue
		}
		last := &kept[stepsMax-1]
		last.Name, last.MS = "the rest", last.MS+s.MS
	}
	return kept, total
}
