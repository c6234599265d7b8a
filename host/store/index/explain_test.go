package index

import (
	"math"
	"testing"

	"github.com/ed-irl/impressionism/host/rank"
)

// Ensure that what single words are worth is what the logit has of them, that
// the nearest passage is the one with the prompt's words, and that thresholds
// are told as they are in force.
func TestExplainAddsUp(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "write database migrations\nLock timeouts protect busy tables while columns are dropped from them slowly.")
	s.put("tests", "write unit tests\nMocks and fixtures.")
	s.refresh(true, Options{})
	view := s.view()
	for _, vector := range [][]float32{nil, wordVector("lock timeouts tables")} {
		q := Query{Query: rank.Prompt("do lock timeouts of the `database` matter for tables"), Vector: vector}
		hits, err := view.Search(q)
		if err != nil || len(hits) == 0 || hits[0].Ref.ID != "migrations" {
			t.Fatalf("got %v, %v", hits, err)
		}
		got, err := view.Explain(q, hits[0])
		if err != nil {
			t.Fatal(err)
		}
		points, bm25 := 0.0, 0.0
		for _, term := range got.Terms {
			points, bm25 = points+term.Points, bm25+term.BM25
		}
		shares := pointsOf(pools.Default.Shares(hits[0].Features))
		want := shares[rank.ShareSaturated] + shares[rank.ShareNormalised] + shares[rank.ShareAsked]
		if math.Abs(points-want) > 1e-9 || math.Abs(bm25-hits[0].Features.BM25) > 1e-9 || points <= 0 {
			t.Errorf("words have %.3f of %.3f points, %.3f of %.3f", points, want, bm25, hits[0].Features.BM25)
		}
		if (vector == nil) != (got.Passage == nil) {
			t.Errorf("got passage %v", got.Passage)
		}
		if vector != nil && (got.Passage.Number != 1 || got.Passage.Text == "") {
			t.Errorf("got passage %+v, want the body's", got.Passage)
		}
		calibrated, err := view.Calibration(hits[0].Key, vector != nil)
		if err != nil || len(calibrated) != 4 || calibrated[0].NullText == "" {
			t.Fatalf("got %+v, %v", calibrated, err)
		}
		for _, c := range calibrated {
			needed := view.Needed(c.Similarity, hits[0])
			if needed.Odds != c.Odds || needed.From != c.From || needed.Profile != c.Profile {
				t.Errorf("got %+v, want %+v", needed, c.Origin)
			}
		}
	}
}
