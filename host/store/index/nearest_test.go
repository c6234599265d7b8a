package index

import (
	"math"
	"testing"
)

// Ensure that a search by a ruleset's vector finds the item that lies in its direction, however
// long the vector is, and that numbers too large to be compared find it or do not.
func TestNearest(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations")
	direction := make([]float32, 384) // of the vectors that the recipe adapts
	for i := range direction {
		direction[i] = float32(1-2*(i%2)) / float32(math.Sqrt(384))
	}
	src := s.sources(true)
	src.Embed = func(string) ([]float32, error) { return direction, nil }
	if _, err := s.index.Refresh(t.Context(), s.listing(), src, Options{}); err != nil {
		t.Fatal(err)
	}
	view := s.view()
	for _, length := range []float64{1e-6, 1, 1e15, 1e30, 2e39, 6e39, math.Inf(1)} {
		vector := make([]float32, len(direction))
		for i := range vector {
			vector[i] = float32(length * float64(direction[i]))
		}
		hits, err := view.Nearest(vector, nil, 5)
		if err != nil || length <= 1e15 && (len(hits) != 1 || math.Abs(hits[0].Cosine-1) > 1e-4) {
			t.Errorf("length %g: got %+v, %v, want the item at cosine 1", length, hits, err)
		}
		for _, hit := range hits {
			if x := hit.Cosine + hit.Logit + hit.Similarity; math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("length %g: got %+v, want finite numbers", length, hit)
			}
		}
	}
}
