package rank

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Ensure that the manner of a prompt is its words as they stand, in any script.
func TestManner(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                   nil,
		" \n\t ":                             nil,
		"How do we do it? We do it!":         {"how", "do", "we", "it", "?", "!"},
		"I don't; it’s 'quoted' x'":          {"i", "don't", ";", "it's", "'", "quoted", "x"},
		"12 retries, 3.5 s":                  {"0", "retries", ",", ".", "s"},
		"run `make` in a/b_c":                {"run", "`", "make", "in", "a", "/", "b", "_", "c"},
		"Größe ÉTÉ e\u0301te":                {"größe", "été", "e\u0301te"},
		"как ДЕЛА 東京ですか 한국":                  {"как", "дела", "東", "京", "で", "す", "か", "한", "국"},
		"a\xffb\x00c":                        {"a", "b", "c"},
		"v2 utf8":                            {"v", "0", "utf"},
		strings.Repeat("x", 33) + " y":       {"y"},
		strings.Repeat("x", 32) + " y":       {strings.Repeat("x", 32), "y"},
		strings.Repeat("a ", 200) + "behind": {"a"},
	} {
		if got, _ := mannerWords(text); !slices.Equal(got, want) {
			t.Errorf("%.40q: got %q want %q", text, got, want)
		}
	}
}

// Ensure that a prompt's form is told beside its words.
func TestMannerForm(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                {"<ends 0>"},
		"Rename it":                       {"^rename", "^^it", "<ends 0>"},
		"move useZoom. Why?":              {"^move", "^^usezoom", "<camel>", "<ends 2>"},
		"a wip_name in b/c.go\n":          {"^a", "^^wip", "<snake>", "<path>", "<file>", "<ends 0>"},
		"so, Nomad\n":                     {"^so", "^^,", "<name>", "<ends 0>"},
		"SQL is it.\nNot X":               {"^sql", "^^is", "<lines>", "<caps>", "<ends 1>"},
		strings.Repeat("no! ", 9):         {"^no", "^^!", "<ends 5>"},
		strings.Repeat("a ", 200) + "b_c": {"^a", "<ends 0>"},
	} {
		words, read := mannerWords(text)
		if got := mannerForm(text[:read], words); !slices.Equal(got, want) {
			t.Errorf("%.40q: got %q want %q", text, got, want)
		}
	}
}

// Ensure that the gate is the sum of what its table says, by the root of how
// many words there are, and the bias where it knows none.
func TestMannerGate(t *testing.T) {
	r := Default().With(Tables{Manner: "\t-0.5000\n?\t1.0000\nwe\t2.0000\n"}, "")
	for text, want := range map[string]float64{
		"we we need it?": -.5 + 3/math.Sqrt(4+3),
		"unknown":        -.5,
		"":               -.5,
	} {
		near(t, text, r.MannerGate(NewQuery(text)), want, 1e-9)
	}
	near(t, "no table", Default().With(Tables{}, "").MannerGate(NewQuery("we")), 0, 0)
}

// Ensure that what has no model is the same however it is asked, and that with
// one the manner is a share of its own.
func TestMannerIsAShare(t *testing.T) {
	r := Default()
	with, without := Features{HasDense: true, Manner: 2}, Features{HasDense: true}
	near(t, "with a model", r.Logit(with)-r.Logit(without), 2*r.Weights.Manner, 1e-9)
	with.HasDense, without.HasDense = false, false
	near(t, "words alone", r.Logit(with)-r.Logit(without), 0, 0)
	if r.Weights.Manner <= 0 {
		t.Error("the embedded recipe does not go by how a prompt is asked")
	}
	need, order := r.MannerGate(Prompt("what do we use when customers complain that checkout is slow?")), r.MannerGate(Prompt("ok now commit that and go on"))
	if need <= order {
		t.Errorf("a need has %.2f, an order %.2f", need, order)
	}
}

// Ensure that any text yields few, short, different words in lower case that a
// line of the table can hold.
func FuzzManner(f *testing.F) {
	for _, seed := range append(fuzzSeeds, "don't ’’' x'", "١٢٣ ١", "ǅ İ ẞ", strings.Repeat("é", 40), "a'\u0301b", "'\xff") {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := Manner(text)
		if len(words) > mannerWordsMax+marksMax {
			t.Fatalf("%d words", len(words))
		}
		for i, word := range words {
			if word == "" || len(word) > len(markSecond)+mannerBytesMax || !utf8.ValidString(word) || slices.Contains(words[:i], word) ||
				strings.ContainsFunc(strings.TrimPrefix(word, markSentences), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.ToLower(r) != r }) {
				t.Fatalf("%q: word %q", text, word)
			}
		}
		if gate := Default().MannerGate(NewQuery(text)); math.IsNaN(gate) || math.Abs(gate) > 100 {
			t.Fatalf("%q: gate %v", text, gate)
		}
	})
}
