package plot

import (
	"cmp"
	"math"
	"slices"
)

// discGap is between discs, in px.
const discGap = 1.2

// spread places discs within a box, by their places, and pulls them apart until none
// covers another. They come back in the order given.
func spread(within box, discs []disc) []disc {
	sizeDiscs(within, discs)
	widest := 0.0
	for _, d := range discs {
		widest = max(widest, d.r)
	}
	inner := box{within.x0 + widest, within.y0 + widest, within.x1 - widest, within.y1 - widest}
	xs, ys := make([]float64, len(discs)), make([]float64, len(discs))
	for i, d := range discs {
		xs[i], ys[i] = d.X, d.Y
	}
	// Of many dots in one place, the golden ratio makes rows and columns differ.
	xs = even(xs, func(i int) float64 { return float64(i) })
	ys = even(ys, func(i int) float64 { return math.Mod(float64(i)*.618034, 1) })
	for i := range discs {
		discs[i].x = inner.x0 + xs[i]*(inner.x1-inner.x0)
		discs[i].y = inner.y0 + (1-ys[i])*(inner.y1-inner.y0)
	}
	p := newPlaces(within, discs, 2*widest+discGap)
	for range 80 {
		if !p.push() {
			break
		}
	}
	p.settle()
	return discs
}

// sizeDiscs gives each disc a radius: by the root of its size, and so that all together
// leave more than half of the box free.
func sizeDiscs(within box, discs []disc) {
	area := (within.x1 - within.x0) * (within.y1 - within.y0)
	unit := min(max(math.Sqrt(area*.07/(math.Pi*float64(len(discs)))), 1.2), 4.5)
	largest := 1e-9
	for _, d := range discs {
		largest = max(largest, d.Size)
	}
	taken := 0.0
	for i, d := range discs {
		discs[i].r = unit * (1 + 1.8*math.Sqrt(d.Size/largest))
		taken += math.Pi * (discs[i].r + discGap/2) * (discs[i].r + discGap/2)
	}
	if most := area * .4; taken > most {
		shrink := math.Sqrt(most / taken)
		for i := range discs {
			discs[i].r = max(discs[i].r*shrink, .6)
		}
	}
}

// even brings numbers to 0 to 1: half by value, without the outermost hundredth, and half
// by rank, so that a dense middle has room and far ones do not press the rest together.
// Equal ones rank by the order that tie has for their places in the list.
func even(values []float64, tie func(i int) float64) []float64 {
	n := len(values)
	order, ties := make([]int, n), make([]float64, n)
	for i := range order {
		order[i], ties[i] = i, tie(i)
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(values[a], values[b]), cmp.Compare(ties[a], ties[b]))
	})
	low, high := values[order[n/100]], values[order[n-1-n/100]]
	out := make([]float64, n)
	for rank, i := range order {
		share, value := .5, .5
		if n > 1 {
			share = float64(rank) / float64(n-1)
		}
		if high > low {
			value = unit((values[i] - low) / (high - low))
		}
		out[i] = (value + share) / 2
	}
	return out
}

// places is a grid over discs: a cell is as wide as the widest two together, so that only
// neighbours can touch.
type places struct {
	within        box
	discs         []disc
	cell          float64
	columns, rows int
	first, next   []int // of each cell the first disc, of each disc the one behind it, −1 for none
}

func newPlaces(within box, discs []disc, cell float64) *places {
	p := &places{within: within, discs: discs, cell: cell}
	p.columns = int((within.x1-within.x0)/cell) + 1
	p.rows = int((within.y1-within.y0)/cell) + 1
	p.first, p.next = make([]int, p.columns*p.rows), make([]int, len(discs))
	return p
}

func (p *places) at(d disc) (column, row int) {
	column = min(max(int((d.x-p.within.x0)/p.cell), 0), p.columns-1)
	row = min(max(int((d.y-p.within.y0)/p.cell), 0), p.rows-1)
	return column, row
}

