package plot

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
)

// Dot is an item on a map.
type Dot struct {
	Name   string
	X, Y   float64 // any units: only where dots are to each other matters
	Size   float64 // any units, 0 for the smallest
	Group  int     // colour and shape; groups from 0
	Strong bool    // ringed, and named first
}

// Line joins two dots, by their places in the list.
type Line struct {
	A, B   int
	Weight float64 // how thick, against the heaviest
	Strong bool
}

// What a map shows at most; the rest is counted.
const (
	dotsMax  = 2000
	linesMax = 400
)

// groups is how many groups have a colour and a shape of their own.
const groups = 6

// Map draws items as meaning places them: dots by place and size, pulled apart so that
// none covers another, lines between pairs, and names where there is room. Places are to
// be trusted only within a neighbourhood. Of more than 2,000 dots or 400 lines the smaller
// ones are left out; which names have no room, the sentence counts.
func Map(width int, dots []Dot, lines []Line) Chart {
	shown := choose(dots)
	if len(shown) == 0 {
		return empty(width, "There is nothing to place on a map.")
	}
	c := sheet(width)
	c.height = math.Round(min(c.width*.65, 120+24*float64(len(shown)))) // few dots need no large room
	discs := spread(box{6, 6, c.width - 6, c.height - 6}, shown)
	links := chooseLines(lines, discs)
	drawLines(c, links)
	for _, d := range discs {
		c.dot(d)
	}
	named := nameDots(c, discs, links)
	rows := make([][]string, len(shown))
	for i, d := range discs {
		rows[i] = []string{d.Name, brief(d.Size), count(whole(d.Group) + 1)}
	}
	says := fmt.Sprintf("%s by meaning, %s", some(len(shown), "item", "items"), some(len(links), "line between a pair", "lines between pairs"))
	if more := len(dots) - len(shown); more > 0 {
		says += fmt.Sprintf("; %s more are not drawn", count(more))
	}
	if more := len(shown) - named; more > 0 {
		says += fmt.Sprintf("; %s in the table", some(more, "name has no room and stands", "names have no room and stand"))
	}
	return c.chart(says+".", []string{"Name", "Size", "Group"}, rows)
}

// disc is a dot that has its place in px.
type disc struct {
	Dot
	input   int // the place in the list that was given
	x, y, r float64
}

// choose keeps the dots that can be placed, at most so many: strong ones, then the large.
func choose(dots []Dot) []disc {
	var kept []disc
	for i, d := range dots {
		if !finite(d.X) || !finite(d.Y) {
			continue
		}
		if d.Name = clean(d.Name); !finite(d.Size) || d.Size < 0 {
			d.Size = 0
		}
		kept = append(kept, disc{Dot: d, input: i})
	}
	if len(kept) > dotsMax {
		slices.SortStableFunc(kept, byWeight)
		kept = kept[:dotsMax]
		slices.SortFunc(kept, func(a, b disc) int { return cmp.Compare(a.input, b.input) })
	}
	return kept
}

// byWeight sorts strong dots first, then large ones.
func byWeight(a, b disc) int {
	if a.Strong != b.Strong {
		if a.Strong {
			return -1
		}
		return 1
	}
	return cmp.Compare(b.Size, a.Size)
}

// dot draws a dot in the shape of its group, of about the area of its disc and within it.
func (c *canvas) dot(d disc) {
	group := ((d.Group % groups) + groups) % groups
	class := fmt.Sprintf("dot g%d", group)
	if d.Strong {
		class += " strong"
	}
	at := func(dx, dy float64) string { return px(d.x+dx*d.r) + " " + px(d.y+dy*d.r) }
	switch {
	case d.r < 2.5 || group == 0:
		c.circle(d.x, d.y, d.r, class, d.Name)
	case group == 1:
		c.path("M"+at(-.71, -.71)+"L"+at(.71, -.71)+"L"+at(.71, .71)+"L"+at(-.71, .71)+"Z", class, d.Name)
	case group == 2:
		c.path("M"+at(0, -1)+"L"+at(1, 0)+"L"+at(0, 1)+"L"+at(-1, 0)+"Z", class, d.Name)
	case group == 3:
		c.path("M"+at(0, -1)+"L"+at(.87, .5)+"L"+at(-.87, .5)+"Z", class, d.Name)
	case group == 4:
		c.path("M"+at(0, 1)+"L"+at(.87, -.5)+"L"+at(-.87, -.5)+"Z", class, d.Name)
	default:
		c.path("M"+at(-1, 0)+"L"+at(-.5, -.87)+"L"+at(.5, -.87)+"L"+at(1, 0)+"L"+at(.5, .87)+"L"+at(-.5, .87)+"Z", class, d.Name)
	}
}

