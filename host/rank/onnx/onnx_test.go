package onnx

import (
	"math"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/ed-irl/impressionism/host/sampletest"
	"github.com/ed-irl/impressionism/host/stats"
)

const (
	defaultModel = "all-MiniLM-L6-v2"
	int8Model    = "all-MiniLM-L6-v2-int8"
)

func open(t testing.TB, model string, cold bool) *Embedder {
	t.Helper()
	embedder, err := Open(Config{Dir: modelsDir(t, model), Model: model, Cold: cold})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := embedder.Close(); err != nil {
			t.Error(err)
		}
	})
	return embedder
}

// referencesTried is how many of the recorded texts are embedded; make soak embeds all.
const referencesTried = 80

// Ensure the default model's vectors are the reference's, number by number,
// opened for one text and for many.
func TestVectorsEqualReference(t *testing.T) {
	for cold, tried := range map[bool]int{true: referencesTried / 4, false: referencesTried} {
		embedder := open(t, defaultModel, cold)
		if embedder.Dimensions() != 384 || !strings.HasPrefix(embedder.Model(), defaultModel+"@") {
			t.Fatalf("got %d dimensions of %s", embedder.Dimensions(), embedder.Model())
		}
		for _, want := range sampletest.Some(references(t), tried, reference.name) {
			got, err := embedder.Embed(want.Text)
			if err != nil {
				t.Fatal(err)
			}
			if off := farthest(got, want.Vector); off > 1e-4 {
				t.Errorf("cold %t, %.60q: a number is off by %g", cold, want.Text, off)
			}
		}
	}
}

// Ensure the lighter model's vectors are near the reference's. Its weights are
// that much off: Python's onnxruntime gives the same cosines for the same file.
// Texts without a letter or a digit are farther off, and nobody asks for them.
func TestInt8VectorsNearReference(t *testing.T) {
	embedder := open(t, int8Model, false)
	all, sum := sampletest.Some(references(t), referencesTried, reference.name), 0.0
	for _, want := range all {
		got, err := embedder.Embed(want.Text)
		if err != nil {
			t.Fatal(err)
		}
		least := 0.98
		if strings.ContainsFunc(want.Text, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N) }) {
			least = 0.997
		}
		cosine := stats.Dot(got, want.Vector)
		if cosine < least || math.Abs(stats.Dot(got, got)-1) > 1e-5 {
			t.Errorf("%.60q: got cosine %g, want at least %g; length² %g", want.Text, cosine, least, stats.Dot(got, got))
		}
		sum += cosine
	}
	if mean := sum / float64(len(all)); mean < 0.999 {
		t.Errorf("the mean cosine is %g", mean)
	}
}

func farthest(a, b []float32) float64 {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	off := 0.0
	for i := range a {
		off = max(off, math.Abs(float64(a[i]-b[i])))
	}
	return off
}

// Ensure one embedder serves many goroutines, each getting what it would alone.
func TestEmbedConcurrently(t *testing.T) {
	embedder := open(t, defaultModel, false)
	texts := references(t)[:20]
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			for i := range texts {
				want := texts[(i+worker*5)%len(texts)]
				got, err := embedder.Embed(want.Text)
				if err != nil || farthest(got, want.Vector) > 1e-4 {
					t.Errorf("%.60q: off by %g, %v", want.Text, farthest(got, want.Vector), err)
				}
			}
		})
	}
	group.Wait()
}

// Ensure a model can be opened on a goroutine while another is in use, and that
// a cold and a warm opening give equal vectors to six digits.
func TestOpenOnAnotherGoroutine(t *testing.T) {
	dir := modelsDir(t, defaultModel)
	vectors := make([][]float32, 2)
	var group sync.WaitGroup
	for i := range vectors {
		group.Go(func() {
			embedder, err := Open(Config{Dir: dir, Model: "minilm", Cold: i == 0})
			if err != nil {
				t.Error(err)
				return
			}
			defer embedder.Close()
			if vectors[i], err = embedder.EmbedQuery("write a migration"); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if off := farthest(vectors[0], vectors[1]); off > 1e-6 {
		t.Errorf("a number is off by %g", off)
	}
}