// fill puts each of the first n discs into its cell.
func (p *places) fill(n int) {
	for i := range p.first {
		p.first[i] = -1
	}
	for i := range n {
		p.add(i)
	}
}

func (p *places) add(i int) {
	column, row := p.at(p.discs[i])
	k := row*p.columns + column
	p.next[i], p.first[k] = p.first[k], i
}

// near calls visit with the discs in the cells around one.
func (p *places) near(d disc, visit func(j int) bool) {
	column, row := p.at(d)
	for y := max(row-1, 0); y <= min(row+1, p.rows-1); y++ {
		for x := max(column-1, 0); x <= min(column+1, p.columns-1); x++ {
			for j := p.first[y*p.columns+x]; j >= 0; j = p.next[j] {
				if !visit(j) {
					return
				}
			}
		}
	}
}

// push moves each pair that touches apart, half the way each, and reports whether any did.
func (p *places) push() bool {
	p.fill(len(p.discs))
	touched := false
	for i := range p.discs {
		column, row := p.at(p.discs[i])
		for y := max(row-1, 0); y <= min(row+1, p.rows-1); y++ {
			for x := max(column-1, 0); x <= min(column+1, p.columns-1); x++ {
				for j := p.first[y*p.columns+x]; j > i; j = p.next[j] { // the highest comes first
					if p.part(i, j) {
						touched = true
					}
				}
			}
		}
	}
	for i := range p.discs {
		p.keepIn(&p.discs[i])
	}
	return touched
}

// part moves two discs apart if they touch. Discs in the same place part by the golden
// angle, so that many of them make a sunflower.
func (p *places) part(i, j int) bool {
	a, b := &p.discs[i], &p.discs[j]
	dx, dy := b.x-a.x, b.y-a.y
	need := a.r + b.r + discGap
	square := dx*dx + dy*dy
	if square >= need*need {
		return false
	}
	distance := math.Sqrt(square)
	if distance < 1e-6 {
		angle := float64(j) * 2.399963
		dx, dy, distance = math.Cos(angle), math.Sin(angle), 1
		need++
	}
	move := (need - distance) / 2 / distance * 1.02
	a.x, a.y = a.x-dx*move, a.y-dy*move
	b.x, b.y = b.x+dx*move, b.y+dy*move
	return true
}

func (p *places) keepIn(d *disc) {
	d.x = min(max(d.x, p.within.x0+d.r), p.within.x1-d.r)
	d.y = min(max(d.y, p.within.y0+d.r), p.within.y1-d.r)
}

// A spiral's arms lie so many px apart up to a step, and wider from there on: what finds no
// place nearby is to reach the other end of the box soon.
const (
	spiralArm  = .9
	spiralFine = 20_000
	spiralMax  = 6 * spiralFine // 1,870 px
)

// settle rounds places to what is written and gives each disc that still covers one
// before it the nearest free place on a spiral.
func (p *places) settle() {
	p.fill(0)
	for i := range p.discs {
		d := &p.discs[i]
		d.r = math.Floor(d.r*10) / 10
		origin := *d
		for step := range spiralMax {
			reach, angle := spiralArm*math.Sqrt(float64(step))*max(1, float64(step)/spiralFine), float64(step)*2.399963
			d.x, d.y = origin.x+reach*math.Cos(angle), origin.y+reach*math.Sin(angle)
			p.keepIn(d)
			d.x, d.y = math.Round(d.x*10)/10, math.Round(d.y*10)/10
			if p.clear(i) {
				break
			}
		}
		p.add(i)
	}
}

// clear reports whether a disc covers none that has settled.
func (p *places) clear(i int) bool {
	d, clear := p.discs[i], true
	p.near(d, func(j int) bool {
		o := p.discs[j]
		need := d.r + o.r + .2
		clear = (d.x-o.x)*(d.x-o.x)+(d.y-o.y)*(d.y-o.y) >= need*need
		return clear
	})
	return clear
}
