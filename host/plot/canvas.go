package plot

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"
)

// canvas collects the elements of a picture. Its writers take px from the upper left.
type canvas struct {
	body          strings.Builder
	width, height float64
}

// Widths of pictures, in px: what is narrower shows nothing, what is wider no more.
const (
	widthMin = 80
	widthMax = 4000
)

// sheet returns an empty canvas; its height is set as the picture grows.
func sheet(width int) *canvas {
	return &canvas{width: float64(min(max(width, widthMin), widthMax))}
}

// px writes a coordinate: to a tenth, without noise.
func px(v float64) string {
	if !finite(v) {
		v = 0
	}
	text := strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
	if text == "-0" {
		return "0"
	}
	return text
}

// close ends an element, with a text that appears under the pointer.
func (c *canvas) close(element, title string) {
	if title == "" {
		c.body.WriteString("/>")
		return
	}
	fmt.Fprintf(&c.body, "><title>%s</title></%s>", escape(title), element)
}

// class writes classes of CSS. Each begins with "p-", so that no rule of a page meets it.
func (c *canvas) class(names string) {
	if names != "" {
		fmt.Fprintf(&c.body, ` class="p-%s"`, strings.ReplaceAll(names, " ", " p-"))
	}
}

// rect draws a rectangle with round corners and a class, or the url of a pattern; what has
// no size is not drawn.
func (c *canvas) rect(x, y, w, h, r float64, class, title string) {
	if !(w > 0) || !(h > 0) {
		return
	}
	r = min(r, w/2, h/2)
	fmt.Fprintf(&c.body, `<rect x="%s" y="%s" width="%s" height="%s"`, px(x), px(y), px(max(w, .1)), px(max(h, .1)))
	if r >= .1 {
		fmt.Fprintf(&c.body, ` rx="%s"`, px(r))
	}
	if strings.HasPrefix(class, "url(") {
		fmt.Fprintf(&c.body, ` fill="%s"`, class)
	} else {
		c.class(class)
	}
	c.close("rect", title)
}

// area draws a rectangle in the way of a meaning. An outline stays within.
func (c *canvas) area(x, y, w, h, r float64, m Meaning, title string) {
	class := m.class()
	switch m {
	case Later:
		class = "url(#plot-later) #7b65b0"
	case Warn:
		class = "url(#plot-warn) #b8475d"
	case again:
		class = "url(#plot-again) #2f8262"
	case Ignored, Open, pale:
		if w < 4.5 || h < 3 {
			class += " thin"
			break
		}
		x, y, w, h = x+.5, y+.5, w-1, h-1
		class += " lined"
	}
	c.rect(x, y, w, h, r, class, title)
}

func (c *canvas) line(x1, y1, x2, y2 float64, class string) {
	fmt.Fprintf(&c.body, `<line x1="%s" y1="%s" x2="%s" y2="%s"`, px(x1), px(y1), px(x2), px(y2))
	c.class(class)
	c.close("line", "")
}

func (c *canvas) circle(x, y, r float64, class, title string) {
	fmt.Fprintf(&c.body, `<circle cx="%s" cy="%s" r="%s"`, px(x), px(y), px(r))
	c.class(class)
	c.close("circle", title)
}

func (c *canvas) path(d, class, title string) {
	fmt.Fprintf(&c.body, `<path d="%s"`, d)
	c.class(class)
	c.close("path", title)
}

// mark draws the sign of a meaning around a point.
func (c *canvas) mark(x, y, r float64, m Meaning) {
	at := func(dx, dy float64) string { return px(x+dx*r) + " " + px(y+dy*r) }
	switch m {
	case Told:
		c.circle(x, y, r, "told", "")
	case Used:
		c.circle(x, y, r, "used", "")
		c.path("M"+at(-.45, .05)+"L"+at(-.13, .36)+"L"+at(.47, -.3), "check", "")
	case Later:
		c.circle(x, y, r-.8, "ring later-line", "")
		c.path(fmt.Sprintf("M%sA%s %s 0 0 1 %sZ", at(0, -.87), px(r*.87), px(r*.87), at(0, .87)), "later", "")
	case Ignored:
		c.circle(x, y, r-.8, "ring ignored-line", "")
	case Open:
		c.circle(x, y, r-.8, "ring open-line", "")
	case Warn:
		c.path("M"+at(0, -.95)+"L"+at(1, .8)+"L"+at(-1, .8)+"Z", "warn", "")
	default:
		c.path("M"+at(-.75, 0)+"L"+at(.75, 0), "dash", "")
	}
}

