package evaluate

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/eval"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// sets makes a folder of data sets: one with negatives, one of sessions, and an
// extra one with voices.
func sets(t *testing.T) options {
	t.Helper()
	dir := t.TempDir()
	corpus := "{\"id\":\"a\"}\n{\"id\":\"b\"}\n"
	write(t, filepath.Join(dir, "skills-real", "corpus.jsonl"), corpus)
	write(t, filepath.Join(dir, "skills-real", "queries.jsonl"), "{\"id\":\"1\",\"text\":\"x\"}\n{\"id\":\"2\",\"text\":\"y\"}\n")
	write(t, filepath.Join(dir, "skills-real", "qrels.jsonl"), "{\"id\":\"1\",\"gold\":[[\"a\"]],\"level\":\"easy\"}\n{\"id\":\"2\",\"gold\":[]}\n")
	write(t, filepath.Join(dir, "sessions", "CORPUS"), "../skills-real/corpus.jsonl")
	write(t, filepath.Join(dir, "sessions", "queries.jsonl"), "{\"id\":\"s1\",\"session\":\"s\",\"text\":\"x\"}\n")
	write(t, filepath.Join(dir, "sessions", "qrels.jsonl"), "{\"id\":\"s1\",\"session\":\"s\",\"kind\":\"topic\",\"topic\":\"A\",\"must\":[[\"a\"]],\"may\":[\"a\"]}\n")
	write(t, filepath.Join(dir, "prompts", "CORPUS"), "../skills-real/corpus.jsonl")
	write(t, filepath.Join(dir, "prompts", "queries.jsonl"), "{\"id\":\"p1\",\"text\":\"x\"}\n{\"id\":\"p2\",\"text\":\"y\"}\n")
	write(t, filepath.Join(dir, "prompts", "qrels.jsonl"), "{\"id\":\"p1\",\"gold\":[[\"a\"]],\"voice\":\"terse\"}\n{\"id\":\"p2\",\"gold\":[[\"b\"]],\"voice\":\"wordy\"}\n")
	return options{
		data: dir, sets: "skills-real,sessions", extra: filepath.Join(dir, "absent") + "," + filepath.Join(dir, "prompts"),
		rankers: "impressionism,bm25", scores: filepath.Join(dir, "out", "scores.json"),
	}
}

// open gives the sets, answered: ours is right but for a false alarm, words are
// wrong.
func open(t *testing.T, e evaluation) (options, []dataSet) {
	t.Helper()
	o := sets(t)
	opened, err := e.open(o)
	if err != nil {
		t.Fatal(err)
	}
	read := func(lines ...string) eval.Rankings {
		rankings, err := eval.ReadRankings(strings.NewReader(strings.Join(lines, "\n")))
		if err != nil {
			t.Fatal(err)
		}
		return rankings
	}
	opened[0].answers[ours] = read(`{"id":"1","ranking":[["a",1]],"selected":["a"]}`, `{"id":"2","ranking":[],"selected":["b"]}`)
	opened[0].answers["bm25"] = read(`{"id":"1","ranking":[["b",2],["a",1]]}`)
	opened[1].answers[ours] = read(`{"id":"s1","ranking":[],"selected":[],"active":["a"]}`)
	opened[1].answers["bm25"] = read(`{"id":"s1","ranking":[["a",1]]}`)
	opened[2].answers[ours] = read(`{"id":"p1","ranking":[["a",1]],"selected":["a"]}`, `{"id":"p2","ranking":[["a",1]],"selected":[]}`)
	opened[2].answers["bm25"] = read(`{"id":"p1","ranking":[["b",1]]}`)
	return o, opened
}

// Ensure the table has a line a ranker and the columns that a set can tell, a
// dash for what a ranker does not decide, and then levels and voices.
func TestPrint(t *testing.T) {
	var out, errOut bytes.Buffer
	e := evaluation{out: &out, errOut: &errOut}
	o, opened := open(t, e)
	asked, err := pick(o.rankers)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.print(opened, asked); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(errOut.String(), "passed over: ") || !strings.Contains(errOut.String(), "absent") {
		t.Errorf("got %q", errOut.String())
	}
	want := `
               skills-real                         sessions
               hit@1  R@5    P      R      FAR     must-recall  precision  clean-turns
impressionism  1.000  1.000  1.000  1.000  1.000   1.000        1.000      1.000
BM25           .000   1.000  –      –      –       –            –          –
skills-real: 2 prompts, 1 that something fits, 1 that nothing does
sessions: 1 prompts in 1 sessions

               prompts
               hit@1  R@5   P      R
impressionism  .500   .500  1.000  .500
BM25           .000   .000  –      –
prompts: 2 prompts, 2 that something fits, 0 that nothing does

hit@1 on skills-real  easy   medium  hard
impressionism         1.000  –       –
BM25                  .000   –       –

impressionism on prompts, by voice  prompts  hit@1  R@5    P      R      FAR
terse                               1        1.000  1.000  1.000  1.000  –
wordy                               1        .000   .000   .000   .000   –
`
	got, intervals, _ := strings.Cut(out.String(), "\nimpressionism, 95 % intervals\n")
	if diff := cmp.Diff(strings.Fields(want), strings.Fields(got)); diff != "" {
		t.Errorf("%s\n%s", diff, out.String())
	}
	if !strings.Contains(intervals, "P 1.000–1.000") {
		t.Errorf("got %q", intervals)
	}
}

// Ensure saving replaces the sets that were answered and keeps the others.
func TestSave(t *testing.T) {
	e := evaluation{out: &bytes.Buffer{}, errOut: &bytes.Buffer{}}
	o, opened := open(t, e)
	for _, part := range [][]dataSet{opened[:1], opened[1:]} {
		if err := save(o.scores, part); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(o.scores)
	if err != nil {
		t.Fatal(err)
	}
	committed, err := eval.ReadCommitted(data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"prompts", "sessions", "skills-real"}, committed.Names()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]float64{"hit@1": 1, "P": 1, "R": 1, "FAR": 1}, committed.Sets["skills-real"].Scores); diff != "" {
		t.Error(diff)
	}
}

// Ensure wrong use is told.
func TestRunErrors(t *testing.T) {
	for want, args := range map[string][]string{
		`there is no ranker "nobody"; there are: impressionism`: {"-rankers", "nobody"},
		"is no data set": {"-data", t.TempDir(), "-sets", "x"},
	} {
		var errOut bytes.Buffer
		if code := Run(args, &bytes.Buffer{}, &errOut); code != 1 || !strings.Contains(errOut.String(), want) {
			t.Errorf("%v: got %d, %q", args, code, errOut.String())
		}
	}
}
