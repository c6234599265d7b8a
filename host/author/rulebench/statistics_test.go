package rulebench

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ed-irl/impressionism/host/stats"
)

// Ensure that the test gives what scipy.stats.mannwhitneyu 1.17.1 gives with
// alternative='greater', method='asymptotic', of which the first samples are the
// documentation's.
func TestGreater(t *testing.T) {
	up, down := make([]float64, 20), make([]float64, 20)
	for i := range up {
		up[i], down[i] = float64(100+i), float64(i)
	}
	a := []float64{10.6, 11.8, 9.6, 11.5, 10.2, 10.2, 12.4, 10.7, 10.5, 11.2, 11.6, 10.5, 11.1, 9.5, 10.1, 10.1, 9.2, 9.0, 8.9, 10.3}
	b := []float64{9.8, 9.7, 10.1, 8.7, 9.9, 10.2, 10.8, 9.2, 9.6, 8.0, 9.5, 7.8, 8.6, 11.1, 7.8, 10.8, 10.3, 9.7, 10.5, 10.5, 11.0, 9.8, 9.4, 9.4, 9.0}
	for _, test := range []struct {
		name string
		a, b []float64
		want float64
	}{
		{"documentation", []float64{19, 22, 16, 29, 24}, []float64{20, 11, 17, 12}, 0.055673443266570206},
		{"ties", []float64{1, 2, 2, 3, 3, 3, 4}, []float64{1, 1, 2, 2, 3}, 0.10158695879254287},
		{"the same", []float64{1, 2, 3}, []float64{1, 2, 3}, 0.5902615116112394},
		{"greater", a, b, 0.008441829923501086},
		{"less", b, a, 0.9920694250760544},
		{"apart", up, down, 3.397807564086679e-08},
		{"all equal", []float64{7, 7, 7}, []float64{7, 7}, 1},
		{"none", nil, []float64{7, 7}, 1},
	} {
		if got := greater(test.a, test.b); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
	if a[0] != 10.6 {
		t.Error("the samples were sorted in place")
	}
}

// Ensure that p-values of several tests are adjusted as multipletests of
// statsmodels 0.15 does with method "holm".
func TestHolm(t *testing.T) {
	got := holm([]float64{.01, .04, .03, .005, .9})
	want := []float64{.04, .09, .09, .025, .9}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			t.Errorf("got %v, want %v", got, want)
			break
		}
	}
	if got := holm(nil); len(got) != 0 {
		t.Errorf("of none: %v", got)
	}
}

// machine makes times as a machine that others use, too, does: noise that only
// adds, now and then much, and a speed that wanders and that the yardstick shares.
type machine struct {
	random *rand.Rand
	speed  float64
}

func (m *machine) samples(rounds int, cost float64) []float64 {
	list := make([]float64, rounds)
	for i := range list {
		m.speed = min(3, max(.5, m.speed*math.Exp(m.random.NormFloat64()*.05)))
		noisy := func(cost float64) float64 {
			took := cost * m.speed * math.Exp(math.Abs(m.random.NormFloat64())*.08)
			if m.random.IntN(25) == 0 {
				took += 5 * m.random.Float64()
			}
			return took
		}
		best := func(cost float64) float64 { return min(noisy(cost), noisy(cost), noisy(cost)) }
		var units []float64
		for range 5 {
			units = append(units, best(1))
		}
		list[i] = best(cost) / stats.Quantile(units, .5)
	}
	return list
}

// Ensure that a ruleset that did not change is no regression, one that is a tenth
// slower is told as more than a tenth slower no more often than one in a hundred
// times, and one that is a quarter slower nearly always. Ten scenarios are judged
// together, two hundred times, from a fixed seed.
func TestRegressionsAreTold(t *testing.T) {
	m := &machine{rand.New(rand.NewPCG(7, 7)), 1}
	const times, scenarios, rounds = 200, 10, 40
	for _, test := range []struct {
		name             string
		slower           float64
		fewest, mostTold int
	}{
		{"unchanged", 1, 0, 0},
		{"at the limit", 1.1, 0, 5},
		{"a quarter slower", 1.25, times - 2, times},
	} {
		told := 0
		for range times {
			compared := ComparedRuleset{}
			for i := range scenarios {
				cost := 1.0
				if i == 3 {
					cost = test.slower
				}
				compared.Scenarios = append(compared.Scenarios, Compared{was: m.samples(rounds, 1), is: m.samples(rounds, cost)})
			}
			all := []ComparedRuleset{compared}
			if judge(all, Limits{Time: .1}) > 0 {
				told++
			}
			for i, one := range compared.Scenarios {
				if i != 3 && slices.Contains(one.Regressed, "time") {
					t.Errorf("%s: another scenario was told", test.name)
				}
			}
		}
		t.Logf("%s: told %d of %d times", test.name, told, times)
		if told < test.fewest || told > test.mostTold {
			t.Errorf("%s: told %d of %d times, want %d to %d", test.name, told, times, test.fewest, test.mostTold)
		}
	}
}

// Ensure that where all scenarios are at the limit at once, so that each test may
// err, one in a hundred runs errs, not one in ten.
func TestScenariosAreJudgedTogether(t *testing.T) {
	m := &machine{rand.New(rand.NewPCG(9, 9)), 1}
	const times = 500
	told := 0
	for range times {
		compared := ComparedRuleset{}
		for range 10 {
			compared.Scenarios = append(compared.Scenarios, Compared{was: m.samples(40, 1), is: scaled(m.samples(40, 1), 1.1)})
		}
		compared.All = Compared{together: true, was: m.samples(40, 1), is: scaled(m.samples(40, 1), 1.1)}
		if judge([]ComparedRuleset{compared}, Limits{Time: .1}) > 0 {
			told++
		}
	}
	t.Logf("told %d of %d times", told, times)
	if told == 0 || told > 2*times/100 {
		t.Errorf("told %d of %d times, want about %d", told, times, times/100)
	}
}
