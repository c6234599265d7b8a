package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// Day is what became of the suggestions of a day.
type Day struct {
	Date                       time.Time // any time of the day, in the zone that is shown
	Used, Later, Ignored, Open int
}

func (d Day) total() int { return d.Used + d.Later + d.Ignored + d.Open }

// Days draws suggestions by day, stacked by what became of them, in the order given. Where
// there are more days than bars of 4 px, neighbours share a bar.
func Days(width int, days []Day) Chart {
	used, all := 0, 0
	rows := make([][]string, 0, len(days))
	days = slices.Clone(days)
	for i, d := range days {
		d = Day{d.Date, whole(d.Used), whole(d.Later), whole(d.Ignored), whole(d.Open)}
		days[i] = d
		used, all = used+d.Used, all+d.total()
		rows = append(rows, []string{d.Date.Format(time.DateOnly), count(d.Used), count(d.Later), count(d.Ignored), count(d.Open)})
	}
	if all == 0 {
		return empty(width, "Nothing was suggested in these days.")
	}
	c := sheet(width)
	each := drawDays(c, days)
	says := fmt.Sprintf("Within %s there were %s, %s of them used", some(len(days), "day", "days"), some(all, "suggestion", "suggestions"), count(used))
	if each > 1 {
		says += fmt.Sprintf("; a bar is %d days", each)
	}
	return c.chart(says+".", []string{"Day", "Used", "Later", "Not used", "Open"}, rows)
}

// The parts of outcomes in the order in which they are stacked.
var outcomes = [...]key{{Used, "used"}, {Later, "later"}, {Ignored, "not used"}, {Open, "open"}}

const daysBottom = 162 // the y of the axis

// drawDays draws the bars and returns how many days each of them is.
func drawDays(c *canvas, days []Day) int {
	each := max(1, int(math.Ceil(float64(len(days))*4/(c.width-60))))
	bars := gather(days, each)
	most := 1
	for _, d := range bars {
		most = max(most, d.total())
	}
	at := ticks(0, float64(most), 4)
	left, top := 0.0, max(float64(most), at[len(at)-1])
	for _, v := range at {
		left = max(left, smallFaint.width(brief(v)))
	}
	left += 8
	y := func(v float64) float64 { return daysBottom - v/top*(daysBottom-14) }
	for _, v := range at {
		if v == math.Trunc(v) {
			c.line(left, y(v), c.width, y(v), "grid")
			c.text(left-6, y(v)+4, smallFaint, end, brief(v))
		}
	}
	pitch := (c.width - left - 4) / float64(len(bars))
	thick := min(max(pitch*.74, pitch-8), 28)
	for i, d := range bars {
		x := left + 2 + (float64(i)+.5)*pitch
		stack(c, x-thick/2, thick, d, y)
	}
	dayNames(c, bars, left+2, pitch)
	c.height = daysBottom + 22 + c.legend(left, daysBottom+40, outcomeKeys(bars)) + 5
	return each
}

// gather adds up so many neighbours each.
func gather(days []Day, each int) []Day {
	var bars []Day
	for i, d := range days {
		if i%each == 0 {
			bars = append(bars, d)
			continue
		}
		b := &bars[len(bars)-1]
		b.Used, b.Later, b.Ignored, b.Open = b.Used+d.Used, b.Later+d.Later, b.Ignored+d.Ignored, b.Open+d.Open
	}
	return bars
}

func stack(c *canvas, x, thick float64, d Day, y func(float64) float64) {
	title := fmt.Sprintf("%s: %s used, %s later, %s not used, %s open", d.Date.Format("Jan 2"), count(d.Used), count(d.Later), count(d.Ignored), count(d.Open))
	below := 0
	for i, n := range [...]int{d.Used, d.Later, d.Ignored, d.Open} {
		if n > 0 {
			lower, upper := y(float64(below)), y(float64(below+n))
			gap := min(.8, (lower-upper)/4)
			c.area(x, upper, thick, max(lower-upper-gap, .3), 1.5, outcomes[i].m, title)
		}
		below += n
	}
}

