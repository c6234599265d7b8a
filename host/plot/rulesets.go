package plot

import (
	"fmt"
	"math"
)

// Verdict is how often a ruleset would have decided otherwise.
type Verdict struct {
	Name, Note string // Note is a line beneath: what that would have lost and spared
	Detail     string // a line under the name, such as the version
	Same       int
	More, Less int // it would have suggested something, or nothing
	Other      int // another item
	// NotComparable counts decisions that no verdict could be given for.
	NotComparable int
}

// verdictKeys are the entries of the legend, in the order of the segments.
var verdictKeys = [...]key{{Quiet, "the same"}, {Told, "more"}, {Ignored, "less"}, {Later, "another item"}, {Open, "not comparable"}}

func (v Verdict) counts() [len(verdictKeys)]int {
	return [...]int{whole(v.Same), whole(v.More), whole(v.Less), whole(v.Other), whole(v.NotComparable)}
}

func (v Verdict) total() int {
	sum := 0
	for _, n := range v.counts() {
		sum += n
	}
	return sum
}

// verdictsMax is the most rows that are drawn; the rest is counted.
const verdictsMax = 40

// verdictsNarrow is the width below which a name stands above its bar.
const verdictsNarrow = 560

// Verdicts draws for each ruleset how often it would have decided the same and how
// otherwise, as a bar of segments with their numbers, on one scale.
func Verdicts(width int, rows []Verdict) Chart {
	most := 0
	for _, v := range rows {
		most = max(most, v.total())
	}
	if most == 0 {
		return empty(width, "No other ruleset has looked on yet.")
	}
	c := sheet(width)
	y := c.legend(0, 12, verdictKeys[:]) + 6
	shown := rows[:min(len(rows), verdictsMax)]
	names := make([]string, 0, 2*len(shown))
	for _, v := range shown {
		names = append(names, clean(v.Name), clean(v.Detail))
	}
	left := c.column(bold, names, .3) + 16
	for _, v := range shown {
		y = c.verdict(y, left, most, v)
	}
	if more := len(rows) - len(shown); more > 0 {
		c.text(0, y+11, smallFaint, start, smallFaint.fit("… and "+count(more)+" more", c.width))
		y += 18
	}
	c.height = y
	return c.chart(verdictsSays(rows), []string{"Ruleset", "The same", "More", "Less", "Another item", "Not comparable", "Note"}, verdictRows(rows))
}

// verdict draws a row and returns where the next begins.
func (c *canvas) verdict(y, left float64, most int, v Verdict) float64 {
	name, detail, note := clean(v.Name), clean(v.Detail), clean(v.Note)
	if c.width < verdictsNarrow {
		shown := bold.fit(name, c.width)
		c.name(0, y+12, bold, start, name, c.width)
		if rest := c.width - bold.width(shown) - 10; rest > 40 {
			c.name(c.width-rest, y+12, smallFaint, start, detail, rest)
		}
		y, left = y+20, 0
	} else {
		c.name(0, y+14, bold, start, name, left-14)
		c.name(0, y+29, smallFaint, start, detail, left-14)
	}
	scale, x := (c.width-left)/float64(most), left
	for i, n := range v.counts() {
		length := float64(n) * scale
		c.segment(x, y, length-min(1.5, length/4), n, verdictKeys[i])
		x += length
	}
	if note == "" {
		return y + 40
	}
	c.name(left, y+42, smallSoft, start, note, c.width-left)
	return y + 62
}

// segment draws a part of a bar with its number where that has room.
func (c *canvas) segment(x, y, length float64, n int, k key) {
	c.area(x, y, length, 26, 3, k.m, count(n)+" "+k.name)
	if length < smallBold.width(count(n))+10 {
		return
	}
	style := smallBold
	switch k.m {
	case Told:
		style.class += " on"
	case Later:
		c.rect(x+3, y+5, smallBold.width(count(n))+5, 16, 3, "later-pale", "")
	}
	c.text(x+6, y+17, style, start, count(n))
}

func verdictsSays(rows []Verdict) string {
	most := rows[0]
	differs := func(v Verdict) int { return whole(v.More) + whole(v.Less) + whole(v.Other) }
	for _, v := range rows {
		if differs(v) > differs(most) {
			most = v
		}
	}
	return fmt.Sprintf("%s looked on; %s differs most, in %s of %s.", some(len(rows), "ruleset", "rulesets"), clean(most.Name), count(differs(most)), some(most.total(), "decision", "decisions"))
}

func verdictRows(rows []Verdict) [][]string {
	out := make([][]string, len(rows))
	for i, v := range rows {
		out[i] = []string{clean(v.Name)}
		for _, n := range v.counts() {
			out[i] = append(out[i], count(n))
		}
		out[i] = append(out[i], clean(v.Note))
	}
	return out
}

// PlanePoint is what a backtest found of a ruleset.
type PlanePoint struct {
	Name       string
	PerHundred float64 // suggestions for 100 prompts
	Used       float64 // share used, 0 to 1
	Low, High  float64 // its interval
	Tokens     int
	Strong     bool // the ruleset that decides
}

// planeMax is the most points that are drawn.
const planeMax = 60

