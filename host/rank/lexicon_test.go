package rank

import (
	"math"
	"testing"
)

// Ensure that BM25 follows its formula: rarity from index and background
// together, counts capped at 2, length normalised by the background's average.
func TestLexicon(t *testing.T) {
	r := Default()
	q := NewQuery("kubernetes kubernetes kubernetes qqzzv")
	lexicon := r.Lexicon(q, 78, []int{5})
	background := float64(r.background.frequency("kubernet"))
	if background < 3 {
		t.Fatalf("the background knows kubernet %v times", background)
	}
	common := math.Log(1 + (4000-background-5+.5)/(background+5+.5))
	rare := math.Log(1 + (4000+.5)/.5)
	near(t, "mass", lexicon.Mass(), common+rare, 1e-9)
	near(t, "share", lexicon.Share(0, 4, 235), common*2*4*2.2/(4+1.2*(.25+.75*235/117.50535441101479)), 1e-9)
	near(t, "share of a term found nowhere", lexicon.Share(1, 1, 100), rare*2.2/(1+1.2*(.25+.75*100/117.50535441101479)), 1e-9)
	if got := lexicon.Share(0, 0, 235); got != 0 {
		t.Errorf("share of an absent term: got %v", got)
	}
}

// Ensure that a term in every document of any index never counts against one.
func TestLexiconIsNotNegative(t *testing.T) {
	q := NewQuery("kubernetes")
	for _, n := range []int{0, 1, 10, 100_000} {
		if got := Default().Lexicon(q, n, []int{n}).Mass(); got < 0 || math.IsNaN(got) {
			t.Errorf("n %d: got mass %v", n, got)
		}
	}
}

// Ensure that the background table answers for each of its terms, the first
// and the last included, and for none besides.
func TestBackground(t *testing.T) {
	source := readJSON[backgroundSource](t, "data/background-df.json")
	background := Default().background
	if background.documents != source.Documents || background.length != source.Length {
		t.Errorf("got %d documents of length %v want %d of %v", background.documents, background.length, source.Documents, source.Length)
	}
	for term, want := range source.DF {
		if got := background.frequency(term); got != want {
			t.Fatalf("%q: got %d want %d", term, got, want)
		}
		for _, absent := range []string{term + "\x00", term + "\t1", term[:len(term)-1] + "\x01"} {
			if got := background.frequency(absent); got != 0 {
				t.Fatalf("%q: got %d want 0", absent, got)
			}
		}
	}
	for _, absent := range []string{"", "\t", "\n", "zzzzzzzz", "\xff"} {
		if got := background.frequency(absent); got != 0 {
			t.Errorf("%q: got %d want 0", absent, got)
		}
	}
}

// Ensure that what a word tells is its rarity times its salience: that a
// technology tells more than a month, a word that nothing is known of what the
// table says of such, and one that stands only in a name nothing.
func TestTells(t *testing.T) {
	r := Default().With(Tables{Words: "\t0\t.060\t\nmonth\t.1\t.020\t\nterraform\t\t.500\t\n"}, "")
	q := NewQuery("terraform month qqzzv kubernetes")
	q.Asked = []bool{true, true, true, false}
	lexicon := r.Lexicon(q, 78, nil)
	sum := 0.0
	for i, salience := range []float64{.5, .02, .06, 0} {
		rarity := r.Lexicon(NewQuery(q.Terms[i]), 78, nil).Mass()
		near(t, q.Terms[i], lexicon.Tells(i), rarity*salience, 1e-9)
		sum += rarity * salience
	}
	near(t, "in all", lexicon.TellsMass(), sum, 1e-9)
	if got := Default(); got.Salience("terraform") < 5*got.Salience("month") || got.Salience("qqzzv") != .06 {
		t.Errorf("terraform %v, month %v, unknown %v", got.Salience("terraform"), got.Salience("month"), got.Salience("qqzzv"))
	}
}