// Anchors of texts: the x of a text is where it begins, its middle, or where it ends.
const (
	start  = "start"
	middle = "middle"
	end    = "end"
)

// text writes a line of text. What would leave the picture is shortened.
func (c *canvas) text(x, y float64, f face, anchor, text string) { c.titled(x, y, f, anchor, text, "") }

// titled writes a line of text with another that appears under the pointer.
func (c *canvas) titled(x, y float64, f face, anchor, text, title string) {
	if anchor == start {
		x = max(x, 1) // letters such as T begin a little before their x
	}
	if shown := f.fit(text, c.room(x, anchor)); shown != text {
		if title == "" {
			title = text
		}
		text = shown
	}
	if text == "" {
		return
	}
	fmt.Fprintf(&c.body, `<text x="%s" y="%s"`, px(x), px(y))
	c.class(f.class)
	if anchor != start {
		fmt.Fprintf(&c.body, ` text-anchor="%s"`, anchor)
	}
	fmt.Fprintf(&c.body, ">%s", escape(text))
	if title != "" {
		fmt.Fprintf(&c.body, "<title>%s</title>", escape(title))
	}
	c.body.WriteString("</text>")
}

// room returns how wide a text at x can be.
func (c *canvas) room(x float64, anchor string) float64 {
	const rounding = .1
	switch anchor {
	case end:
		return x + rounding
	case middle:
		return 2*min(x, c.width-x) + rounding
	}
	return c.width - x + rounding
}

// name writes a clean foreign text into so many px, shortened where it is longer; the
// whole of it appears under the pointer.
func (c *canvas) name(x, y float64, f face, anchor, text string, room float64) {
	shown := f.fit(text, room)
	if shown == text {
		text = ""
	}
	c.titled(x, y, f, anchor, shown, text)
}

// chart closes the picture.
func (c *canvas) chart(says string, head []string, rows [][]string) Chart {
	var svg strings.Builder
	w, h := px(c.width), px(math.Ceil(c.height))
	fmt.Fprintf(&svg, `<svg class="plot" viewBox="0 0 %s %s" width="%s" height="%s" role="img" aria-label="%s">`, w, h, w, h, escape(says))
	svg.WriteString(c.body.String())
	svg.WriteString("</svg>")
	return Chart{Says: says, SVG: template.HTML(svg.String()), Head: head, Rows: rows}
}

// empty is the picture of nothing: its sentence.
func empty(width int, says string) Chart {
	c := sheet(width)
	lines := smallSoft.wrap(says, c.width)
	for i, line := range lines {
		c.text(0, 14+float64(i)*16, smallSoft, start, line)
	}
	c.height = float64(len(lines))*16 + 4
	return c.chart(says, nil, nil)
}

// key is an entry of a legend.
type key struct {
	m    Meaning
	name string
}

// legend writes entries in lines of the width, the first with its baseline at y, and
// returns the height that they take: 18 px a line.
func (c *canvas) legend(x0, y float64, keys []key) float64 {
	x, line := x0, 0.0
	for _, k := range keys {
		name := smallSoft.fit(k.name, c.width-x0-17)
		width := 17 + smallSoft.width(name)
		if x > x0 && x+width > c.width {
			x, line = x0, line+1
		}
		c.area(x, y+line*18-9, 11, 11, 3, k.m, "")
		c.text(x+17, y+line*18, smallSoft, start, name)
		x += width + 16
	}
	return (line + 1) * 18
}

// column returns how wide a column of names is: as wide as the widest, at most a share of
// the picture.
func (c *canvas) column(f face, names []string, share float64) float64 {
	widest := 0.0
	for _, name := range names {
		widest = max(widest, f.width(name))
	}
	return min(math.Ceil(widest), math.Floor(c.width*share))
}
