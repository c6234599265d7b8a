package host

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
	known := besides{usage: map[abi.Ref]session.Usage{abi.Skill("a"): {Suggested: 4, Used: 3}}}
	hit := index.Hit{Ref: abi.Skill("a"), Features: features, Logit: recipe.Logit(features) + .75}
	for i := range 9 {
		hint := rank.Hint{Term: fmt.Sprint("word", i), Weight: float64(i)}
		known.Hints[rank.FromFiles] = append(known.Hints[rank.FromFiles], hint)
		hit.Evidence.Share(rank.FromFiles, hint, 1)
	}
	hit.Evidence.Suggested, hit.Evidence.Used = 2.5, 2
	fitter := fitter{recipe: recipe, hits: []index.Hit{hit}, threshold: math.NaN(), beside: &known}
	got := fitter.fit(hit).Beside
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
	if got := fitter.fit(hit).Beside; got != nil {
		t.Errorf("nothing was known: got %+v", got)
	}
}

// Ensure the rival that is named is the strongest that counts, however weak its
// near duplicate is beside all others together.
func TestRivalIsNoDuplicate(t *testing.T) {
	hits := []index.Hit{
		{Key: 1, Ref: abi.Skill("asked"), Logit: 4, Odds: 1.4, Alike: []index.Alike{{Key: 2, Cosine: .9}}},
		{Key: 2, Ref: abi.Skill("duplicate"), Logit: 2},
		{Key: 3, Ref: abi.Skill("rival"), Logit: 1.9},
		{Key: 4, Ref: abi.Skill("another"), Logit: 1.8},
	}
	if got := (fitter{hits: hits}).rival(hits[0]); got != "rival" {
		t.Errorf("got %q", got)
	}
}

// BenchmarkFit is what explaining costs a prompt: five hits with all that may be
// known of them.
func BenchmarkFit(b *testing.B) {
	recipe := rank.Default()
	var known besides
	var hits []index.Hit
	for i := range 40 {
		f := rank.Features{BM25: float64(30 - i/2), Mass: 20, Gate: 2, Words: 8}
		hits = append(hits, index.Hit{Key: int64(i), Ref: abi.Skill("a"), Features: f, Logit: recipe.Logit(f), Odds: recipe.Logit(f) - 1})
	}
	for source := range rank.Sources {
		for i := range 96 {
			known.Hints[source] = append(known.Hints[source], rank.Hint{Term: fmt.Sprint("word", i), Weight: float64(i)})
			if i%8 == 0 {
				for h := range hits[:scoresMax] {
					hits[h].Evidence.Share(rank.Source(source), known.Hints[source][i], 1)
				}
			}
		}
	}
	fitter := fitter{recipe: recipe, hits: hits, threshold: math.NaN(), beside: &known}
	for b.Loop() {
		for _, hit := range hits[:scoresMax] {
			fitter.fit(hit)
		}
	}
}
