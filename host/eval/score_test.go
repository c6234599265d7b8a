package eval

import (
	"math"
	"strings"
	"testing"
)

// setOfLines makes a set over the items a to e.
func setOfLines(t testing.TB, queries, labels string) Set {
	t.Helper()
	set := Set{Corpus: corpusOf(t, `{"id":"a"}`, `{"id":"b"}`, `{"id":"c"}`, `{"id":"d"}`, `{"id":"e"}`)}
	var err error
	if set.Queries, err = ReadQueries(strings.NewReader(queries)); err != nil {
		t.Fatal(err)
	}
	read, err := ReadLabels(strings.NewReader(labels), set.Corpus.Has)
	if err != nil {
		t.Fatal(err)
	}
	if set.Labels, err = align(set.Queries, read); err != nil {
		t.Fatal(err)
	}
	return set
}

func rankingsOf(t testing.TB, lines string) Rankings {
	t.Helper()
	rankings, err := ReadRankings(strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	return rankings
}

func metricOf(t testing.TB, metrics []Metric, name string) Metric {
	t.Helper()
	for _, m := range metrics {
		if m.Name == name {
			return m
		}
	}
	t.Fatalf("there is no %s in %v", name, metrics)
	return Metric{}
}

const twoQueries = `{"id":"q1","text":"one"}
{"id":"q2","text":"two"}`

// Ensure characters that the model is told are counted over all prompts of a set, those without
// an answer too, and that answers which say nothing of them are none of zero characters.
func TestTold(t *testing.T) {
	set := setOfLines(t, `{"id":"q1","text":"one"}
{"id":"q2","text":"two"}
{"id":"q3","text":"three"}`, `{"id":"q1","gold":[["a"]],"voice":"x"}
{"id":"q2","gold":[["b"]],"voice":"x"}
{"id":"q3","gold":[],"voice":"y"}`)
	for lines, want := range map[string]*Told{
		`{"id":"q1","ranking":[],"selected":["a"]}`:                                                 nil,
		`{"id":"q1","ranking":[],"selected":["a"],"chars":90}`:                                      {Prompts: 1, Usual: 90, Most: 90},
		"{\"id\":\"q1\",\"ranking\":[],\"chars\":90}\n{\"id\":\"q2\",\"ranking\":[],\"chars\":110}": {Prompts: 2, Median: 90, Usual: 110, Most: 110},
	} {
		score, err := set.Score(rankingsOf(t, lines), "voice")
		if err != nil {
			t.Fatal(err)
		}
		if got := score.Told; (got == nil) != (want == nil) || got != nil && *got != *want {
			t.Errorf("%s: got %+v, want %+v", lines, got, want)
		}
		if got := score.Groups[1].Told; want != nil && (got == nil || *got != Told{}) {
			t.Errorf("%s: at a prompt without an answer got %+v", lines, got)
		}
	}
}

// Ensure "not" counts only what the author called wrong: of other skills nothing
// is known, so telling them is no false alarm.
func TestNot(t *testing.T) {
	labels := `{"id":"q1","gold":[],"ok":[],"not":["a"],"voice":"x"}
{"id":"q2","gold":[["b"]],"ok":[],"not":["a"],"voice":"y"}`
	set := setOfLines(t, twoQueries, labels)
	for told, want := range map[string]float64{`["c","d"]`: 0, `["a"]`: 1, `[]`: 0} {
		rankings := rankingsOf(t, `{"id":"q1","ranking":[],"selected":`+told+`}
{"id":"q2","ranking":[["c",2],["b",1]],"selected":["b","c"]}`)
		score, err := set.Score(rankings, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := metricOf(t, score.Metrics, "FAR").Value; got != want {
			t.Errorf("told %s: FAR got %v want %v", told, got, want)
		}
		if got := metricOf(t, score.Metrics, "P").Value; got != .5 {
			t.Errorf("where something fits everything else is wrong: P got %v want .5", got)
		}
	}
}

// Ensure a part of a set is scored by itself, and what it cannot tell is no
// number: without negatives there is no FAR.
func TestScoreBy(t *testing.T) {
	set := setOfLines(t, twoQueries, `{"id":"q1","gold":[["a"],["b"]],"ok":["c"],"voice":"x"}
{"id":"q2","gold":[],"ok":[],"kind":"negative","voice":"y"}`)
	rankings := rankingsOf(t, `{"id":"q1","ranking":[["c",3],["a",2],["e",1]],"selected":["a"]}
{"id":"other","ranking":[]}`)
	score, err := set.Score(rankings, "voice")
	if err != nil {
		t.Fatal(err)
	}
	if score.Positives != 1 || score.Negatives != 1 || score.Unanswered != 1 || score.Unknown != 1 || len(score.Groups) != 2 {
		t.Errorf("got %+v", score)
	}
	x, y := score.Groups[0], score.Groups[1]
	if x.Name != "x" || metricOf(t, x.Metrics, "hit@1").Value != 1 || metricOf(t, x.Metrics, "R").Value != .5 || !math.IsNaN(metricOf(t, x.Metrics, "FAR").Value) {
		t.Errorf("got %+v", x)
	}
	if y.Name != "y" || metricOf(t, y.Metrics, "FAR").Value != 0 || !math.IsNaN(metricOf(t, y.Metrics, "P").Value) {
		t.Errorf("got %+v", y)
	}
}

// Ensure a ranking that decides nothing gets no numbers of decisions.
func TestRankingAlone(t *testing.T) {
	set := setOfLines(t, twoQueries, `{"id":"q1","gold":[["a"]],"ok":[]}
{"id":"q2","gold":[],"ok":[]}`)
	score, err := set.Score(rankingsOf(t, `{"id":"q1","ranking":[["a",1]]}`), "")
	if err != nil || len(score.Metrics) != 8 {
		t.Errorf("got %+v, %v", score.Metrics, err)
	}
}

// Ensure that what cannot be scored says why.
func TestScoreErrors(t *testing.T) {
	set := setOfLines(t, twoQueries, `{"id":"q1","gold":[["a"]],"ok":[]}
{"id":"q2","gold":[],"ok":[]}`)
	sessions := setOfLines(t, `{"id":"s1","session":"s","turn":1,"text":"x"}`, `{"id":"s1","session":"s","kind":"topic","topic":"A","must":[["a"]],"may":["a"]}`)
	for _, test := range []struct {
		set      Set
		rankings string
		by, want string
	}{
		{set, `{"id":"q1","ranking":[]}`, "colour", "level, family, kind, voice"},
		{set, `{"id":"z","ranking":[]}`, "", "rankings of another"},
		{sessions, `{"id":"s1","ranking":[]}`, "kind", "as a whole"},
	} {
		if _, err := test.set.Score(rankingsOf(t, test.rankings), test.by); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v want %q", err, test.want)
		}
	}
}

// Ensure intervals have the width of a binomial's: 100 prompts, half of them
// right, are .5 ± 1.96 · .05.
func TestIntervals(t *testing.T) {
	var rows []tally
	for i := range 100 {
		row := make(tally, promptTallyLen)
		row[numPositives], row[numHit1] = 1, float64(i%2)
		rows = append(rows, row)
	}
	m := measure(promptMetrics()[:1], rows)[0]
	if m.Value != .5 || math.Abs(m.Low-.402) > .015 || math.Abs(m.High-.598) > .015 {
		t.Errorf("got %+v", m)
	}
	if again := measure(promptMetrics()[:1], rows)[0]; again != m {
		t.Errorf("another run gives %+v, not %+v", again, m)
	}
}
