package fit

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Ensure a fit tells what the context moved and by how much, what says most
// first and no more than a few words of it; and nothing where it said nothing.
func TestFitTellsContext(t *testing.T) {
	recipe := rank.Default()
	features := rank.Features{BM25: 30, Mass: 20, Asked: 20, AskedMass: 15, Gate: 2, Words: 8}
	known := Context{usage: map[abi.Ref]session.Usage{abi.Skill("a"): {Suggested: 4, Used: 3}}}
	hit := index.Hit{Ref: abi.Skill("a"), Features: features, Logit: recipe.Logit(features) + .75}
	for i := range 9 {
		hint := rank.Hint{Term: fmt.Sprint("word", i), Weight: float64(i)}
		known.Moves.Hints[rank.FromFiles] = append(known.Moves.Hints[rank.FromFiles], hint)
		hit.Evidence.Share(rank.FromFiles, hint, 1)
	}
	hit.Evidence.Suggested, hit.Evidence.Used = 2.5, 2
	fits := Search{Recipe: func(int64) *rank.Recipe { return recipe }, Threshold: math.NaN(), Context: &known}
	got := fits.Of(hit).Beside
	if got == nil || got.Points != .75 || len(got.Workspace)+len(got.Commands) != 0 {
		t.Fatalf("got %+v", got)
	}
	if want := []string{"word8", "word7", "word6", "word5", "word4", "word3"}; !slices.Equal(got.Files, want) {
		t.Errorf("got %v, want %v", got.Files, want)
	}
	if got, want := got.Usage(), "used 3 of the 4 times it was suggested here"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	hit.Evidence = rank.Evidence{}
	if got := fits.Of(hit).Beside; got != nil {
		t.Errorf("nothing was known: got %+v", got)
	}
}

// shownMax is how many hits a decision explains.
const shownMax = 5

// BenchmarkFit is what explaining costs a prompt: five hits with all that may be
// known of them.
func BenchmarkFit(b *testing.B) {
	recipe := rank.Default()
	var known Context
	var hits []index.Hit
	for i := range 40 {
		f := rank.Features{BM25: float64(30 - i/2), Mass: 20, Gate: 2, Words: 8}
		hits = append(hits, index.Hit{Key: int64(i), Ref: abi.Skill("a"), Features: f, Logit: recipe.Logit(f)})
	}
	for source := range rank.Sources {
		for i := range 96 {
			known.Moves.Hints[source] = append(known.Moves.Hints[source], rank.Hint{Term: fmt.Sprint("word", i), Weight: float64(i)})
			if i%8 == 0 {
				for h := range hits[:shownMax] {
					hits[h].Evidence.Share(rank.Source(source), known.Moves.Hints[source][i], 1)
				}
			}
		}
	}
	fits := Search{Recipe: func(int64) *rank.Recipe { return recipe }, Threshold: math.NaN(), Context: &known}
	for b.Loop() {
		for _, hit := range hits[:shownMax] {
			fits.Of(hit)
		}
	}
}

// Ensure the parts of a fit and what a better item takes away are all of its odds, and that
// a concept is named only where its bid speaks against the item.
func TestFitAddsUp(t *testing.T) {
	recipe := rank.Default()
	for _, margin := range []float64{-.2, .1} {
		features := rank.Features{BM25: 30, Mass: 20, Dense: .4, Told: 2, TellsMass: 3, Gate: 2, Manner: 1, Words: 8, Items: 40, Margin: margin, Another: .25, HasDense: true}
		logit := recipe.Logit(features)
		fit := Search{Recipe: func(int64) *rank.Recipe { return recipe }, Threshold: math.NaN()}.Of(index.Hit{
			Ref: abi.Skill("a"), Features: features, Logit: logit, Odds: logit - 1.5, Ahead: abi.Skill("b"), Concept: "terraform modules",
		})
		if fit.Behind != -1.5 || fit.Ahead != "b" {
			t.Errorf("behind %q by %v", fit.Ahead, fit.Behind)
		}
		if sum := total(fit.Parts) + fit.Behind; math.Abs(sum-fit.Odds) > .06 {
			t.Errorf("parts add up to %.2f of %.2f", sum, fit.Odds)
		}
		if (fit.Nearer != "") != (margin < 0) {
			t.Errorf("margin %v: nearer to %q", margin, fit.Nearer)
		}
	}
}

func total(p Parts) float64 {
	return p.Meaning + p.Words + p.Coverage + p.Asked + p.Related + p.Gate + p.Manner + p.Length + p.Size + p.Background + p.Technology + p.Same + p.Other + p.Card + p.Bias
}

// Ensure that every share of a logit is a part that people are shown.
func TestPartsAreAllShares(t *testing.T) {
	shares := rank.Default().Shares(rank.Features{HasDense: true})
	want := 0.0
	for i := range shares {
		shares[i].Value, shares[i].Weight = float64(i+1), 1
		want += float64(i + 1)
	}
	p := partsOf(shares)
	if got := total(p); got != want {
		t.Errorf("the parts add up to %v, the shares to %v", got, want)
	}
}
