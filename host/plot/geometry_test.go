package plot

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// element is an element of a picture with the text within.
type element struct {
	name string
	attr map[string]string
	text string
}

// number returns an attribute; 0 where it is missing.
func (e element) number(name string) float64 {
	v, _ := strconv.ParseFloat(e.attr[name], 64)
	return v
}

// parse reads a picture strictly as XML. The text of a title is not that of its parent.
func parse(svg string) ([]element, error) {
	decoder := xml.NewDecoder(strings.NewReader(svg))
	decoder.Strict = true
	var all []element
	var open []int
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := element{name: token.Name.Local, attr: map[string]string{}}
			for _, a := range token.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			open = append(open, len(all))
			all = append(all, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				all[open[len(open)-1]].text += string(token)
			}
		}
	}
}

func (e element) face() face {
	f := face{size: 12}
	for _, class := range strings.Fields(e.attr["class"]) {
		switch class {
		case "p-xs":
			f.size = 11
		case "p-b":
			f.bold = true
		}
	}
	return f
}

// faults returns what a reader would stumble over: texts that overlap, leave the picture
// or are too long to be one, shapes that leave it, and numbers that are none.
func faults(svg string) []string {
	all, err := parse(svg)
	if err != nil {
		return []string{err.Error()}
	}
	var found []string
	width, height := all[0].number("width"), all[0].number("height")
	if all[0].attr["viewBox"] != fmt.Sprintf("0 0 %g %g", width, height) || width < widthMin || height < 4 {
		found = append(found, "the picture has no size: "+all[0].attr["viewBox"])
	}
	type placed struct {
		box
		text string
	}
	var texts []placed
	for _, e := range all {
		if x0, y0, x1, y1, ok := e.extent(); ok && (x0 < -.6 || y0 < -.6 || x1 > width+.6 || y1 > height+.6) {
			found = append(found, fmt.Sprintf("%s leaves the picture: %v", e.name, e.attr))
		}
		if e.name != "text" {
			continue
		}
		anchor := e.attr["text-anchor"]
		b := textBox(e.number("x"), e.number("y"), e.face(), anchor, e.text)
		if b.x0 < -.5 || b.y0 < -.5 || b.x1 > width+.5 || b.y1 > height+.5 {
			found = append(found, fmt.Sprintf("%q leaves the picture of %g × %g: %.1f", e.text, width, height, b))
		}
		for _, other := range texts {
			if o := other.box; b.x0 < o.x1-.2 && b.x1 > o.x0+.2 && b.y0 < o.y1-.2 && b.y1 > o.y0+.2 {
				found = append(found, fmt.Sprintf("%q overlaps %q: %.1f, %.1f", e.text, other.text, b, o))
			}
		}
		texts = append(texts, placed{b, e.text})
	}
	return found
}

// extent returns the box of a shape other than a path.
func (e element) extent() (x0, y0, x1, y1 float64, ok bool) {
	switch e.name {
	case "rect":
		return e.number("x"), e.number("y"), e.number("x") + e.number("width"), e.number("y") + e.number("height"), true
	case "circle":
		r := e.number("r")
		return e.number("cx") - r, e.number("cy") - r, e.number("cx") + r, e.number("cy") + r, true
	case "line":
		return min(e.number("x1"), e.number("x2")), min(e.number("y1"), e.number("y2")), max(e.number("x1"), e.number("x2")), max(e.number("y1"), e.number("y2")), true
	}
	return 0, 0, 0, 0, false
}

var hostile = []string{
	"", " ", strings.Repeat("long name ", 30), strings.Repeat("W", 300), `<script>alert(1)</script>`, `"><svg onload=alert(1)>`, `' onmouseover='x`,
	"مهاجرة قاعدة البيانات الكبيرة جدا", "数据库迁移和备份以及恢复的长名字", "\x00\x1b[31m\u202etxt.exe\u2066", "\xff\xfe\xc3", "a\u0301\u0301\u0301\u0301", "👩‍👩‍👧‍👦 family", "&amp; &lt; ]]>", "ﷺ﷽",
}

