package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func writeSet(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Ensure labels stand in the order of the queries, and CORPUS leads to another
// set's corpus, of which it may take a part, whatever the names in it.
func TestOpenSet(t *testing.T) {
	dir := writeSet(t, map[string]string{
		"one/corpus.jsonl": `{"id":"a"}`, "two/CORPUS": "../one/corpus.jsonl\n", "two/queries.jsonl": twoQueries,
		"two/qrels.jsonl": `{"id":"q2","gold":[],"ok":[]}` + "\n" + `{"id":"q1","gold":[["a"]],"ok":[],"level":null}`,
	})
	set, err := OpenSet(filepath.Join(dir, "two"))
	if err != nil || len(set.Labels) != 2 || set.Labels[0].ID != "q1" || !set.Corpus.Has("a") || set.Sessions() {
		t.Errorf("got %+v, %v", set, err)
	}
	dir = writeSet(t, map[string]string{"corpus.jsonl": `{"id":"a"}` + "\n" + `{"id":"b"}` + "\n" + `{"id":"c"}`, "part/CORPUS": "../corpus.jsonl\nc\na\n"})
	part, err := OpenCorpus(filepath.Join(dir, "part", "CORPUS"))
	whole, _ := OpenCorpus(filepath.Join(dir, "corpus.jsonl"))
	if err != nil || len(part.Items()) != 2 || part.Items()[0].ID != "c" || part.Has("b") || part.Hash == whole.Hash {
		t.Errorf("a part: got %+v, %v", part, err)
	}
	dir = writeSet(t, map[string]string{"my sets/corpus.jsonl": `{"id":"a b"}` + "\n" + `{"id":"c"}`, "CORPUS": "my sets/corpus.jsonl\r\n\n  a b \n"})
	spaced, err := OpenCorpus(filepath.Join(dir, "CORPUS"))
	if err != nil || len(spaced.Items()) != 1 || !spaced.Has("a b") {
		t.Errorf("names with spaces: got %+v, %v", spaced, err)
	}
}

// Ensure what is wrong with a set is told with its file and line.
func TestOpenSetErrors(t *testing.T) {
	label := func(text string) map[string]string {
		return map[string]string{"corpus.jsonl": `{"id":"a"}`, "queries.jsonl": twoQueries, "qrels.jsonl": text}
	}
	for want, files := range map[string]map[string]string{
		"neither corpus.jsonl nor CORPUS":                      {"queries.jsonl": twoQueries},
		"CORPUS is empty":                                      {"CORPUS": "\n"},
		"no such file":                                         {"CORPUS": "../nowhere.jsonl"},
		"leads to another CORPUS":                              {"CORPUS": "../CORPUS"},
		`id "z" comes twice, or`:                               {"CORPUS": "x.jsonl\na\nz", "x.jsonl": `{"id":"a"}`},
		"queries.jsonl":                                        {"corpus.jsonl": `{"id":"a"}`},
		`qrels.jsonl: read labels: line 2: id "q1" comes`:      label(`{"id":"q1"}` + "\n" + `{"id":"q1"}`),
		`line 1: the corpus has no item "z"`:                   label(`{"id":"q1","ok":["z"]}`),
		"line 1: a group of gold or must has no ids":           label(`{"id":"q1","gold":[[]]}`),
		"line 1: id is missing":                                label(`{"gold":[]}`),
		`query "q2" has no label`:                              label(`{"id":"q1"}`),
		`label "q3" has no query`:                              label(`{"id":"q1"}` + "\n" + `{"id":"q2"}` + "\n" + `{"id":"q3"}`),
		`"q1" is of session "" in the queries and of "s" in`:   label(`{"id":"q1","session":"s"}` + "\n" + `{"id":"q2"}`),
		"line 1: json: cannot unmarshal string into Go struct": label(`{"id":"q1","gold":"a"}`),
	} {
		if _, err := OpenSet(writeSet(t, files)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v want %q", err, want)
		}
	}
}

// Ensure answers that are none say so with their line.
func TestReadRankingsErrors(t *testing.T) {
	for input, want := range map[string]string{
		`{"ranking":[]}`:                      "line 1: id is missing",
		`{"id":"a"}` + "\n\n" + `{"id":"a"}`:  `line 3: id "a" comes twice`,
		`{"id":"a","ranking":[["x"]]}`:        "line 1: a ranking holds pairs",
		`{"id":"a","ranking":["x"]}`:          "line 1: a ranking holds pairs",
		`{"id":"a","ranking":[[1,2]]}`:        "line 1: id of a ranked item",
		`{"id":"a","ranking":[["x","high"]]}`: `line 1: score of "x"`,
		`{"id":"a","selected":"x"}`:           "line 1: ",
		strings.Repeat("x", lineBytesMax+1):   "line 1: longer than 4 MiB",
	} {
		if _, err := ReadRankings(strings.NewReader(input)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: got %v want %q", input, err, want)
		}
	}
}
