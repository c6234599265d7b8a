package rank

import (
	_ "embed"
	"math"
	"strings"
)

// conceptNames are what the vectors of concepts are of, a name a line.
//
//go:embed data/concepts.txt
var conceptNames string

// bidders is how many of the concepts nearest to a prompt may bid: those beyond are too
// far to bid most against anything near.
const bidders = 64

// Bids are what concepts, subjects that people ask for, bid for one prompt. In a large
// catalog the right item is ahead of a wrong one; in a small one it is not there, and
// the nearest item would be taken for it. So the concepts bid in its place. See
// RATIONALE.md, "Why do concepts bid against items?".
type Bids struct {
	recipe  *Recipe
	nearest []bid // the highest first
}

type bid struct {
	concept int // its place among all: those of all kinds, then the kind's own
	bytes   string
	step    float32
	cosine  float64
}

// Bids are those for an adapted prompt; nil where the recipe has no concepts in the
// prompt's space.
func (r *Recipe) Bids(adapted []float32) *Bids {
	b := &Bids{recipe: r, nearest: make([]bid, 0, bidders+1)}
	prompt, first := inSteps(adapted), 0
	for _, table := range []Vectors{r.Vectors, r.Own} {
		if table.fits(len(adapted)) {
			count, vectors, step := table.concepts()
			for c := range count {
				b.offer(bid{first + c, vectors[c*len(adapted):], step, prompt.cosine(vectors[c*len(adapted):], step)})
			}
			first += count
		}
	}
	if len(b.nearest) == 0 {
		return nil
	}
	return b
}

// offer takes a bid among the nearest, if it is one of them.
func (b *Bids) offer(one bid) {
	if len(b.nearest) == bidders && one.cosine <= b.nearest[bidders-1].cosine {
		return
	}
	b.nearest = append(b.nearest, one)
	for i := len(b.nearest) - 1; i > 0 && b.nearest[i].cosine > b.nearest[i-1].cosine; i-- {
		b.nearest[i], b.nearest[i-1] = b.nearest[i-1], b.nearest[i]
	}
	b.nearest = b.nearest[:min(len(b.nearest), bidders)]
}

// Highest is the most that any concept bids: against an item that is like none.
func (b *Bids) Highest() float64 { return b.nearest[0].cosine }

// Against is the most that is bid against an item with a head: by a concept its cosine
// with the prompt, less a share (Best.Likeness) of its cosine with the item, as what is
// like an item does not speak against it. It returns the place of the concept, too.
func (b *Bids) Against(head []float32) (highest float64, concept int) {
	highest = -1
	item := inSteps(head)
	for _, bid := range b.nearest {
		if bid.cosine <= highest {
			break // and so are all after it
		}
		alike := item.cosine(bid.bytes, bid.step)
		if amount := bid.cosine - b.recipe.Best.Likeness*max(0, alike); amount > highest {
			highest, concept = amount, bid.concept
		}
	}
	return highest, concept
}

// Concept is the name of the concept at a place, or empty.
func (r *Recipe) Concept(place int) string {
	for _, names := range []string{r.concepts, r.OwnNames} {
		for ; place > 0 && names != ""; place-- {
			_, names, _ = strings.Cut(names, "\n")
		}
		if name, _, _ := strings.Cut(names, "\n"); name != "" {
			return name
		}
	}
	return ""
}

// stepsOfOne is how many steps a number of 1 has in a vector of steps: few enough that the
// product with a concept stays below 1<<31 for any two vectors of length 1.
const stepsOfOne = 1 << 14

// steps is a vector in whole numbers: their products take a third of the time.
type steps []int32

func inSteps(x []float32) steps {
	whole := make(steps, len(x))
	for i := range x {
		whole[i] = int32(math.Round(float64(max(-1, min(1, x[i]))) * stepsOfOne))
	}
	return whole
}

// cosine is the product of two vectors of length 1, of which the second is one of bytes
// with sign, a step each.
func (x steps) cosine(bytes string, step float32) float64 {
	bytes = bytes[:len(x)]
	var a, b, c, d int32 // four at a time: the processor need not wait for the sum before
	for len(x) >= 4 && len(bytes) >= 4 {
		a += x[0] * int32(int8(bytes[0]))
		b += x[1] * int32(int8(bytes[1]))
		c += x[2] * int32(int8(bytes[2]))
		d += x[3] * int32(int8(bytes[3]))
		x, bytes = x[4:], bytes[4:]
	}
	for i := range x {
		a += x[i] * int32(int8(bytes[i]))
	}
	return float64(a+b+c+d) * float64(step) / stepsOfOne
}
