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
	fits := Search{Recipe: recipe, Hits: []index.Hit{hit}, Threshold: math.NaN(), Context: &known}
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

// Ensure the rival that is named is the strongest that counts, however weak its
// near duplicate is beside all others together.
func TestRivalIsNoDuplicate(t *testing.T) {
	hits := []index.Hit{
		{Key: 1, Ref: abi.Skill("asked"), Logit: 4, Odds: 1.4, Alike: []index.Alike{{Key: 2, Cosine: .9}}},
		{Key: 2, Ref: abi.Skill("duplicate"), Logit: 2},
		{Key: 3, Ref: abi.Skill("rival"), Logit: 1.9},
		{Key: 4, Ref: abi.Skill("another"), Logit: 1.8},
	}
	if got := (Search{Hits: hits}).rival(hits[0]); got != "rival" {
		t.Errorf("got %q", got)
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
		hits = append(hits, index.Hit{Key: int64(i), Ref: abi.Skill("a"), Features: f, Logit: recipe.Logit(f), Odds: recipe.Logit(f) - 1})
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
	fits := Search{Recipe: recipe, Hits: hits, Threshold: math.NaN(), Context: &known}
	for b.Loop() {
		for _, hit := range hits[:shownMax] {
			fits.Of(hit)
		}
	}
}

// Ensure the parts of a fit are all of its logit, and that the rival that is
// named is one that counted: a near duplicate does not.
func TestFitAddsUp(t *testing.T) {
	recipe := rank.Default()
	features := []rank.Features{
		{BM25: 30, Mass: 20, Asked: 20, AskedMass: 15, Gate: 2, Words: 8},
		{BM25: 31, Mass: 20, Asked: 21, AskedMass: 15, Gate: 2, Words: 8},
		{BM25: 20, Mass: 20, Asked: 20, AskedMass: 15, Gate: 2, Words: 8},
	}
	var hits []index.Hit
	var logits []float64
	for i, f := range features {
		logits = append(logits, recipe.Logit(f))
		hits = append(hits, index.Hit{Key: int64(i), Ref: abi.Skill(string(rune('a' + i))), Features: f, Logit: logits[i]})
	}
	alike := func(i, j int) float64 { return map[bool]float64{true: 1}[i+j == 1] } // a and b
	for i, odds := range recipe.Odds(logits, false, alike) {
		hits[i].Odds = odds
	}
	hits[0].Alike = []index.Alike{{Key: 1, Cosine: 1}}
	fit := Search{Recipe: recipe, Hits: hits, Threshold: math.NaN()}.Of(hits[0])
	p := fit.Parts
	sum := p.Meaning + p.Words + p.Coverage + p.Asked + p.Related + p.Gate + p.Manner + p.Length + p.Bias
	if math.Abs(sum-fit.Logit) > .05 || math.Abs(fit.Logit+fit.Rivals-fit.Odds) > .02 {
		t.Errorf("parts add up to %.2f of %.2f; rivals %.2f, odds %.2f", sum, fit.Logit, fit.Rivals, fit.Odds)
	}
	if got := (Search{Hits: hits}).rival(hits[0]); got != "c" {
		t.Errorf("got rival %q, want c: b is its duplicate", got)
	}
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
	if got := p.Meaning + p.Words + p.Coverage + p.Asked + p.Related + p.Gate + p.Manner + p.Length + p.Bias; got != want {
		t.Errorf("the parts add up to %v, the shares to %v", got, want)
	}
}
