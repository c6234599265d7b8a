package tunecode

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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

// sets are the labelled questions, by name.
var sets = map[string]string{"code": "../../../../shared/eval/dev/code", "code-b": "../../../host/eval/testdata/code-b"}

// Ensure the embedded recipe answers the labelled questions by words no worse than when it
// was committed: cutting, terms and ranking all have a part in that, and none of their own
// tests would notice. The packages in Go are those that Go's own client fetches anywhere; where
// IMPRESSIONISM_TEST_SOURCES names the folder that the sets' fetch.py and bare.py filled, all are
// asked about.
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
	for name, dir := range sets {
		set, err := codeset.Open(filepath.FromSlash(dir))
		if err != nil {
			t.Skipf("needs the labelled set %s: %v", name, err)
		}
		t.Run(name+"-go", func(t *testing.T) {
			scores.hold(t, name+"-go", inGo(set), fetchGo(t, dir))
		})
		if sources := os.Getenv("IMPRESSIONISM_TEST_SOURCES"); sources != "" {
			t.Run(name, func(t *testing.T) { scores.hold(t, name, set, sources) })
		}
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

// hold holds the scores of a set against the committed ones, and takes them.
func (c committed) hold(t *testing.T, name string, set codeset.Set, sources string) {
	t.Helper()
	b, err := NewBench([]Set{{set, name, sources}}, nil, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	result, err := b.Measure(place.Default())
	if err != nil {
		t.Fatal(err)
	}
	got, want := result.Rows[0].Groups[0].Summary, c[name]
	for _, m := range []struct {
		name      string
		got, want float64
	}{{"nDCG@10", got.NDCG.Value, want.NDCG}, {"hit@1", got.First.Value, want.First}, {"file@5", got.File.Value, want.File}} {
		if m.want == 0 && !*update || m.got < m.want-noise {
			t.Errorf("%s is %.3f, was %.3f; where that is meant, write it again: go test ./cmd/lab/tunecode -update", m.name, m.got, m.want)
		}
	}
	want.NDCG, want.First, want.File = got.NDCG.Value, got.First.Value, got.File.Value
	c[name] = want
}

// inGo returns the questions about packages in Go as they were published.
func inGo(set codeset.Set) codeset.Set {
	set.Corpora = slices.DeleteFunc(slices.Clone(set.Corpora), func(c codeset.Corpus) bool { return c.Client != "go" })
	set.Questions = slices.DeleteFunc(slices.Clone(set.Questions), func(q codeset.Question) bool {
		return q.Folder != q.Corpus || !slices.ContainsFunc(set.Corpora, func(c codeset.Corpus) bool { return c.Name == q.Corpus })
	})
	set.None = nil
	return set
}

// fetchGo returns a folder with the packages of a set that are in Go, which Go's client keeps.
func fetchGo(t *testing.T, dir string) string {
	t.Helper()
	set, err := codeset.Open(filepath.FromSlash(dir))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "go.mod"), []byte("module x\n\ngo 1.22\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range inGo(set).Corpora {
		command := exec.Command("go", "mod", "download", "-json", c.Package+"@"+c.Version)
		command.Dir, command.Env = folder, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		out, err := command.Output()
		var module struct{ Dir, Error string }
		if jsonErr := json.Unmarshal(out, &module); err != nil || jsonErr != nil || module.Dir == "" {
			t.Skipf("Go's client cannot get %s: %v %s", c.Package, err, module.Error)
		}
		if err := os.Symlink(module.Dir, filepath.Join(folder, c.Name)); err != nil {
			t.Fatal(err)
		}
	}
	return folder
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
