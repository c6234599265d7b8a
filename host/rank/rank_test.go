package rank

import (
	"math"
	"testing"
)

// Ensure that the logit with a model falls by a gate below zero and never
// rises by one above, and that without a model it ignores both.
func TestLogit(t *testing.T) {
	r := Default()
	f := Features{Dense: .5, BM25: 20, Mass: 25, HasDense: true}
	plain := 8.1*.5 + 5.3*.5 + 3*.5 - 6.3
	near(t, "no gate", r.Logit(f), plain, 1e-12)
	f.Gate = 5
	near(t, "gate above zero", r.Logit(f), plain, 1e-12)
	f.Gate = -2
	near(t, "gate below zero", r.Logit(f), plain-1.05, 1e-12)
	f.HasDense = false
	near(t, "no model", r.Logit(f), 13*.5+6.4*.5-9.1, 1e-12)
	f.BM25 = 60
	near(t, "no model, saturated", r.Logit(f), 13*.55+6.4*1.5-9.1, 1e-12)
}

// Ensure that two content words are silent and three are not, and that only
// stems count, not their repetitions or stop words.
func TestSilent(t *testing.T) {
	for prompt, want := range map[string]bool{
		"": true, "thanks": true, "could you please do that for me": true, "fix fix fix the bug": true, "fix the login bug": false,
	} {
		if got := Default().Silent(NewQuery(prompt)); got != want {
			t.Errorf("%q: got %v want %v", prompt, got, want)
		}
	}
}

// Ensure that words alone are sure from a lexical logit of 1.5 on, whatever the
// model says.
func TestSure(t *testing.T) {
	r := Default()
	for bm25, want := range map[float64]bool{20: false, 30: true} {
		if got := r.Sure(Features{BM25: bm25, Mass: 25, Gate: -9, Dense: -1, HasDense: true}); got != want {
			t.Errorf("bm25 %v (logit %v): got %v want %v", bm25, r.lexicalLogit(Features{BM25: bm25, Mass: 25}), got, want)
		}
	}
}

// Ensure that the dense score mixes head, best and mean chunk, and that an item
// without a body is judged by its head alone.
func TestDense(t *testing.T) {
	r := Default()
	query := []float32{1, 0, 0, 0, 0}
	at := func(cosine float64) []float32 {
		return []float32{float32(cosine), float32(math.Sqrt(1 - cosine*cosine)), 0, 0, 0}
	}
	near(t, "chunks", r.Dense(query, at(.5), [][]float32{at(.2), at(.8), at(-.4)}), .4*.5+.3*.8+.3*.2, 1e-6)
	near(t, "no chunks", r.Dense(query, at(.5), nil), .5, 1e-6)
	near(t, "all opposite", r.Dense(query, at(-1), [][]float32{at(-1)}), -1, 1e-6)
}

// Ensure that every number of both vectors counts, whatever their length.
func TestDot(t *testing.T) {
	for n := range 12 {
		a, b, want := make([]float32, n), make([]float32, n), 0.0
		for i := range n {
			a[i], b[i] = float32(i+1), float32(2*i-5)
			want += float64(i+1) * float64(2*i-5)
		}
		near(t, "dot", dot(a, b), want, 1e-9)
		near(t, "dot of unequal lengths", dot(append(a, 7), b), want, 1e-9)
	}
}

// Ensure that the rough similarity is monotone, inside 0–1, and meets the
// rulesets' thresholds where it says.
func TestDenseSimilarity(t *testing.T) {
	r := Default()
	for cosine, want := range map[float64]float64{-1: 0, .37: .50, .42: .70, .46: .85, 1: 1} {
		near(t, "similarity", r.DenseSimilarity(cosine), want, 1e-12)
	}
	before := 0.0
	for cosine := -1.5; cosine < 1.5; cosine += .001 {
		got := r.DenseSimilarity(cosine)
		if got < before || got > 1 {
			t.Fatalf("cosine %v: got %v after %v", cosine, got, before)
		}
		before = got
	}
}

// Ensure that a gate is the linear function that its data says, that it
// belongs to one model, and that a vector of another length decides nothing.
func TestGate(t *testing.T) {
	for model, path := range map[string]string{
		"all-MiniLM-L6-v2":      "data/gate-minilm.json",
		"all-MiniLM-L6-v2-int8": "data/gate-minilm-int8.json",
	} {
		source := readJSON[gateSource](t, path)
		r := For(model)
		vector := make([]float32, len(source.Weights))
		near(t, "bias", r.Gate(vector), float64(source.Bias), 1e-7)
		vector[3], vector[383] = .5, -1
		near(t, "weights", r.Gate(vector), float64(source.Bias)+.5*float64(source.Weights[3])-float64(source.Weights[383]), 1e-6)
		if got := r.Gate(vector[:383]); got != 0 {
			t.Errorf("short vector: got %v", got)
		}
		if nulls := r.Nulls(); len(nulls) != len(source.Nulls) {
			t.Errorf("got %d nulls want %d", len(nulls), len(source.Nulls))
		}
		for i, want := range source.Nulls {
			near(t, "null gate", r.NullGate(i), float64(want), 0)
		}
		if before, after := r.NullGate(-1), r.NullGate(len(source.Nulls)); before != 0 || after != 0 {
			t.Errorf("beyond the nulls: got %v and %v", before, after)
		}
	}
	if got := For("another").Gate(make([]float32, 384)); got != 0 || For("another").NullGate(0) != 0 {
		t.Errorf("a model without a gate: got %v", got)
	}
}

// Ensure that null prompts are as prompts are when they are scored: cleaned,
// with their line breaks.
func TestNulls(t *testing.T) {
	source := readJSON[[]string](t, "data/nulls.json")
	nulls := Default().Nulls()
	if len(nulls) != 184 || len(source) != 184 {
		t.Fatalf("got %d and %d", len(nulls), len(source))
	}
	for i, null := range nulls {
		if want := Clean(source[i]); null != want {
			t.Errorf("%d: got %q want %q", i, null, want)
		}
	}
}
