package skillmap

import (
	"math"
	"reflect"
	"testing"
)

// near makes a vector around a corner of the space.
func near(corner, number int) []float32 {
	vector := make([]float32, 8)
	vector[corner] = 1
	vector[(corner+number)%8] += float32(number) * .01
	return vector
}

// Ensure that what means the same lies together and in one group, apart from the rest, and
// that the same vectors always lie the same.
func TestLay(t *testing.T) {
	var vectors [][]float32
	for corner := range 3 {
		for number := range 10 {
			vectors = append(vectors, near(corner, number))
		}
	}
	places := Lay(vectors)
	for i, p := range places {
		if p.X < 0 || p.X > 1 || p.Y < 0 || p.Y > 1 {
			t.Errorf("place %d lies outside: %+v", i, p)
		}
		for j, other := range places {
			together := math.Hypot(p.X-other.X, p.Y-other.Y) < .2
			if same := i/10 == j/10; same != together || same != (p.Group == other.Group) {
				t.Errorf("%d and %d: %+v, %+v", i, j, p, other)
			}
		}
	}
	if !reflect.DeepEqual(places, Lay(vectors)) {
		t.Error("the second time they lie elsewhere")
	}
}

// Ensure that few items and items that are all the same have a place, and no number is none.
func TestLayFew(t *testing.T) {
	for name, vectors := range map[string][][]float32{
		"none": nil, "one": {near(0, 0)}, "two": {near(0, 0), near(1, 1)},
		"all the same": {near(0, 0), near(0, 0), near(0, 0)}, "zero": {make([]float32, 8), make([]float32, 8)},
	} {
		places := Lay(vectors)
		if len(places) != len(vectors) {
			t.Errorf("%s: %d places", name, len(places))
		}
		for _, p := range places {
			if math.IsNaN(p.X+p.Y) || p.Group != 0 && name != "two" {
				t.Errorf("%s: %+v", name, p)
			}
		}
	}
}
