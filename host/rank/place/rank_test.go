package place

import (
	"math"
	"testing"
)

// found is an index of a few places, for which Rank needs no store.
func found(q Query, places map[string]string) (Stats, []Candidate) {
	s := Stats{Places: 1000, Length: 20, DF: map[string]int{}}
	for _, t := range q.Terms {
		s.DF[t.Text] = 10
	}
	var candidates []Candidate
	for symbol, body := range places {
		terms := Analyze(symbol, body)
		c := Candidate{Path: "lib/" + symbol + ".go", Symbol: symbol, Kind: "function", Start: 1, End: 10, Length: terms.Length, Cosine: NoCosine}
		for _, t := range q.Terms {
			c.Matches = append(c.Matches, Match{Body: terms.Body[t.Text], Symbol: terms.Symbol[t.Text]})
		}
		candidates = append(candidates, c)
	}
	return s, candidates
}

func first(text string, places map[string]string) Ranked {
	q := ParseQuery(text)
	s, candidates := found(q, places)
	return Default().Rank(q, s, candidates)[0]
}

// Ensure a question that is a name goes to what the name names, however often others use it,
// whether spelled as it is or nearly.
func TestRankNames(t *testing.T) {
	places := map[string]string{
		"Mux.With":    "func (mx *Mux) With() {}",
		"TestWith":    "mux with mux with mux.With mux.With with with mux mux",
		"Mux.Use":     "uses mux.With and mux.With",
		"parse_args":  "def parse_args(): pass",
		"parseArgsOf": "parse_args(parse_args(parse_args(args)))",
	}
	for text, want := range map[string]string{"Mux.With": "Mux.With", "mux.with()": "Mux.With", "where is parse_args defined": "parse_args", "parseArgs": "parse_args"} {
		if got := first(text, places).Symbol; got != want {
			t.Errorf("%q finds %s, want %s", text, got, want)
		}
	}
}

// Ensure words that mean the same to programmers find each other, and the word itself is
// worth more.
func TestRankSynonyms(t *testing.T) {
	if got := first("delete the folder", map[string]string{"a": "removes a dir", "b": "opens the door"}).Symbol; got != "a" {
		t.Errorf("got %s, want the place with synonyms", got)
	}
	if got := first("delete the folder", map[string]string{"a": "removes a dir", "b": "deletes a folder"}).Symbol; got != "b" {
		t.Errorf("got %s, want the place with the words", got)
	}
}

// Ensure tests come after what they test, unless tests are asked for.
func TestRankTests(t *testing.T) {
	for text, want := range map[string]bool{"retry after timeout": false, "test of retry after timeout": true} {
		q := ParseQuery(text)
		s, candidates := found(q, map[string]string{"a": "retry after a timeout", "b": "retry retry after a timeout test"})
		for i := range candidates {
			if candidates[i].Symbol == "b" {
				candidates[i].Path = "retry_test.go"
			}
		}
		if got := Default().Rank(q, s, candidates)[0].Symbol == "b"; got != want {
			t.Errorf("%q has a test first: %v, want %v", text, got, want)
		}
	}
}

// Ensure a score is the sum of its parts, similarities fall with it, and vectors count where
// there are some.
func TestRankParts(t *testing.T) {
	q := ParseQuery("retry after timeout")
	s, candidates := found(q, map[string]string{"a": "retry after a timeout", "b": "again when time is up", "c": "retry"})
	for i := range candidates {
		candidates[i].Cosine = map[string]float64{"a": .1, "b": .9, "c": .1}[candidates[i].Symbol]
	}
	ranked := Default().Rank(q, s, candidates)
	last := 1.0
	for _, r := range ranked {
		sum := 0.0
		for _, p := range r.Parts {
			sum += p.Value
		}
		if math.Abs(sum-r.Score) > 1e-9 || r.Similarity > last || r.Similarity < 0 {
			t.Errorf("%s: score %v of parts that sum to %v, similarity %v after %v", r.Symbol, r.Score, sum, r.Similarity, last)
		}
		last = r.Similarity
	}
	if ranked[2].Symbol == "b" {
		t.Error("the nearest by vector is last")
	}
}

// Ensure an answer whose symbol has the question's words is surer than one whose body alone
// has them.
func TestRankSurety(t *testing.T) {
	sure := first("open the door", map[string]string{"openDoor": "open door", "window": "shut"})
	unsure := first("open the door", map[string]string{"handle": "open door", "window": "shut"})
	signs := Signs{Bias: 1, Share: 1, FileShare: 1, Coverage: 1}
	named := signs
	named.Symbol = 1
	for _, w := range []*Surety{&Default().WordsSurety, &Default().VectorsSurety} {
		if w.chance(named) <= w.chance(signs) {
			t.Errorf("with the symbol %v, without %v", w.chance(named), w.chance(signs))
		}
	}
	if sure.Similarity <= unsure.Similarity {
		t.Errorf("with the symbol %v, without %v", sure.Similarity, unsure.Similarity)
	}
}

// Ensure no question and no place makes a number that is none, or a panic.
func FuzzRank(f *testing.F) {
	f.Add("Mux.With", "Mux.Use", "func (mx *Mux) Use() {}", "a/b_test.go", 3, .5)
	f.Add("", "", "", "", 0, math.Inf(1))
	f.Add("(*A::B)->c_d() x.y.z ñandú 漢字 日本", "::", "\xff\x00", "/", -1, -2.)
	f.Fuzz(func(t *testing.T, text, symbol, body, path string, n int, cosine float64) {
		q := ParseQuery(text)
		s, candidates := found(q, map[string]string{symbol: body, "other": text})
		candidates[0].Path, candidates[0].End, s.Places = path, n, n
		candidates[1].Cosine = cosine
		candidates[1].Matches = candidates[1].Matches[:len(candidates[1].Matches)/2]
		PathTerms(path)
		Passage(path, symbol, body)
		for _, r := range Default().Rank(q, s, candidates) {
			if math.IsNaN(r.Similarity) || r.Similarity < 0 || r.Similarity > 1 {
				t.Errorf("similarity %v of %+v", r.Similarity, r)
			}
		}
	})
}
