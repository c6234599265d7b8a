package eval

import (
	"math"
	"slices"
	"testing"
)

// Ensure that the baselines are those of the harness: the same ten items in the
// same order for every prompt, the same scores.
func TestBaselinesOfTheHarness(t *testing.T) {
	folder := shared(t) + "/dev/skills-real"
	set := openShared(t, "skills-real")
	for _, name := range Baselines {
		t.Run(name, func(t *testing.T) {
			var want struct {
				Rows [][][]any `json:"rows"`
			}
			harness(t, `{"rows": [r["ranking"][:10] for r in k.rank_builtin(sys.argv[2], sys.argv[3])]}`, &want, folder, name)
			if len(want.Rows) != len(set.Queries) {
				t.Fatalf("got %d prompts want %d", len(want.Rows), len(set.Queries))
			}
			answer := Baseline(name, set.Corpus)
			for i, query := range set.Queries {
				got, err := answer(query)
				if err != nil {
					t.Fatal(err)
				}
				if len(got.Ranking) < len(want.Rows[i]) {
					t.Fatalf("%s: got %d items want %d", query.ID, len(got.Ranking), len(want.Rows[i]))
				}
				for place, pair := range want.Rows[i] {
					ranked := got.Ranking[place]
					if ranked.ID != pair[0] || math.Abs(ranked.Score-pair[1].(float64)) > 1e-5 {
						t.Errorf("%s, place %d: got %v want %v", query.ID, place+1, ranked, pair)
					}
				}
			}
		})
	}
}

// Ensure that words are those of the harness where English prompts do not tell:
// other scripts, mixed case, signs, odd endings.
func TestTermsOfTheHarness(t *testing.T) {
	texts := []string{
		"GraphQL APIs, HTTPServer2Go and c++ or C# f#+", "izations organizations realizes ations dating ates ties tsses things",
		"ЗДРАВСТВУЙТЕ мир ёлка аннн", "日本語の テスト 한국어", "buss bus this basis essee agreee committed fuzzy", "Straße naïve K",
	}
	for _, text := range texts {
		var want []string
		harness(t, "k.R.tokens(sys.argv[2])", &want, text)
		if got := terms(text); !slices.Equal(got, want) {
			t.Errorf("%q: got %q want %q", text, got, want)
		}
	}
}

// Ensure that only the gate decides, and only where both its signals are strong.
func TestBaselineDecides(t *testing.T) {
	corpus := corpusOf(t, `{"id":"pdf","name":"pdf","description":"Fill forms and merge PDF files"}`, `{"id":"git","name":"git","description":"Rebase branches"}`)
	for name, want := range map[string]Decides{"bm25": DecidesNothing, "bm25+body": DecidesNothing, "gate": DecidesPrompts} {
		answer, err := Baseline(name, corpus)(Query{Text: "merge pdf files"})
		if err != nil || answer.Decides != want || answer.Ranking[0].ID != "pdf" {
			t.Errorf("%s: got %+v, %v", name, answer, err)
		}
	}
	if Baseline("nonsense", corpus) != nil {
		t.Error("got a ranker of an unknown name")
	}
}

// Ensure that the nearest vector comes first, ties by id.
func TestNearest(t *testing.T) {
	answer := Nearest(map[string][]float32{"b": {0, 1}, "a": {0, 1}, "c": {1, 0}}, func(string) ([]float32, error) { return []float32{.6, .8}, nil })
	got, err := answer(Query{Text: "x"})
	if err != nil || len(got.Ranking) != 3 || got.Ranking[0].ID != "a" || got.Ranking[1].ID != "b" || got.Ranking[2].ID != "c" {
		t.Errorf("got %+v, %v", got, err)
	}
}