func hostileName(i int) string { return hostile[((i%len(hostile))+len(hostile))%len(hostile)] }

func emptyForms() []form {
	nan := math.NaN()
	return []form{
		{"similarities-empty", func(w int) Chart { return Similarities(w, nil, nil, nan) }},
		{"waterfall-empty", func(w int) Chart { return Waterfall(w, nil, nan, nan) }},
		{"ranking-empty", func(w int) Chart { return Ranking(w, nil, .7) }},
		{"steps-empty", func(w int) Chart { return Steps(w, nil, 150) }},
		{"timeline-empty", func(w int) Chart { return Timeline(w, nil, nil, noon, at(9)) }},
		{"timeline-notime", func(w int) Chart { return Timeline(w, []Span{{Name: "x"}}, nil, time.Time{}, time.Time{}) }},
		{"flow-empty", func(w int) Chart { return Flow(w, FlowData{}) }},
		{"flow-one", func(w int) Chart { return Flow(w, FlowData{Prompts: 1, Share: nan}) }},
		{"days-empty", func(w int) Chart { return Days(w, nil) }},
		{"days-zero", func(w int) Chart { return Days(w, make([]Day, 30)) }},
		{"days-one", func(w int) Chart { return Days(w, []Day{{noon, 0, 0, 1, 0}}) }},
		{"shares-empty", func(w int) Chart { return Shares(w, 0, 0, 0, 0, 10) }},
		{"interval-empty", func(w int) Chart { return Interval(w, 0, nan, 1, Used) }},
		{"map-empty", func(w int) Chart { return Map(w, nil, nil) }},
		{"map-one", func(w int) Chart { return Map(w, []Dot{{Name: "alone"}}, []Line{{0, 0, 1, true}, {0, 9, 1, true}}) }},
		{"room-empty", func(w int) Chart { return Room(w, nil, nil, 40000) }},
		{"room-one", func(w int) Chart { return Room(w, []Box{{90, Told, false}}, nil, 40000) }},
		{"strip-empty", func(w int) Chart { return Strip(w, nil) }},
		{"histogram-empty", func(w int) Chart { return Histogram(w, nil, 150) }},
		{"verdicts-empty", func(w int) Chart { return Verdicts(w, nil) }},
		{"plane-empty", func(w int) Chart { return Plane(w, nil) }},
		{"plane-one", func(w int) Chart { return Plane(w, samplePlane[:1]) }},
	}
}

