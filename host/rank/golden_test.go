package rank

import (
	"math"
	"testing"
)

// Ensure that BM25, its normalised form and the logit are those that the
// weights were fitted on: the columns of golden-dev.json to three decimals,
// given its cosines and gate values.
func TestGoldenScores(t *testing.T) {
	golden := readJSON[struct {
		Rows []struct {
			ID      string  `json:"id"`
			Text    string  `json:"text"`
			Cleaned string  `json:"cleaned"`
			Gate    float64 `json:"gate"`
			Top     []struct {
				ID    string  `json:"id"`
				Dense float64 `json:"de"`
				BM25  float64 `json:"bm25_body"`
				BBN   float64 `json:"bbn"`
				Logit float64 `json:"L"`
			} `json:"top"`
		} `json:"rows"`
	}](t, shared(t, "eval", "calibration", "golden-dev.json"))
	c := collect(t, shared(t, "eval", "dev", "skills-real", "corpus.jsonl"))
	if len(golden.Rows) != 29 || len(c.ids) != 324 {
		t.Fatalf("got %d prompts and %d skills", len(golden.Rows), len(c.ids))
	}
	place := map[string]int{}
	for i, id := range c.ids {
		place[id] = i
	}
	for _, row := range golden.Rows {
		if got := Clean(row.Text); got != row.Cleaned {
			t.Errorf("%s: cleaned text got %q want %q", row.ID, got, row.Cleaned)
		}
		features := c.features(NewQuery(row.Cleaned))
		for _, top := range row.Top {
			f := features[place[top.ID]]
			f.Dense, f.Gate, f.HasDense = top.Dense, row.Gate, true
			near(t, row.ID+" "+top.ID+" bm25", f.BM25, top.BM25, .0006)
			near(t, row.ID+" "+top.ID+" bbn", c.recipe.normalised(f), top.BBN, .0006)
			near(t, row.ID+" "+top.ID+" L", c.recipe.Logit(f), top.Logit, .0012)
		}
	}
}

// near allows for numbers written with four digits; in L the rounding of the
// cosine weighs eight times.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %.4f want %.4f", what, got, want)
	}
}
