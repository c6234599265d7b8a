package codeset

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// devCode is the labelled set beside the checkout. Where it is absent the test is skipped,
// where CI=true it fails.
func devCode(t *testing.T) string {
	t.Helper()
	dir := filepath.FromSlash("../../../../shared/eval/dev/code")
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("needs ../shared/eval beside the checkout: %v", err)
		}
		t.Skipf("needs ../shared/eval beside the checkout: %v", err)
	}
	return dir
}

// Ensure any hits score here as they do by the set's own script, since figures of both stand
// side by side: hits on right places, parts of them, places beside them and repetitions.
func TestJudgeAgrees(t *testing.T) {
	dir := devCode(t)
	set, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	var results bytes.Buffer
	scores := map[string]Score{}
	for _, q := range set.Questions {
		hits := draw(random, set, q)
		row, err := json.Marshal(map[string]any{"id": q.ID, "hits": hits})
		if err != nil {
			t.Fatal(err)
		}
		results.Write(append(row, '\n'))
		scores[q.ID] = Judge(hits, q.Gold)
	}
	command := exec.Command("python3", filepath.Join(dir, "score.py"), dir)
	command.Stdin = &results
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		if name, rest, ok := strings.Cut(lines.Text(), "n="); ok {
			want[strings.TrimSpace(name)] = "n=" + rest
		}
	}
	for _, g := range set.Groups(scores) {
		if _, theirs := want[g.Name]; !theirs {
			continue // by corpus
		}
		got := fmt.Sprintf("n=%4d  nDCG@10 %.3f  hit@1 %.3f  MRR %.3f  file@5 %.3f  R@10 %.3f", g.Questions, g.NDCG.Value, g.First.Value, g.MRR.Value, g.File.Value, g.Recall.Value)
		if !near(got, want[g.Name]) {
			t.Errorf("%s\n got %s\nwant %s", g.Name, got, want[g.Name])
		}
		delete(want, g.Name)
	}
	if len(want) > 0 {
		t.Errorf("the script has groups that the summary lacks: %v", want)
	}
}

// draw makes up hits, some of them on or near labelled places.
func draw(random *rand.Rand, set Set, q Question) []Hit {
	hits := []Hit{}
	for range random.IntN(15) {
		from := q
		if random.IntN(3) == 0 {
			from = set.Questions[random.IntN(len(set.Questions))]
		}
		group := from.Gold[random.IntN(len(from.Gold))]
		p := group[random.IntN(len(group))]
		start := max(1, p.Start+random.IntN(21)-10)
		hits = append(hits, Hit{p.Path, start, max(start, p.End+random.IntN(21)-10)})
	}
	return hits
}

// near compares two lines of numbers to the last of their three digits.
func near(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		var p, q float64
		if _, err := fmt.Sscan(x[i], &p); err != nil {
			if x[i] != y[i] {
				return false
			}
			continue
		}
		if _, err := fmt.Sscan(y[i], &q); err != nil || math.Abs(p-q) > .0011 {
			return false
		}
	}
	return true
}

// Ensure a set that lies is refused with the file, the line and the reason.
func TestOpenRefuses(t *testing.T) {
	for name, test := range map[string]struct{ corpora, queries, labels, want string }{
		"an unknown corpus":   {`[{"name":"a"}]`, `{"id":"1","repo":"b","text":"x"}`, "", `queries.jsonl: line 1: 1: there is no corpus "b"`},
		"an unknown variant":  {`[{"name":"a"}]`, `{"id":"1","repo":"a","text":"x","variant":"v"}`, "", `there is no variant "v"`},
		"an id twice":         {`[{"name":"a"}]`, `{"id":"1","repo":"a","text":"x"}` + "\n" + `{"id":"1","repo":"a","text":"y"}`, "", `line 2: two questions have the id "1"`},
		"a question of none":  {`[{"name":"a"}]`, `{"id":"1","repo":"a","text":"x"}`, `{"id":"2"}`, `the label "2" has no question`},
		"no label":            {`[{"name":"a"}]`, `{"id":"1","repo":"a","text":"x"}`, "", `1 questions have no label`},
		"lines backwards":     {`[{"name":"a"}]`, `{"id":"1","repo":"a","text":"x"}`, `{"id":"1","gold":[[{"path":"p","start":3,"end":2}]]}`, `"p" has the lines 3 to 2`},
		"a corpus out of dir": {`[{"name":"../a"}]`, "", "", `"../a" is no name of a folder`},
		"a root out of it":    {`[{"name":"a","roots":["../b"]}]`, "", "", `the root "../b" leads out of it`},
		"no JSON":             {`[`, "", "", `corpora.json: unexpected end`},
	} {
		dir := t.TempDir()
		for file, text := range map[string]string{corporaName: test.corpora, queriesName: test.queries, labelsName: test.labels} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", name, err, test.want)
		}
	}
}

// Ensure no bytes make the readers of a set panic.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(`[{"name":"a","roots":["."]}]`), []byte(`{"id":"1","repo":"a","text":"x"}`), []byte(`{"id":"1","gold":[[{"path":"p","start":1,"end":2}]]}`))
	f.Fuzz(func(t *testing.T, corpora, queries, labels []byte) {
		var s Set
		if s.readCorpora(bytes.NewReader(corpora)) != nil {
			return
		}
		at := map[string]int{}
		if s.readQueries(bytes.NewReader(queries), at) != nil || s.readLabels(bytes.NewReader(labels), at) != nil {
			return
		}
		for _, q := range s.Questions {
			if got := Judge([]Hit{{"p", 1, 2}}, q.Gold); math.IsNaN(got.NDCG) || got.NDCG < 0 || got.NDCG > 1+1e-9 {
				t.Errorf("nDCG %v of %+v", got.NDCG, q.Gold)
			}
		}
	})
}
