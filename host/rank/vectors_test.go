package rank

import (
	"math"
	"testing"
)

// small has a gate over two dimensions, two nulls, an adapter of rank 1 that adds twice
// the first number to the second, and two concepts, north and east.
func small(t testing.TB) *Recipe {
	t.Helper()
	vectors, err := NewVectors([]float32{1, -2, .5}, []float32{-1, -3}, []float32{2, 0}, []float32{0, 1}, [][]float32{{0, 1}, {1, 0}})
	if err != nil {
		t.Fatal(err)
	}
	return Default().With(Tables{Concepts: "north\neast\n"}, vectors)
}

// Ensure that the gate is the linear function that its numbers say and decides
// nothing for a vector of another space.
func TestGate(t *testing.T) {
	r := small(t)
	near(t, "gate", r.Gate([]float32{3, 1}), 3-2+.5, 1e-6)
	if got := r.Gate([]float32{1, 2, 3}); got != 0 {
		t.Errorf("another space: got %v", got)
	}
	near(t, "first null", r.NullGate(0), -1, 0)
	near(t, "second null", r.NullGate(1), -3, 0)
	if r.NullGate(-1) != 0 || r.NullGate(2) != 0 || For("another").Gate([]float32{1, 0}) != 0 {
		t.Error("a gate where there is none")
	}
}

// Ensure that adapting moves a vector by the map, keeps its length, leaves the
// caller's alone, and does nothing in another space.
func TestAdapt(t *testing.T) {
	r := small(t)
	query := []float32{.6, .8}
	got := r.Adapt(query)
	length := math.Hypot(.6, .8+1.2)
	near(t, "first", float64(got[0]), .6/length, 1e-6)
	near(t, "second", float64(got[1]), 2/length, 1e-6)
	if query[1] != .8 {
		t.Error("the caller's vector changed")
	}
	other := []float32{1, 0, 0}
	if got := r.Adapt(other); &got[0] != &other[0] {
		t.Error("a vector of another space was adapted")
	}
	if got := r.Adapt([]float32{0, 0}); got[0] != 0 || got[1] != 0 {
		t.Errorf("no direction: got %v", got)
	}
}

// Ensure that the nearest concept bids its cosine against an item that is unlike it, less
// against one that is like it, so that another may bid more; and that nothing bids in
// another space or where there are no concepts.
func TestBids(t *testing.T) {
	r := small(t)
	r.Best.Likeness = .5
	bids := r.Bids([]float32{.6, .8})
	near(t, "highest", bids.Highest(), .8, .01)
	for _, c := range []struct {
		name, by string
		head     []float32
		want     float64
	}{
		{"unlike all", "north", []float32{-.6, -.8}, .8},
		{"like the nearest", "east", []float32{0, 1}, .6},
		{"like another", "north", []float32{1, 0}, .8},
	} {
		got, concept := bids.Against(c.head)
		near(t, c.name, got, c.want, .01)
		if r.Concept(concept) != c.by {
			t.Errorf("%s: %s bids most, want %s", c.name, r.Concept(concept), c.by)
		}
	}
	if r.Bids([]float32{1, 0, 0}) != nil || For("another").Bids([]float32{1, 0}) != nil {
		t.Error("something bids where nothing is known")
	}
	if r.Concept(2) != "" || r.Concept(9) != "" {
		t.Error("a concept that there is not")
	}
}

// Ensure that vectors that do not hold what their header says are refused.
func FuzzVectors(f *testing.F) {
	f.Add([]byte(small(f).Vectors))
	f.Add([]byte(small(f).Vectors)[:20])
	f.Add([]byte("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Decode(recipeAny, Vectors(data))
		if err != nil || len(data) == 0 {
			return
		}
		query := make([]float32, r.Vectors.dimensions())
		r.Gate(query)
		r.Adapt(query)
		r.NullGate(r.Vectors.nulls() - 1)
		if bids := r.Bids(query); bids != nil {
			bids.Against(query)
		}
	})
}

// ownSmall is small with a gate and two concepts of a kind's own: west is nearer to what
// points there than any concept of all kinds.
func ownSmall(t testing.TB) *Recipe {
	t.Helper()
	r := *small(t)
	var err error
	if r.Own, err = NewVectors([]float32{-2, 3, .25}, []float32{-4, -5}, nil, nil, [][]float32{{-1, 0}, {0, -1}}); err != nil {
		t.Fatal(err)
	}
	r.OwnNames = "west\nsouth"
	return &r
}

// Ensure that a kind's own gate takes the place of that of all kinds, for null prompts too,
// and that the adapter stays that of all.
func TestOwnGate(t *testing.T) {
	r := ownSmall(t)
	near(t, "gate", r.Gate([]float32{3, 1}), -6+3+.25, 1e-6)
	near(t, "first null", r.NullGate(0), -4, 0)
	near(t, "second null", r.NullGate(1), -5, 0)
	if r.Gate([]float32{1, 2, 3}) != 0 || r.NullGate(2) != 0 || r.NullGate(-1) != 0 {
		t.Error("a gate where there is none")
	}
	shared := small(t).Adapt([]float32{.6, .8})
	if got := r.Adapt([]float32{.6, .8}); got[0] != shared[0] || got[1] != shared[1] {
		t.Errorf("adapted to %v, want %v", got, shared)
	}
	if own, all := r.Seal(), small(t).Seal(); own == all {
		t.Error("a recipe with vectors of its own has the seal of one without")
	}
}

// Ensure that the concepts of both tables bid, each under its own name.
func TestOwnBids(t *testing.T) {
	r := ownSmall(t)
	r.Best.Likeness = 0
	for name, prompt := range map[string][]float32{"north": {0, 1}, "east": {1, 0}, "west": {-1, 0}, "south": {0, -1}} {
		bids := r.Bids(prompt)
		near(t, name, bids.Highest(), 1, .01)
		if highest, concept := bids.Against([]float32{.7, .7}); r.Concept(concept) != name || math.Abs(highest-1) > .01 {
			t.Errorf("%s: %q bids most, %v", name, r.Concept(concept), highest)
		}
	}
	if r.Concept(4) != "" || r.Concept(99) != "" || r.Bids([]float32{1, 0, 0}) != nil {
		t.Error("something bids where nothing is known")
	}
	if small(t).Bids([]float32{-1, 0}).Highest() > .01 {
		t.Error("a concept of the kind's own bids in a recipe of all kinds")
	}
}
