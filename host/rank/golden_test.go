package rank

import (
	"math"
	"testing"
)

// Ensure that BM25, its saturated and normalised forms are those of the published
// recipe, by its columns in golden-dev.json to three decimals and by its logit,
// given its cosines and gate values. It has no identifiers, adapter or rivals:
// those came on top. BM25 may differ by .003 where a text has letters beyond
// ASCII, of which that recipe made two words.
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
			near(t, row.ID+" "+top.ID+" bm25", f.BM25, top.BM25, .003)
			normalised := c.recipe.normalised(f.BM25, f.Mass)
			near(t, row.ID+" "+top.ID+" bbn", normalised, top.BBN, .0006)
			logit := 8.1*f.Dense + 5.3*c.recipe.saturated(f) + 3*normalised + 2.1*min(0, f.Gate/4) - 6.3
			near(t, row.ID+" "+top.ID+" L", logit, top.Logit, .0012)
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
