package tunecode

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/host/eval/codeset"
	"github.com/ed-irl/impressionism/host/rank/place"
)

var update = flag.Bool("update", false, "write the committed scores again")

// noise is how much a committed score may fall: what three or four questions of a set change,
// as they do by a change elsewhere that is neither better nor worse.
const noise = .015

// committed are scores by words alone, by set.
type committed map[string]struct {
	NDCG  float64 `json:"ndcg"`
	First float64 `json:"first"`
	File  float64 `json:"file"`
}

// Ensure the embedded recipe answers the labelled questions by words no worse than when it
// was committed: cutting, terms and ranking all have a part in that, and none of their own
// tests would notice. IMPRESSIONISM_TEST_SOURCES names the folder that the sets' fetch.py and
// bare.py filled.
func TestCommittedScores(t *testing.T) {
	const path = "testdata/scores.json"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	scores := committed{}
	if err := json.Unmarshal(data, &scores); err != nil {
		t.Fatal(err)
	}
	for name, dir := range map[string]string{"code": "../../../../shared/eval/dev/code", "code-b": "../../../host/eval/testdata/code-b"} {
		t.Run(name, func(t *testing.T) {
			got, want := measureWords(t, filepath.FromSlash(dir), name), scores[name]
			for _, m := range []struct {
				name      string
				got, want float64
			}{{"nDCG@10", got.NDCG.Value, want.NDCG}, {"hit@1", got.First.Value, want.First}, {"file@5", got.File.Value, want.File}} {
				if m.got < m.want-noise {
					t.Errorf("%s is %.3f, was %.3f; where that is meant, write it again: go test ./cmd/lab/tunecode -update", m.name, m.got, m.want)
				}
			}
			want.NDCG, want.First, want.File = got.NDCG.Value, got.First.Value, got.File.Value
			scores[name] = want
		})
	}
	if *update {
		data, err := json.MarshalIndent(scores, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(data, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func measureWords(t *testing.T, dir, name string) codeset.Summary {
	t.Helper()
	sources := os.Getenv("IMPRESSIONISM_TEST_SOURCES")
	set, err := codeset.Open(dir)
	if err == nil && sources != "" {
		for _, q := range set.Questions {
			if _, missing := os.Stat(filepath.Join(sources, q.Folder)); missing != nil {
				err = missing
			}
		}
	}
	if err != nil || sources == "" {
		t.Skipf("needs the labelled set and IMPRESSIONISM_TEST_SOURCES with its sources: %v", err)
	}
	b, err := NewBench([]Set{{set, name, sources}}, nil, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	result, err := b.Measure(place.Default())
	if err != nil {
		t.Fatal(err)
	}
	return result.Rows[0].Groups[0].Summary
}

// Ensure the fit finds what separates right candidates from wrong ones and leaves the rest
// near 0.
func TestFit(t *testing.T) {
	var examples []*example
	for i := range 20 {
		x := float64(i) / 20
		examples = append(examples, &example{
			question: codeset.Question{Corpus: "a"},
			features: [][]float64{{1, x}, {0, x}, {.2, x}}, right: []bool{true, false, false},
		})
	}
	if w := fit(examples, []float64{0, 0}, []int{0, 1}); w[0] < 2 || w[1] > .1 || w[1] < -.1 {
		t.Errorf("got %v, want a large weight and one of about 0", w)
	}
	if w := fit(examples, []float64{0, 7}, []int{0}); w[1] != 7 {
		t.Errorf("a weight that is held became %v", w[1])
	}
}
