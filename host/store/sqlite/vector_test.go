package sqlite

import (
	"bytes"
	"math"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ensure sqlite-vec reads our blobs as the numbers we wrote: its cosine distance
// is that of a plain dot product.
func TestVectorMeansTheSameToSQLite(t *testing.T) {
	db := openTest(t, filepath.Join(t.TempDir(), "a.db"))
	a, b := []float32{0.6, -0.8, 0}, []float32{0.6, 0, 0.8}
	got := ask[float64](t, db, "SELECT vec_distance_cosine(?, ?)", EncodeVector(a), EncodeVector(b))
	if want := 1 - 0.36; math.Abs(got-want) > 1e-6 {
		t.Errorf("distance: got %v want %v", got, want)
	}
	if got := ask[int](t, db, "SELECT vec_length(?)", EncodeVector(a)); got != len(a) {
		t.Errorf("length: got %d want %d", got, len(a))
	}
	decoded, err := DecodeVector(EncodeVector(a))
	if err != nil || !cmp.Equal(decoded, a) {
		t.Errorf("round trip: got %v, %v", decoded, err)
	}
}

// Ensure a damaged blob is an error, never a vector that compares as nonsense.
func TestDecodeVectorRefuses(t *testing.T) {
	nan := EncodeVector([]float32{1, float32(math.NaN())})
	infinite := EncodeVector([]float32{float32(math.Inf(-1))})
	for name, blob := range map[string][]byte{
		"nothing": nil, "cut": {1, 2, 3}, "not a number": nan, "infinite": infinite, "too long": make([]byte, 4*DimensionsMax+4),
	} {
		if vector, err := DecodeVector(blob); err == nil {
			t.Errorf("%s: got %d numbers, want an error", name, len(vector))
		}
	}
}

// Ensure any bytes are refused or come back as they were.
func FuzzDecodeVector(f *testing.F) {
	f.Add(EncodeVector([]float32{1, -2, 0.5}))
	f.Add([]byte{0, 0, 0xc0, 0x7f})
	f.Add([]byte("five!"))
	f.Fuzz(func(t *testing.T, blob []byte) {
		vector, err := DecodeVector(blob)
		if err == nil && !bytes.Equal(EncodeVector(vector), blob) {
			t.Errorf("%x came back as %x", blob, EncodeVector(vector))
		}
	})
}