// outcomeKeys returns the entries of the legend that occur.
func outcomeKeys(days []Day) []key {
	var sum [4]int
	for _, d := range days {
		for i, n := range [...]int{d.Used, d.Later, d.Ignored, d.Open} {
			sum[i] += n
		}
	}
	var keys []key
	for i, n := range sum {
		if n > 0 {
			keys = append(keys, outcomes[i])
		}
	}
	return keys
}

// dayNames writes dates beneath bars, a week apart where there is room, else further.
func dayNames(c *canvas, bars []Day, left, pitch float64) {
	every := 1
	layout := "Jan 2"
	if bars[len(bars)-1].Date.Sub(bars[0].Date) > 330*24*time.Hour {
		layout = "Jan 2006"
	}
	for room := smallFaint.width("Nov 28") + 14; float64(every)*pitch < room; {
		switch {
		case every < 2:
			every++
		case every < 7:
			every = 7
		default:
			every += 7
		}
	}
	free := 0.0
	for i := 0; i < len(bars); i += every {
		name := bars[i].Date.Format(layout)
		half := smallFaint.width(name) / 2
		x := min(max(left+(float64(i)+.5)*pitch, half), c.width-half)
		if x-half >= free {
			c.text(x, daysBottom+17, smallFaint, middle, name)
			free = x + half + 4
		}
	}
}

// Shares draws the outcomes of one item as a bar, on a scale where the longest bar of the
// list is max, with their number behind. It is 18 px high.
func Shares(width int, used, later, ignored, open, max int) Chart {
	d := Day{Used: whole(used), Later: whole(later), Ignored: whole(ignored), Open: whole(open)}
	if d.total() == 0 {
		return empty(width, "Never suggested.")
	}
	c := sheet(width)
	c.height = 18
	longest := d.total()
	if whole(max) > longest {
		longest = whole(max)
	}
	number := small.width(count(longest)) + 8
	x, scale := 0.0, (c.width-number)/float64(longest)
	var says []string
	var row []string
	for i, n := range [...]int{d.Used, d.Later, d.Ignored, d.Open} {
		row = append(row, count(n))
		if n == 0 {
			continue
		}
		says = append(says, count(n)+" "+outcomes[i].name)
		length := float64(n) * scale
		c.area(x, 3, length-min(1, length/4), 12, 2, outcomes[i].m, count(n)+" "+outcomes[i].name)
		x += length
	}
	c.text(x+6, 13, smallSoft, start, count(d.total()))
	return c.chart("Suggested "+times(d.total())+": "+strings.Join(says, ", ")+".", []string{"Used", "Later", "Not used", "Open"}, [][]string{row})
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return count(n) + " times"
}

// Interval draws a share between 0 and 1 with its interval, and a line at one half. It is
// 18 px high. What is no number is unknown.
func Interval(width int, low, value, high float64, m Meaning) Chart {
	if !finite(value) || !finite(low) || !finite(high) {
		return empty(width, "Not known yet.")
	}
	m = m.known()
	low, value, high = unit(min(low, high)), unit(value), unit(max(low, high))
	c := sheet(width)
	c.height = 18
	x := func(v float64) float64 { return 6 + v*(c.width-12) }
	c.line(6, 9, c.width-6, 9, "grid")
	c.line(x(.5), 3, x(.5), 15, "axis")
	c.line(x(low), 9, x(high), 9, "spread "+m.class()+"-line")
	c.mark(x(value), 9, 5, dotted(m))
	says := fmt.Sprintf("%s, with 95 %% certainty between %s and %s.", percent(value), percent(low), percent(high))
	return c.chart(says, []string{"Share", "From", "To"}, [][]string{{percent(value), percent(low), percent(high)}})
}

// dotted keeps the mark of a value small: a check would not be seen.
func dotted(m Meaning) Meaning {
	if m == Quiet {
		return Open
	}
	return m
}

func unit(v float64) float64 { return min(max(v, 0), 1) }
