package rank

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ed-irl/impressionism/host/rank/language"
)

// Ensure that hints are stems weighed by place and rarity, the heaviest place
// of each, and that what everything speaks of is none.
func TestHints(t *testing.T) {
	words := func(yield func(string, float64) bool) {
		for _, word := range []struct {
			text   string
			weight float64
		}{{"Kubernetes operators", 1}, {"kubernetes", .5}, {"create the API", 1}, {"", 1}} {
			if !yield(word.text, word.weight) {
				return
			}
		}
	}
	r := Default()
	hints := r.Hints(words)
	var terms []string
	for _, hint := range hints {
		terms = append(terms, hint.Term)
	}
	if want := language.Terms("kubernetes operators"); !slices.Equal(terms, want) {
		t.Fatalf("got %v, want %v", terms, want)
	}
	half := r.Hints(maps.All(map[string]float64{"kubernetes": .5}))
	if got, want := hints[0].Weight, 2*half[0].Weight; got != want {
		t.Errorf("the heavier place: got %v, want %v", got, want)
	}
	rare, common := r.Hints(maps.All(map[string]float64{"zookeeper": 1}))[0], r.Hints(maps.All(map[string]float64{"python": 1}))[0]
	if rare.Weight <= common.Weight {
		t.Errorf("rare %v, common %v", rare, common)
	}
}

// Ensure that what a source says is between 0 and 1, grows with what is shared,
// and counts a name more than a mention.
func TestEvidence(t *testing.T) {
	var none, mention, name, more Evidence
	mention.Share(FromFiles, Hint{"go", 3}, 1)
	name.Share(FromFiles, Hint{"go", 3}, 4)
	more.Share(FromFiles, Hint{"go", 3}, 4)
	more.Share(FromFiles, Hint{"redi", 5}, 9)
	rising := []float64{0, none.Context(FromFiles), mention.Context(FromFiles), name.Context(FromFiles), more.Context(FromFiles), 1}
	if rising[1] != 0 || !slices.IsSorted(rising) || slices.Contains(rising[2:], 0) || rising[3] == rising[4] || rising[2] == rising[3] {
		t.Errorf("got %v", rising)
	}
	if got := more.Context(FromWorkspace); got != 0 {
		t.Errorf("another source: got %v", got)
	}
	if !slices.Equal(more.Terms[FromFiles], []string{"go", "redi"}) {
		t.Errorf("terms: got %v", more.Terms)
	}
}

// Ensure that nothing known moves nothing, that use lifts and being ignored
// lowers, both by half a logit at most, and that usefulness is Laplace's.
func TestUsefulness(t *testing.T) {
	for _, test := range []struct{ suggested, used, want, bonus float64 }{
		{0, 0, .5, 0},
		{1, 1, 2. / 3, .25},
		{3, 3, .8, .5},
		{4, 3, 2. / 3, .25},
		{1, 0, 1. / 3, -.25},
		{3, 0, .2, -.5},
		{50, 50, 51. / 52, .5},
		{50, 0, 1. / 52, -.5},
	} {
		e := Evidence{Suggested: test.suggested, Used: test.used}
		if got := e.Usefulness(); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("usefulness of %v: got %v, want %v", e, got, test.want)
		}
		if got := e.Bonus(); math.Abs(got-test.bonus) > 1e-12 {
			t.Errorf("bonus of %v: got %v, want %v", e, got, test.bonus)
		}
	}
}

// Ensure that whatever is known, an item is moved by no more than is promised.
func TestBonusIsBounded(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var e Evidence
		for range random.IntN(200) {
			e.Share(Source(random.IntN(Sources)), Hint{"x", random.ExpFloat64() * 10}, 1+random.IntN(50))
		}
		e.Suggested = random.ExpFloat64() * 20
		e.Used = e.Suggested * random.Float64()
		if got := e.Bonus(); !(got >= -.5 && got <= 2.5) {
			t.Fatalf("%+v: got %v", e, got)
		}
	}
}

// Ensure that bonuses choose among items and hardly lift the best: its logit
// rises by 1 at most, the first by logit and bonus becomes the first, and no
// item loses unless by its own bonus.
func TestLift(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		n := 1 + random.IntN(20)
		before, bonuses := make([]float64, n), make([]float64, n)
		first := 0
		for i := range n {
			before[i], bonuses[i] = 3*random.NormFloat64(), 3*random.Float64()-.5
			if before[i]+bonuses[i] > before[first]+bonuses[first] {
				first = i
			}
		}
		after := slices.Clone(before)
		Lift(after, bonuses)
		if slices.Max(after) > slices.Max(before)+1+1e-9 || after[first] < slices.Max(after)-1e-9 {
			t.Fatalf("%v with %v: got %v", before, bonuses, after)
		}
		for i := range n {
			if after[i] < before[i]+min(0, bonuses[i])-1e-9 || after[i] > before[i]+max(0, bonuses[i])+1e-9 {
				t.Fatalf("item %d of %v with %v: got %v", i, before, bonuses, after)
			}
		}
	}
	Lift(nil, nil)
}
