package growth

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"strconv"
)

// The plot's measures, in SVG units.
const (
	width, height = 720, 380
	left, right   = 64, 30
	top, bottom   = 62, 56
	zeroWide      = 90 // from 0, which has no logarithm, to the first size
)

// style has colours with a contrast of at least 4.5 on both grounds. A page's image follows
// the reader's setting of dark or light, and brings its own ground.
const style = `<style>
text{font:13px system-ui,sans-serif;fill:#24292f}.t{font-weight:600;font-size:15px}.e{text-anchor:end}.m{text-anchor:middle}
.p{fill:#fff}.g{stroke:#d0d7de}.l{fill:none;stroke:currentColor;stroke-width:2}.q{stroke:currentColor}.d{fill:currentColor}
.c0{color:#0550ae}.c1{color:#8a4600}.c2{color:#116329}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.p{fill:#0d1117}.g{stroke:#30363d}.c0{color:#79c0ff}.c1{color:#ffa657}.c2{color:#56d364}}
</style>
`

// dashes tell lines apart without colours.
var dashes = []string{"none", "8 3", "2 3"}

// scales place a plot's sizes, on a logarithmic scale, and ratios, on a linear one from 0.
type scales struct {
	zero        float64 // width of what is left of the first size
	first, last float64 // logarithms of the smallest size above 0 and the largest
	most, step  float64 // of the ratios
}

func (p plot) scales() scales {
	s := scales{first: math.Inf(1), last: math.Inf(-1)}
	for _, l := range p.Lines {
		for _, at := range l.Points {
			s.most = max(s.most, at.Ratio, at.High)
			if at.X == 0 {
				s.zero = zeroWide
				continue
			}
			s.first, s.last = min(s.first, math.Log10(float64(at.X))), max(s.last, math.Log10(float64(at.X)))
		}
	}
	s.step = math.Pow10(int(math.Floor(math.Log10(s.most))))
	switch steps := s.most / s.step; {
	case steps < 2:
		s.step *= .2
	case steps < 5:
		s.step *= .5
	}
	s.most = math.Ceil(s.most/s.step) * s.step
	return s
}

func (s scales) x(size int) float64 {
	if size == 0 {
		return left
	}
	from := left + s.zero
	return from + (width-right-from)*(math.Log10(float64(size))-s.first)/max(s.last-s.first, 1e-9)
}

func (s scales) y(ratio float64) float64 { return top + (height-top-bottom)*(1-ratio/s.most) }

// draw returns the plot as SVG, the same bytes for the same data.
func (p plot) draw() []byte {
	var b bytes.Buffer
	s := p.scales()
	label := func(class string, x, y float64, text string) {
		fmt.Fprintf(&b, `<text class="%s" x="%.1f" y="%.1f">%s</text>`+"\n", class, x, y, html.EscapeString(text))
	}
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n%s", html.EscapeString(p.Title), style)
	fmt.Fprintf(&b, `<rect class="p" width="%d" height="%d"/>`+"\n", width, height)
	label("t", left, 24, p.Title)
	for number := range int(math.Round(s.most/s.step)) + 1 {
		ratio := float64(number) * s.step
		fmt.Fprintf(&b, `<path class="g" d="M%d %.1fH%d"/>`+"\n", left, s.y(ratio), width-right)
		label("e", left-8, s.y(ratio)+4, strconv.FormatFloat(ratio, 'g', 4, 64))
	}
	if len(p.Lines) > 0 {
		for _, at := range p.Lines[0].Points {
			fmt.Fprintf(&b, `<path class="g" d="M%.1f %dV%d"/>`+"\n", s.x(at.X), top, height-bottom)
			label("m", s.x(at.X), height-bottom+18, thousands(at.X))
		}
	}
	label("m", (left+width-right)/2, height-12, p.X)
	fmt.Fprintf(&b, `<text class="m" transform="translate(16 %d)rotate(-90)">× of an empty program, %s ms</text>`+"\n", (top+height-bottom)/2, strconv.FormatFloat(p.System.EmptyMS, 'f', 1, 64))
	for i, l := range p.Lines {
		l.draw(&b, s, i)
		x := float64(left + i*215)
		fmt.Fprintf(&b, `<path class="l c%d" stroke-dasharray="%s" d="M%.1f 44h28"/>`+"\n", i%len(dashes), dashes[i%len(dashes)], x)
		label("", x+34, 48, l.Name)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// draw draws the medians as a line, and the quartiles of each point as a bar.
func (l line) draw(b *bytes.Buffer, s scales, number int) {
	kind := number % len(dashes)
	fmt.Fprintf(b, `<g class="c%d"><path class="l" stroke-dasharray="%s" d="`, kind, dashes[kind])
	for i, at := range l.Points {
		fmt.Fprintf(b, "%c%.1f %.1f", "ML"[min(i, 1)], s.x(at.X), s.y(at.Ratio))
	}
	b.WriteString("\"/>\n")
	for _, at := range l.Points {
		fmt.Fprintf(b, `<path class="q" d="M%.1f %.1fV%.1f"/>`, s.x(at.X), s.y(at.Low), s.y(at.High))
		fmt.Fprintf(b, `<circle class="d" cx="%.1f" cy="%.1f" r="3.5"><title>%s at %s: × %.2f, %.1f ms</title></circle>`+"\n",
			s.x(at.X), s.y(at.Ratio), html.EscapeString(l.Name), thousands(at.X), at.Ratio, at.MedianMS)
	}
	b.WriteString("</g>\n")
}

// thousands writes a number with commas between its thousands.
func thousands(number int) string {
	text := strconv.Itoa(number)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
