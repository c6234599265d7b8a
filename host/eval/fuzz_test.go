package eval

import (
	"bytes"
	"testing"
)

// FuzzScore ensures that no labels and no answers end the program, and that
// whatever can be read can be scored and compared.
func FuzzScore(f *testing.F) {
	f.Add([]byte(`{"id":"q1","gold":[["a"],["b","a"]],"ok":["c"],"not":["d"]}`+"\n"+`{"id":"q2"}`),
		[]byte(`{"id":"q1","ranking":[["a",1],["a",.5],["x",-1e300]],"selected":["a","a"],"ms":1}`+"\n"+`{"id":"q2","ranking":[]}`))
	f.Add([]byte(`{"id":"q1","session":"s","kind":"topic","topic":"A","must":[["a"]],"may":["b"]}`+"\n"+`{"id":"q2","session":"s","kind":"neutral","topic":"A"}`),
		[]byte(`{"id":"q1","active":["a","c"]}`+"\n"+`{"id":"q2","active":[]}`))
	f.Add([]byte("[]\n{}"), []byte(`{"id":"a","ranking":[null]}`))
	f.Fuzz(func(t *testing.T, labels, answers []byte) {
		set := Set{Corpus: corpusOf(t, `{"id":"a"}`, `{"id":"b"}`, `{"id":"c"}`, `{"id":"d"}`)}
		read, err := ReadLabels(bytes.NewReader(labels), set.Corpus.Has)
		if err != nil || len(read) > 50 {
			return
		}
		for _, label := range read {
			set.Queries = append(set.Queries, Query{ID: label.ID, Session: label.Session})
		}
		if set.Labels, err = align(set.Queries, read); err != nil {
			t.Fatal(err)
		}
		rankings, err := ReadRankings(bytes.NewReader(answers))
		if err != nil {
			return
		}
		if _, err := set.Score(rankings, ""); err != nil {
			return
		}
		_, _ = set.Score(rankings, "kind")
		_, _ = set.Compare(rankings, rankings)
		var committed Committed
		committed.Commit(Guarded[0], set, rankings)
		_, _ = committed.Moves(Guarded[0], set, rankings)
	})
}

// FuzzCommitted ensures that no file of scores ends the program.
func FuzzCommitted(f *testing.F) {
	set := Set{Corpus: corpusOf(f, `{"id":"a"}`), Queries: []Query{{ID: "q1"}}, Labels: []Label{{ID: "q1", Gold: [][]string{{"a"}}}}}
	rankings := Rankings{"q1": {ID: "q1", Selected: []string{"a"}}}
	var committed Committed
	committed.Commit(Guarded[0], set, rankings)
	data, err := committed.Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(_ *testing.T, data []byte) {
		if committed, err := ReadCommitted(data); err == nil {
			_, _ = committed.Moves(Guarded[0], set, rankings)
		}
	})
}
