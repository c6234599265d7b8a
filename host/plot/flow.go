package plot

import (
	"fmt"
	"math"
)

// FlowData counts how prompts led to use. The first three count prompts, each among the
// one before; the outcomes count suggestions.
type FlowData struct {
	Prompts   int // all
	About     int // about something that an item could fit
	Suggested int // with a suggestion

	Nothing  int // about something, and nothing fitted
	NotTold  int // what fitted was told before or is never wanted
	Failed   int // the answer failed
	Short    int // about nothing in particular
	Commands int // that call a command; of the rest that is about nothing, nothing is known

	SameTurn   int // used in the turn of the suggestion
	Soon       int // used within so many prompts after
	Later      int // used after that
	Ignored    int // not used
	Open       int // not settled yet
	SoonWithin int // the prompts of Soon; 0 leaves the number out

	Share, Low, High float64 // share used of those settled, with its interval, 0 to 1; NaN: not known
}

// silent are the prompts without a suggestion, by why. Those about something come first.
func (f FlowData) silent() [][]string {
	return [][]string{
		{"nothing fitted", count(f.Nothing)},
		{"what fitted was told before or is never wanted", count(f.NotTold)},
		{"the answer failed", count(f.Failed)},
		{"about nothing in particular", count(f.Short)},
		{"called a command", count(f.Commands)},
		{"nothing is known", count(f.Prompts - f.About - f.Short - f.Commands)},
	}
}

// clip returns the data with counts that can be drawn.
func (f FlowData) clip() FlowData {
	f.Prompts = whole(f.Prompts)
	f.About = min(whole(f.About), f.Prompts)
	f.Suggested = min(whole(f.Suggested), f.About)
	f.Nothing = min(whole(f.Nothing), f.About-f.Suggested)
	f.NotTold = min(whole(f.NotTold), f.About-f.Suggested-f.Nothing)
	f.Failed = min(whole(f.Failed), f.About-f.Suggested-f.Nothing-f.NotTold)
	f.Short = min(whole(f.Short), f.Prompts-f.About)
	f.Commands = min(whole(f.Commands), f.Prompts-f.About-f.Short)
	f.SameTurn, f.Soon, f.Later = whole(f.SameTurn), whole(f.Soon), whole(f.Later)
	f.Ignored, f.Open, f.SoonWithin = whole(f.Ignored), whole(f.Open), whole(f.SoonWithin)
	return f
}

func (f FlowData) used() int { return f.SameTurn + f.Soon }

// outcome is what became of suggestions.
type outcome struct {
	m    Meaning
	n    int
	name string
}

func (f FlowData) outcomes() []outcome {
	soon := "soon after"
	if f.SoonWithin > 0 {
		soon = "within " + some(f.SoonWithin, "prompt", "prompts")
	}
	return []outcome{
		{Used, f.SameTurn, "in the same turn"},
		{Used, f.Soon, soon},
		{Later, f.Later, "later"},
		{Ignored, f.Ignored, "not used"},
		{Open, f.Open, "open"},
	}
}

// usedWords says how much was used: "used, 63 % (58–67)".
func (f FlowData) usedWords() string {
	if !finite(f.Share) || !finite(f.Low) || !finite(f.High) {
		return "used"
	}
	return fmt.Sprintf("used, %s (%.0f–%.0f)", percent(unit(f.Share)), 100*unit(f.Low), 100*unit(f.High))
}

// flowWide is the width from which the flow has columns; a narrower one has rows.
const flowWide = 560

// Flow draws how prompts led to use: as streams that part, from prompts on the left over
// those about something and those with a suggestion to what became of it; below 560 px as
// bars, each step beneath the one before.
func Flow(width int, f FlowData) Chart {
	f = f.clip()
	if f.Prompts == 0 {
		return empty(width, "There were no prompts in this time.")
	}
	c := sheet(width)
	if c.width < flowWide {
		flowRows(c, f)
	} else {
		flowColumns(c, f)
	}
	rows := [][]string{
		{"prompts", count(f.Prompts)},
		{"about something", count(f.About)},
		{"got a suggestion", count(f.Suggested)},
	}
	rows = append(rows, f.silent()...)
	for i, o := range f.outcomes() {
		name := o.name
		if i < 2 {
			name = "used " + name
		}
		rows = append(rows, []string{name, count(o.n)})
	}
	says := fmt.Sprintf("Of %s %s were about something and %s got a suggestion; %s %s.",
		some(f.Prompts, "prompt", "prompts"), count(f.About), count(f.Suggested), count(f.used()), f.usedWords())
	return c.chart(says, []string{"What", "How many"}, rows)
}

const (
	flowTop    = 44  // where nodes begin
	flowHeight = 150 // of all prompts
	nodeWidth  = 11
	outcomeGap = 20 // between what became of suggestions: a line of text
)

