package eval

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure a corpus is a catalog: every line an item, found again by its entry.
func TestReadCorpus(t *testing.T) {
	corpus, err := ReadCorpus(strings.NewReader(`{"id":"a","name":"a","description":"first","keywords":["k"],"body":"text"}

{"id":"b","description":"second"}
`))
	if err != nil {
		t.Fatal(err)
	}
	entries := corpus.Listing().Entries
	if len(entries) != 2 || entries[0].ID != "a" || entries[0].Kind != abi.KindSkill {
		t.Fatalf("got %+v", entries)
	}
	item, hash, rejection, err := corpus.Load(entries[0])
	if err != nil || rejection != nil || hash == "" || item.Description != "first" || item.Body != "text" {
		t.Errorf("got %+v, %q, %v, %v", item, hash, rejection, err)
	}
}

// Ensure what is wrong with a data set is told with its line.
func TestReadErrors(t *testing.T) {
	for input, want := range map[string]string{
		`{"id":"a"}` + "\n" + `{"id":"a"}`: `line 2: id "a" comes twice`,
		`{"id":""}`:                        "line 1: id is missing",
		"nonsense":                         "line 1: ",
	} {
		if _, err := ReadCorpus(strings.NewReader(input)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", input, err, want)
		}
	}
	if _, err := ReadQueries(strings.NewReader(`{"text":"x"}`)); err == nil || !strings.Contains(err.Error(), "line 1: id is missing") {
		t.Errorf("got %v", err)
	}
}

// Ensure answers are written in the protocol of the harness: pairs of id and
// score, empty lists rather than none, active only for sessions.
func TestRank(t *testing.T) {
	queries := []Query{{ID: "q1", Text: "x"}, {ID: "q2", Text: "y", Session: "s", Turn: 1}}
	answer := func(q Query) (Answer, error) {
		if q.Session == "" {
			return Answer{Ranking: []Ranked{{"a", .5}}, Selected: []string{"a"}}, nil
		}
		return Answer{}, nil
	}
	clock := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	var out bytes.Buffer
	if err := Rank(queries, answer, func() time.Time { return clock }, &out, nil); err != nil {
		t.Fatal(err)
	}
	want := `{"id":"q1","ranking":[["a",0.5]],"selected":["a"],"ms":0}
{"id":"q2","ranking":[],"selected":[],"ms":0,"active":[]}
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	broken := errors.New("broken")
	err := Rank(queries, func(Query) (Answer, error) { return Answer{}, broken }, time.Now, &out, nil)
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "q1") {
		t.Errorf("got %v", err)
	}
}

// FuzzReadCorpus ensures that no data set ends the program.
func FuzzReadCorpus(f *testing.F) {
	f.Add([]byte(`{"id":"a","keywords":["x"],"body":"y"}` + "\n[]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if corpus, err := ReadCorpus(bytes.NewReader(data)); err == nil {
			for _, entry := range corpus.Listing().Entries {
				if _, _, _, err := corpus.Load(entry); err != nil {
					t.Error(err)
				}
			}
		}
		_, _ = ReadQueries(bytes.NewReader(data))
	})
}
