package rank

import (
	"strings"
	"testing"
)

const benchSentence = "Refactor the GraphQL resolvers of the checkout service, then deploy 3 replicas to Kubernetes (see docs/howto.md). "

// 64 KiB is the longest prompt the host keeps.
func BenchmarkClean64KiB(b *testing.B) {
	prompt := strings.ReplaceAll(strings.Repeat(benchSentence, (64<<10)/len(benchSentence)), ". ", ".\n")
	b.SetBytes(int64(len(prompt)))
	for b.Loop() {
		Clean(prompt)
	}
}

// BenchmarkFirstUse is all that a cold process asks of the embedded data for
// one prompt.
func BenchmarkFirstUse(b *testing.B) {
	vector := make([]float32, 384)
	for b.Loop() {
		r := Default()
		r.Lexicon(NewQuery(benchSentence), 300, nil)
		r.Gate(vector)
		r.MannerGate(Query{Text: benchSentence})
	}
}

func BenchmarkMannerGate64KiB(b *testing.B) {
	r, prompt := Default(), Query{Text: strings.Repeat(benchSentence, (64<<10)/len(benchSentence))}
	for b.Loop() {
		r.MannerGate(prompt)
	}
}

func BenchmarkNulls(b *testing.B) {
	for b.Loop() {
		Default().Nulls()
	}
}

func BenchmarkFingerprint(b *testing.B) {
	for b.Loop() {
		Default().Fingerprint()
	}
}

func BenchmarkDense(b *testing.B) {
	r, vector := Default(), make([]float32, 384)
	chunks := [][]float32{vector, vector, vector, vector}
	for b.Loop() {
		r.Dense(vector, vector, chunks)
	}
}

func BenchmarkWeigh(b *testing.B) {
	d := Document{Name: "checkout-service", Description: strings.Repeat(benchSentence, 3), Body: strings.Repeat(benchSentence, 13)}
	for b.Loop() {
		Weigh(d)
	}
}