func largeForms() []form {
	r := seeded()
	var values []float64
	var parts []Part
	var bars []Bar
	var steps []Step
	var spans []Span
	var verdicts []Verdict
	var points []PlanePoint
	var instants []Instant
	for i := range 2000 {
		name := fmt.Sprintf("item-%d-with-a-name", i)
		values = append(values, r.Float64())
		parts = append(parts, Part{name, r.NormFloat64(), i == 0})
		bars = append(bars, Bar{name, r.Float64(), i == 0})
		steps = append(steps, Step{name, r.Float64() * 5})
		spans = append(spans, Span{name, at(r.Float64() * 600), at(600 + r.Float64()*900), Meaning(i % 7), "the window was compacted", []Point{{at(600), Told}, {at(601), Used}, {at(602), Later}}})
		verdicts = append(verdicts, Verdict{name, "9 used ones lost", "1.2.3", r.IntN(1e6), r.IntN(1e5), r.IntN(1e6), r.IntN(1e4), r.IntN(9)})
		points = append(points, PlanePoint{name, r.Float64() * 90, r.Float64(), .1, .9, r.IntN(1e6), i == 9})
		instants = append(instants, Instant{at(float64(i)), "compaction"})
	}
	return []form{
		{"similarities-large", func(w int) Chart { return Similarities(w, values[:9], values, .7) }},
		{"waterfall-large", func(w int) Chart { return Waterfall(w, parts, math.NaN(), 3) }},
		{"ranking-large", func(w int) Chart { return Ranking(w, bars, .7) }},
		{"steps-large", func(w int) Chart { return Steps(w, steps, 150) }},
		{"timeline-large", func(w int) Chart { return Timeline(w, spans, instants, noon, at(1500)) }},
		{"timeline-year", func(w int) Chart { return Timeline(w, spans, instants, noon, at(525600)) }},
		{"flow-large", func(w int) Chart {
			return Flow(w, FlowData{Prompts: 1e9, About: 9e8, Suggested: 8e8, SameTurn: 7e8, Soon: 1e9, Later: 1, Ignored: 1e9, Open: 3, SoonWithin: 3, Share: 1, Low: .99, High: 1})
		}},
		{"days-large", func(w int) Chart { return Days(w, sampleDays(2000)) }},
		{"days-90", func(w int) Chart { return Days(w, sampleDays(90)) }},
		{"shares-large", func(w int) Chart { return Shares(w, 1e9, 1e9, 1e9, 1e9, 7) }},
		{"verdicts-large", func(w int) Chart { return Verdicts(w, verdicts) }},
		{"plane-large", func(w int) Chart { return Plane(w, points) }},
	}
}

// largePlaces are forms of thousands of places.
func largePlaces() []form {
	r := seeded()
	var boxes []Box
	for i := range 10000 {
		boxes = append(boxes, Box{r.IntN(1000), Meaning(i / 2 % 7), i > 5000})
	}
	hooks := sampleHooks()
	for len(hooks) < 2000 {
		hooks = append(hooks, hooks[len(hooks)%8])
	}
	dots, lines := sampleMap(2000)
	many, _ := sampleMap(2600)
	var bins []Bin
	for i := range 2000 {
		bins = append(bins, Bin{float64(i), float64(i + 1), []int{r.IntN(99), r.IntN(99), 7}})
	}
	return []form{
		{"map-large", func(w int) Chart { return Map(w, dots, lines) }},
		{"map-more", func(w int) Chart { return Map(w, many, lines) }},
		{"room-large", func(w int) Chart { return Room(w, boxes, boxes[:5000], 2_000_000) }},
		{"strip-large", func(w int) Chart { return Strip(w, hooks) }},
		{"histogram-large", func(w int) Chart { return Histogram(w, bins, 300, "one", "two", "three") }},
	}
}

func strangeForms() []form {
	strange := []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1e300, 1e300, -.5, 0, math.MaxInt64, 1e9, 3e-300, .5, 1, 12, -1e12, 7}
	value := func(i int) float64 { return strange[i%len(strange)] }
	counts := []int{-5, math.MaxInt, math.MinInt, 0, 1e9, 3}
	n := func(i int) int { return counts[i%len(counts)] }
	var forms []form
	for shift := range 6 {
		var o oddities
		for i := range 30 {
			o.add(i+shift, value, n)
		}
		for _, f := range o.forms(value(shift), n(shift)) {
			f.name = fmt.Sprintf("%s-strange-%d", f.name, shift)
			forms = append(forms, f)
		}
	}
	return forms
}

// oddities is input of all forms at once.
type oddities struct {
	values   []float64
	parts    []Part
	bars     []Bar
	steps    []Step
	spans    []Span
	instants []Instant
	days     []Day
	dots     []Dot
	lines    []Line
	boxes    []Box
	hooks    []HookRow
	bins     []Bin
	verdicts []Verdict
	points   []PlanePoint
	names    []string
}