// GroupMark returns the shape and colour of a group of a map as an image of 12 px, for
// legends. It is hidden from screen readers.
func GroupMark(group int) template.HTML {
	var c canvas
	c.dot(disc{Dot: Dot{Group: group}, x: 6, y: 6, r: 5})
	return template.HTML(`<svg class="plot mark" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">` + c.body.String() + `</svg>`)
}

// link is a line between two discs.
type link struct {
	a, b   disc
	weight float64
	strong bool
}

// chooseLines keeps the lines between dots that are drawn, the heaviest last.
func chooseLines(lines []Line, discs []disc) []link {
	place := make(map[int]disc, len(discs))
	for _, d := range discs {
		place[d.input] = d
	}
	var kept []link
	for _, l := range lines {
		a, okA := place[l.A]
		b, okB := place[l.B]
		if okA && okB && l.A != l.B && finite(l.Weight) {
			kept = append(kept, link{a, b, max(l.Weight, 0), l.Strong})
		}
	}
	slices.SortStableFunc(kept, func(a, b link) int {
		if a.strong != b.strong {
			if b.strong {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.weight, b.weight)
	})
	return kept[max(0, len(kept)-linesMax):]
}

func drawLines(c *canvas, links []link) {
	heaviest := 1e-9
	for _, l := range links {
		heaviest = max(heaviest, l.weight)
	}
	for _, l := range links {
		class := "link"
		if l.strong {
			class += " strong"
		}
		dx, dy := l.b.x-l.a.x, l.b.y-l.a.y
		bend := min(.2, 40/max(math.Hypot(dx, dy), 1))
		class += fmt.Sprintf(" w%d", 1+int(math.Round(4*l.weight/heaviest)))
		mx := min(max((l.a.x+l.b.x)/2+dy*bend, 1), c.width-1)
		my := min(max((l.a.y+l.b.y)/2-dx*bend, 1), c.height-1)
		c.path(fmt.Sprintf("M%s %sQ%s %s %s %s", px(l.a.x), px(l.a.y), px(mx), px(my), px(l.b.x), px(l.b.y)), class, "")
	}
}

// nameDots writes names where there is room, strong dots first, then the ends of lines, then
// large ones, no more than a reader takes in, and returns how many. In a crowd the first cover
// small dots.
func nameDots(c *canvas, discs []disc, links []link) int {
	room := newField(box{1, 1, c.width - 1, c.height - 1})
	for _, d := range discs {
		room.take(box{d.x - d.r, d.y - d.r, d.x + d.r, d.y + d.r}, false)
	}
	joined := map[int]bool{}
	for _, l := range links {
		joined[l.a.input], joined[l.b.input] = true, true
	}
	order := slices.Clone(discs)
	slices.SortStableFunc(order, func(a, b disc) int {
		if a.Strong != b.Strong || joined[a.input] == joined[b.input] {
			return byWeight(a, b)
		}
		if joined[a.input] {
			return -1
		}
		return 1
	})
	named, most := 0, max(8, int(c.width*c.height/5000))
	for i, d := range order {
		first := i < 10 && len(discs) > 200 // in a crowd no name would have room
		style := small
		if d.Strong {
			style = smallBold
		}
		if room.label(c, d.x, d.y, d.r, style, style.fit(d.Name, min(180, c.width/2)), d.Strong || first) {
			if named++; named == most {
				break
			}
		}
	}
	return named
}