// Plane draws rulesets by how often they suggest and how much of that is used, with the
// interval; a disc is as large as the tokens that it would have cost.
func Plane(width int, points []PlanePoint) Chart {
	var kept []PlanePoint
	for _, p := range points {
		if finite(p.PerHundred) && finite(p.Used) {
			p.Name, p.PerHundred, p.Used, p.Tokens = clean(p.Name), max(p.PerHundred, 0), unit(p.Used), whole(p.Tokens)
			if !finite(p.Low) || !finite(p.High) {
				p.Low, p.High = p.Used, p.Used
			}
			p.Low, p.High = unit(min(p.Low, p.High)), unit(max(p.Low, p.High))
			kept = append(kept, p)
		}
	}
	if len(kept) == 0 {
		return empty(width, "No backtest has run yet.")
	}
	c := sheet(width)
	newPlane(c, kept).draw(kept[:min(len(kept), planeMax)])
	rows := make([][]string, len(kept))
	best := kept[0]
	for i, p := range kept {
		rows[i] = []string{p.Name, brief(p.PerHundred), percent(p.Used), percent(p.Low), percent(p.High), count(p.Tokens)}
		if p.Used > best.Used {
			best = p
		}
	}
	says := fmt.Sprintf("%s; of what %s suggests most is used, %s, at %s for 100 prompts.", some(len(kept), "ruleset", "rulesets"), best.Name, percent(best.Used), some(int(math.Round(best.PerHundred)), "suggestion", "suggestions"))
	return c.chart(says, []string{"Ruleset", "Suggestions for 100 prompts", "Share used", "From", "To", "Tokens"}, rows)
}

// plane holds the scales while points are drawn.
type plane struct {
	c         *canvas
	within    box
	low, high float64 // shares at the bottom and the top
	most      float64 // suggestions at the right
	tokens    int
}

func newPlane(c *canvas, points []PlanePoint) *plane {
	p := &plane{c: c, low: 1, high: 0, most: 1, tokens: 1}
	for _, q := range points {
		p.low, p.high = min(p.low, q.Low), max(p.high, q.High)
		p.most, p.tokens = max(p.most, q.PerHundred), max(p.tokens, q.Tokens)
	}
	p.low, p.high = math.Floor(p.low*5)/5, math.Ceil(p.high*5)/5
	p.low, p.high = max(p.low, 0), min(max(p.high, p.low+.2), 1)
	if p.high-p.low < .2 {
		p.low = p.high - .2
	}
	p.most *= 1.12
	c.height = min(max(c.width*.5, 220), 320)
	left := 0.0
	for _, v := range ticks(p.low, p.high, 4) {
		left = max(left, smallFaint.width(percent(v)))
	}
	p.within = box{math.Ceil(left) + 9, 24, c.width - 16, c.height - 46}
	p.axes()
	return p
}

func (p *plane) x(v float64) float64 {
	return p.within.x0 + unit(v/p.most)*(p.within.x1-p.within.x0)
}

func (p *plane) y(share float64) float64 {
	return p.within.y1 - unit((share-p.low)/(p.high-p.low))*(p.within.y1-p.within.y0)
}

func (p *plane) axes() {
	c := p.c
	c.text(0, 12, smallSoft, start, smallSoft.fit("share used", c.width))
	for _, v := range ticks(p.low, p.high, 4) {
		c.line(p.within.x0, p.y(v), p.within.x1, p.y(v), "grid")
		c.text(p.within.x0-8, p.y(v)+4, smallFaint, end, percent(v))
	}
	free := 0.0
	for _, v := range ticks(0, p.most, max(2, int(c.width/90))) {
		half := smallFaint.width(brief(v)) / 2
		if x := p.x(v); x-half >= free && x+half <= c.width {
			c.text(x, p.within.y1+18, smallFaint, middle, brief(v))
			free = x + half + 8
		}
	}
	c.text((p.within.x0+p.within.x1)/2, c.height-6, smallSoft, middle, smallSoft.fit("suggestions for 100 prompts", p.within.x1-p.within.x0))
}

func (p *plane) draw(points []PlanePoint) {
	radius := func(q PlanePoint) float64 { return 4 + 7*math.Sqrt(float64(q.Tokens)/float64(p.tokens)) }
	room := newField(box{p.within.x0, p.within.y0 - 10, p.c.width, p.within.y1 + 2})
	for _, q := range points {
		x, y, r := p.x(q.PerHundred), p.y(q.Used), radius(q)
		room.take(box{x - r, y - r, x + r, y + r}, false)
		class := "other"
		if q.Strong {
			class = "told"
		}
		p.c.line(x, p.y(q.Low), x, p.y(q.High), "spread "+class+"-line")
		p.c.circle(x, y, r, "ring-point "+class, fmt.Sprintf("%s: %s used, %s for 100 prompts, %s tokens", q.Name, percent(q.Used), brief(q.PerHundred), count(q.Tokens)))
	}
	for _, strong := range [...]bool{true, false} {
		for _, q := range points {
			style := smallSoft
			if q.Strong {
				style = smallBold
			}
			if q.Strong == strong {
				room.label(p.c, p.x(q.PerHundred), p.y(q.Used), radius(q), style, style.fit(q.Name, p.c.width*.4), q.Strong)
			}
		}
	}
}