// add makes an input of each form from names, numbers and counts that nobody expects.
func (o *oddities) add(i int, v func(int) float64, n func(int) int) {
	name := hostileName(i)
	o.names = append(o.names, name)
	o.values = append(o.values, v(i))
	o.parts = append(o.parts, Part{name, v(i), i%3 == 0})
	o.bars = append(o.bars, Bar{name, v(i), i%2 == 0})
	o.steps = append(o.steps, Step{name, v(i)})
	o.spans = append(o.spans, Span{name, at(float64(i%9 - 4)), at(float64(i % 30)), Meaning(i - 4), hostileName(i + 3), []Point{{at(float64(i)), Meaning(i - 3)}, {time.Time{}, Used}, {at(float64(i)), Warn}}})
	o.instants = append(o.instants, Instant{at(float64(i)), name})
	o.days = append(o.days, Day{at(float64(i * 1440)), n(i), n(i + 1), n(i + 2), n(i + 3)})
	o.dots = append(o.dots, Dot{name, v(i), v(i + 1), v(i + 2), n(i), i%4 == 0})
	o.lines = append(o.lines, Line{n(i), i % 5, v(i), i%2 == 0}, Line{i % 7, i % 11, v(i), false})
	o.boxes = append(o.boxes, Box{n(i), Meaning(i - 3), i%2 == 0})
	o.hooks = append(o.hooks, HookRow{
		Source: name, Event: hostileName(i + 1), Runs: n(i), P50: time.Duration(n(i)), P95: time.Duration(n(i + 1)), Max: time.Duration(n(i + 2)),
		Timeout: time.Duration(n(i + 3)), Times: []time.Duration{time.Duration(n(i)), -1, 5e6}, Untimed: hostileName(i * 2 % 5),
	})
	o.bins = append(o.bins, Bin{v(i), v(i + 1), []int{n(i), n(i + 1), 1, 2, 3, 4, 5, 6, 7, 8}})
	o.verdicts = append(o.verdicts, Verdict{name, hostileName(i + 2), hostileName(i + 1), n(i), n(i + 1), n(i + 2), n(i + 3), n(i + 4)})
	o.points = append(o.points, PlanePoint{name, v(i), v(i + 1), v(i + 2), v(i + 3), n(i), i%3 == 0})
}

// forms are all forms of this input.
func (o *oddities) forms(v float64, n int) []form {
	return []form{
		{"similarities", func(w int) Chart { return Similarities(w, o.values[:min(len(o.values), 4)], o.values, v) }},
		{"waterfall", func(w int) Chart { return Waterfall(w, o.parts, v, v) }},
		{"ranking", func(w int) Chart { return Ranking(w, o.bars, v) }},
		{"steps", func(w int) Chart { return Steps(w, o.steps, v) }},
		{"timeline", func(w int) Chart { return Timeline(w, o.spans, o.instants, noon, at(25)) }},
		{"flow", func(w int) Chart { return Flow(w, FlowData{n, n, n, n, 2, n, n, 3, n, n, 1, n, 5, n, v, v, v}) }},
		{"days", func(w int) Chart { return Days(w, o.days) }},
		{"shares", func(w int) Chart { return Shares(w, n, 3, n, 1, n) }},
		{"interval", func(w int) Chart { return Interval(w, v, v, v, Meaning(n)) }},
		{"map", func(w int) Chart { return Map(w, o.dots, o.lines) }},
		{"room", func(w int) Chart { return Room(w, o.boxes, o.boxes, n) }},
		{"strip", func(w int) Chart { return Strip(w, o.hooks) }},
		{"histogram", func(w int) Chart { return Histogram(w, o.bins, v, o.names...) }},
		{"verdicts", func(w int) Chart { return Verdicts(w, o.verdicts) }},
		{"plane", func(w int) Chart { return Plane(w, o.points) }},
	}
}

