package plot

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Bin is how often a number fell between two bounds, by parts that are stacked.
type Bin struct {
	From, To float64
	Parts    []int
}

// partAreas are the areas of the parts of bins.
var partAreas = [...]Meaning{pale, Told, Later, Used, Ignored, Quiet}

func (b Bin) total() int {
	sum := 0
	for _, n := range b.Parts {
		sum += whole(n)
	}
	return min(sum, 1e15)
}

// histogramMax is the most bins that are drawn.
const histogramMax = 400

const histogramBottom = 122 // the y of the axis

// Histogram draws how often times in milliseconds fell into bins, and the limit dotted
// (0: none) or, where it lies far beyond, in words. Names, if given, are those of the
// parts and make the legend. The first 400 bins are drawn.
func Histogram(width int, bins []Bin, limit float64, names ...string) Chart {
	kept, all := drawableBins(bins)
	if all == 0 {
		return empty(width, "No times were taken yet.")
	}
	c := sheet(width)
	drawBins(c, kept, limit)
	keys := partKeys(kept, names)
	c.height = histogramBottom + 26
	if len(keys) > 0 {
		c.height += c.legend(0, histogramBottom+40, keys)
	}
	head := []string{"From", "To"}
	for i := range parts(kept) {
		name := "Times"
		if i < len(names) {
			name = clean(names[i])
		}
		head = append(head, name)
	}
	says := fmt.Sprintf("%s between %s and %s", some(all, "time", "times"), duration(kept[0].From), duration(kept[len(kept)-1].To))
	if finite(limit) && limit > 0 {
		says += "; the limit is " + duration(limit)
	}
	return c.chart(says+".", head, binRows(kept))
}

// drawableBins returns the bins that can be drawn, by their bounds, and all that they count.
func drawableBins(bins []Bin) (kept []Bin, all int) {
	for _, b := range bins {
		if finite(b.From) && finite(b.To) && b.To > b.From && len(kept) < histogramMax {
			b.Parts = b.Parts[:min(len(b.Parts), len(partAreas))]
			kept = append(kept, b)
			all += b.total()
		}
	}
	slices.SortStableFunc(kept, func(a, b Bin) int { return cmp.Compare(a.From, b.From) })
	return kept, all
}

// parts returns how many parts the bins have.
func parts(bins []Bin) int {
	most := 0
	for _, b := range bins {
		most = max(most, len(b.Parts))
	}
	return most
}

func partKeys(bins []Bin, names []string) []key {
	var keys []key
	for i := range min(parts(bins), len(names)) {
		keys = append(keys, key{partAreas[i], clean(names[i])})
	}
	return keys
}

func drawBins(c *canvas, bins []Bin, limit float64) {
	low, high, most := bins[0].From, bins[0].To, 1
	for _, b := range bins {
		low, high, most = min(low, b.From), max(high, b.To), max(most, b.total())
	}
	beyond := ""
	if finite(limit) && limit > high {
		if limit <= low+(high-low)*1.6 {
			high = limit * 1.02
		} else {
			beyond = "limit " + duration(limit) + " →"
		}
	}
	const margin = 6
	x := func(v float64) float64 { return margin + unit((v-low)/(high-low))*(c.width-2*margin) }
	c.text(c.width, 12, smallSoft, end, smallSoft.fit(beyond, c.width))
	for _, b := range bins {
		drawBin(c, b, x, (histogramBottom-24)/float64(most))
	}
	c.line(0, histogramBottom, c.width, histogramBottom, "axis")
	timeTicks(c, low, high, x)
	if finite(limit) && limit > low && limit <= high {
		c.line(x(limit), 16, x(limit), histogramBottom, "floor")
		words := "limit " + duration(limit)
		half := smallSoft.width(words) / 2
		c.text(min(max(x(limit), half), c.width-half), 12, smallSoft, middle, smallSoft.fit(words, c.width))
	}
}

func drawBin(c *canvas, b Bin, x func(float64) float64, scale float64) {
	left, wide := x(b.From), x(b.To)-x(b.From)
	gap := min(2, wide/5)
	y := float64(histogramBottom)
	title := fmt.Sprintf("%s to %s: %s", duration(b.From), duration(b.To), count(b.total()))
	for i, n := range b.Parts {
		height := float64(whole(n)) * scale
		y -= height
		c.area(left+gap/2, y, wide-gap, height-min(.6, height/4), 2, partAreas[i], title)
	}
}

// timeTicks writes round times beneath the axis where they have room.
func timeTicks(c *canvas, low, high float64, x func(float64) float64) {
	free := 0.0
	for _, v := range ticks(low, high, max(2, int(c.width/80))) {
		name := duration(v)
		half := smallFaint.width(name) / 2
		at := min(max(x(v), half), c.width-half)
		if at-half >= free && math.Abs(at-x(v)) < half {
			c.line(x(v), histogramBottom, x(v), histogramBottom+4, "axis")
			c.text(at, histogramBottom+17, smallFaint, middle, name)
			free = at + half + 8
		}
	}
}

func binRows(bins []Bin) [][]string {
	rows := make([][]string, len(bins))
	columns := parts(bins)
	for i, b := range bins {
		rows[i] = []string{duration(b.From), duration(b.To)}
		for k := range columns {
			n := 0
			if k < len(b.Parts) {
				n = whole(b.Parts[k])
			}
			rows[i] = append(rows[i], count(n))
		}
	}
	return rows
}