// flowColumns draws the streams.
func flowColumns(c *canvas, f FlowData) {
	last := c.width - 164
	x := [4]float64{0, math.Floor(last / 3), math.Floor(last * 2 / 3), last}
	k := flowHeight / float64(f.Prompts)
	about, suggested := float64(f.About)*k, float64(f.Suggested)*k
	below := flowOutcomes(c, f, x[2], x[3], suggested)

	silent := float64(f.About-f.Suggested) * k
	silentTop := max(flowTop+suggested+34, below+12-silent/2)
	others := float64(f.Prompts-f.About) * k
	othersTop := max(flowTop+about+34, silentTop+silent+12-others/2)
	c.stream(x[0]+nodeWidth, flowTop, x[1], flowTop, about, "stream told-pale")
	c.stream(x[0]+nodeWidth, flowTop+about, x[1], othersTop, others, "stream quiet")
	c.stream(x[1]+nodeWidth, flowTop, x[2], flowTop, suggested, "stream told-pale")
	c.stream(x[1]+nodeWidth, flowTop+suggested, x[2], silentTop, silent, "stream quiet")
	c.node(x[0], flowTop, flowHeight, "base")
	c.node(x[1], flowTop, about, "told")
	c.node(x[2], flowTop, suggested, "told")
	c.node(x[1], othersTop, others, "quiet")
	c.node(x[2], silentTop, silent, "quiet")
	room := x[1] - 8
	c.height = max(flowTop+flowHeight, silentTop+silent, othersTop+others, below) + 4
	c.aside(x[2]+18, silentTop+silent/2, f.About-f.Suggested, "no suggestion", c.width-x[2]-18)
	c.aside(x[1]+18, othersTop+others/2, f.Prompts-f.About, "not about something", c.width-x[1]-18)

	for i, h := range [...]outcome{{n: f.Prompts, name: "prompts"}, {n: f.About, name: "about something"}, {n: f.Suggested, name: "got a suggestion"}} {
		c.text(x[i], 13, bold, start, bold.fit(short(h.n), room))
		c.text(x[i], 29, soft, start, soft.fit(h.name, room))
	}
	c.text(x[3], 13, bold, start, short(f.used()))
	c.text(x[3], 29, soft, start, soft.fit(f.usedWords(), c.width-x[3]))
}

// flowOutcomes draws what became of suggestions and returns where that ends.
func flowOutcomes(c *canvas, f FlowData, from, to, suggested float64) float64 {
	list, all := f.outcomes(), 0
	for _, o := range list {
		all += o.n
	}
	if all == 0 {
		return flowTop
	}
	k := suggested / float64(all)
	out, in := float64(flowTop), float64(flowTop)
	for i, o := range list {
		if o.n == 0 {
			continue
		}
		height := float64(o.n) * k
		class := "stream " + o.m.class() + "-stream"
		if i == 1 {
			class += " lighter"
		}
		c.stream(from+nodeWidth, out, to, in, height, class)
		c.area(to, in, nodeWidth, max(height, 1.5), 2, o.m, "")
		y := in + max(height, 1.5)/2 + 4
		number := short(o.n)
		c.text(to+20, y, bold, start, number)
		left := to + 20 + bold.width(number) + 5
		c.text(left, y, plain, start, plain.fit(o.name, c.width-left))
		out, in = out+height, in+height+outcomeGap
	}
	return in - outcomeGap + 10
}

// stream draws a band that stays as high as it is from one place to another.
func (c *canvas) stream(x1, y1, x2, y2, height float64, class string) {
	if height <= 0 {
		return
	}
	height = max(height, 1)
	mid := (x1 + x2) / 2
	c.path(fmt.Sprintf("M%s %sC%s %s %s %s %s %sV%sC%s %s %s %s %s %sZ",
		px(x1), px(y1), px(mid), px(y1), px(mid), px(y2), px(x2), px(y2),
		px(y2+height), px(mid), px(y2+height), px(mid), px(y1+height), px(x1), px(y1+height)), class, "")
}

func (c *canvas) node(x, y, height float64, class string) {
	if height > 0 {
		c.rect(x, y, nodeWidth, max(height, 1.5), 2, class, "")
	}
}

// aside writes what a stream that ends is, beside its end.
func (c *canvas) aside(x, y float64, n int, words string, room float64) {
	if n == 0 {
		return
	}
	y += 4
	c.text(x, y, smallSoft, start, smallSoft.fit(short(n)+" "+words, room))
	c.height = max(c.height, y+8)
}

// flowRows draws the same as bars, for narrow places.
func flowRows(c *canvas, f FlowData) {
	type row struct {
		outcome
		inner bool
	}
	rows := []row{
		{outcome{Quiet, f.Prompts, "prompts"}, false},
		{outcome{Told, f.About, "about something"}, false},
		{outcome{Told, f.Suggested, "got a suggestion"}, false},
		{outcome{Used, f.used(), f.usedWords()}, false},
	}
	for _, o := range f.outcomes() {
		if o.n > 0 {
			rows = append(rows, row{o, true})
		}
	}
	names := make([]string, 0, len(rows))
	most := 1
	for _, r := range rows {
		names, most = append(names, r.name), max(most, r.n)
	}
	left := c.column(soft, names, .46) + 12
	number := smallBold.width(short(most)) + 8
	for i, r := range rows {
		y := float64(i) * 22
		name, style, indent := soft, smallBold, 0.0
		if r.inner {
			name, style, indent = smallSoft, smallSoft, 12
		}
		c.name(indent, y+14, name, start, r.name, left-10-indent)
		length := max((c.width-left-number)*float64(r.n)/float64(most), 1)
		if r.n == 0 {
			length = 0
		}
		c.area(left, y+4, length, 12, 3, r.m, "")
		c.text(left+length+6, y+14, style, start, short(r.n))
	}
	c.height = float64(len(rows))*22 + 2
}