// Ensure no text overlaps another, leaves its picture or is cut, in any form, width or size
// of data, and every picture says what it shows.
func TestTextsHaveRoom(t *testing.T) {
	for _, f := range append(append([]form(nil), samples...), stress...) {
		for _, width := range []int{130, 236, 360, 560, 700, 960, 1120} {
			chart := f.draw(width)
			for i, fault := range faults(string(chart.SVG)) {
				if i < 3 {
					t.Errorf("%s at %d px: %s", f.name, width, fault)
				}
			}
			if problem := unsafe(chart); problem != "" {
				t.Errorf("%s at %d px: %s", f.name, width, problem)
			}
			if len(chart.Says) < 8 || !strings.HasSuffix(chart.Says, ".") {
				t.Errorf("%s at %d px says %q", f.name, width, chart.Says)
			}
		}
	}
}

var (
	allowedElements   = strings.Fields("svg rect line circle path text title figure details summary table thead tbody tr th td")
	allowedAttributes = strings.Fields("x y x1 x2 y1 y2 cx cy r rx d width height class fill viewBox role aria-label text-anchor scope colspan")
	noNumber          = regexp.MustCompile(`NaN|Inf|e[+-]\d`)
	fills             = regexp.MustCompile(`^url\(#plot-(later|warn|again)\) #[0-9a-f]{6}$`)
)

// unsafe returns what a page must not hold: elements and attributes beside the few of
// pictures and tables, or numbers that are none.
func unsafe(chart Chart) string {
	all, err := parse(string(chart.HTML()))
	if err != nil {
		return err.Error()
	}
	for _, e := range all {
		if !slices.Contains(allowedElements, e.name) {
			return "element " + e.name
		}
		for name, value := range e.attr {
			if !slices.Contains(allowedAttributes, name) || name == "fill" && !fills.MatchString(value) {
				return "attribute " + name + "=" + value
			}
			if name != "aria-label" && name != "class" && noNumber.MatchString(value) {
				return "number " + name + "=" + value
			}
		}
	}
	for _, row := range chart.Rows {
		if len(row) != len(chart.Head) {
			return fmt.Sprintf("a row of %d cells under %d columns", len(row), len(chart.Head))
		}
	}
	return ""
}

// Ensure the same numbers give the same bytes, so that a report can be compared.
func TestSameBytes(t *testing.T) {
	for _, f := range append(append([]form(nil), samples...), stress...) {
		if a, b := f.draw(700).HTML(), f.draw(700).HTML(); a != b {
			t.Errorf("%s differs from itself", f.name)
		}
	}
}

// Ensure whatever is drawn is well-formed and holds nothing that runs or leads elsewhere.
func FuzzForms(f *testing.F) {
	f.Add(360, "a name", 1.5, 7, uint8(3), int64(100))
	f.Add(-1, "<script>\x00\u202e", math.NaN(), -1, uint8(40), int64(-1))
	f.Add(99999, strings.Repeat("م", 400), math.Inf(1), math.MaxInt, uint8(9), int64(math.MaxInt64))
	f.Fuzz(func(t *testing.T, width int, name string, v float64, n int, length uint8, span int64) {
		var o oddities
		for i := range int(length) % 50 {
			o.add(i, func(k int) float64 { return v * float64(k-3) }, func(k int) int { return n * (k - 1) })
			o.parts[i].Name, o.bars[i].Name, o.steps[i].Name, o.dots[i].Name = name, name, name, name
			o.spans[i].Name, o.hooks[i].Source, o.verdicts[i].Note, o.points[i].Name = name, name, name, name
			o.spans[i].To = o.spans[i].From.Add(time.Duration(span))
		}
		forms := append(o.forms(v, n), form{"timeline", func(w int) Chart {
			return Timeline(w, o.spans, o.instants, noon, noon.Add(time.Duration(span)))
		}})
		for _, f := range forms {
			chart := f.draw(width)
			if problem := unsafe(chart); problem != "" {
				t.Errorf("%s: %s", f.name, problem)
			}
			if found := faults(string(chart.SVG)); len(found) > 0 {
				t.Errorf("%s: %s", f.name, found[0])
			}
		}
	})
}
