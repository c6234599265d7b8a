package near_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/eval/memory"
	"github.com/ed-irl/impressionism/host/lesson/near"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// model is the encoder that the program uses unless another is configured.
const model = "all-MiniLM-L6-v2-skills"

func embedder(t *testing.T) func(string) ([]float32, error) {
	t.Helper()
	dir := os.Getenv("IMPRESSIONISM_TEST_MODELS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", ".tools", "models")
	}
	if err := onnx.Installed(dir, model); err != nil {
		missing(t, err)
	}
	e, err := onnx.Open(onnx.Config{Dir: dir, Model: model})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e.EmbedQuery
}

func missing(t *testing.T, err error) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(err)
	}
	t.Skip(err)
}

func pairs(t testing.TB, dir string) []memory.Pair {
	t.Helper()
	file, err := os.Open(filepath.Join(dir, "pairs.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all, err := memory.ReadPairs(file)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// floor is what a set of pairs reaches.
type floor struct{ shown, against, mistakenMax int }

func holds(t *testing.T, dir string, embed func(string) ([]float32, error), want floor) {
	t.Helper()
	all := pairs(t, dir)
	var answers []memory.PairAnswer
	for _, p := range all {
		answer, err := memory.Compare(p, embed)
		if err != nil {
			t.Fatal(err)
		}
		answers = append(answers, answer)
	}
	s := memory.ScorePairs(all, answers)
	t.Logf("%s: shown %d of %d, against %d of %d, the same %d of %d; different shown %d, mistaken %d of %d; reversals the same %d of %d", dir,
		s.Shown.Count, s.Shown.Of, s.Named.Count, s.Named.Of, s.Repeated.Count, s.Repeated.Of, s.Disturbing.Count, s.Mistaken.Count, s.Mistaken.Of, s.Reversals.Count, s.Reversals.Of)
	if s.Shown.Count < want.shown || s.Named.Count < want.against || s.Mistaken.Count > want.mistakenMax || s.Reversals.Count > 0 {
		t.Errorf("%s: shown %d, against %d, mistaken %d, reversals the same %d; want %+v and 0", dir, s.Shown.Count, s.Named.Count, s.Mistaken.Count, s.Reversals.Count, want)
	}
}

// Ensure pairs are related as people labelled them, with the model's cosines: the set of
// others, our own, and the part of our own that no rule was written by.
func TestLabelledPairs(t *testing.T) {
	embed := embedder(t)
	holds(t, "testdata/own", embed, floor{15, 8, 0})
	holds(t, "testdata/aside", embed, floor{7, 3, 0})
	dir := filepath.Join("..", "..", "..", "..", "shared", "eval", "dev", "lesson-pairs")
	if _, err := os.Stat(dir); err != nil {
		missing(t, err)
	}
	holds(t, dir, embed, floor{14, 6, 0})
}

// Ensure words alone, where no model is installed, call no reversal the same.
func TestPairsByWords(t *testing.T) {
	holds(t, "testdata/own", nil, floor{12, 7, 0})
	holds(t, "testdata/aside", nil, floor{6, 3, 0})
}

// Ensure a reversal is never called the same, however near the vectors are, and that the
// reason names what differs.
func TestReversals(t *testing.T) {
	for _, c := range []struct{ a, b, why string }{
		{"Set lock_timeout = '3s' in every migration", "Set lock_timeout = '30s' in every migration", "30s"},
		{"Run the linter before the tests", "Run the linter after the tests", "after"},
		{"Squash commits when merging to main", "Never squash commits when merging to main", "squash"},
		{"Format Python with black", "Format Python with yapf", "yapf"},
		{"Use tabs, not spaces, in Makefiles", "Use spaces, not tabs, in Makefiles", "tabs"},
		{"Allow force pushes to feature branches", "Forbid force pushes to feature branches", "forbid"},
	} {
		for _, texts := range []near.Texts{{A: c.a, B: c.b, Cosine: .97, Known: true}, {A: c.b, B: c.a, Cosine: .97, Known: true}, {A: c.a, B: c.b}} {
			f := near.Compare(rank.Default(), texts)
			if f.Relation == near.Same || texts.Known && (f.Relation != near.Against || !strings.Contains(f.Why, c.why)) {
				t.Errorf("%q and %q: got %s, %q", texts.A, texts.B, f.Relation, f.Why)
			}
		}
	}
}

// Ensure the same words are the same in any spelling, and signs that carry meaning count.
func TestSameWords(t *testing.T) {
	same := func(a, b string) bool {
		return near.Compare(rank.Default(), near.Texts{A: a, B: b}).Relation == near.Same
	}
	if !same("Set `lock_timeout` first.", "set lock_timeout FIRST") {
		t.Error("the same words are not the same")
	}
	if same("rotate logs when size > 5 GB", "rotate logs when size < 5 GB") {
		t.Error("a sign that turns the meaning is nothing")
	}
}

// Fuzz ensures that no pair panics, that the order of the two changes nothing of what is shown,
// and that a text is the same as itself.
func FuzzCompare(f *testing.F) {
	for _, p := range pairs(f, "testdata/own") {
		f.Add(p.A, p.B, .8)
	}
	f.Add("use \xff\xfe only", strings.Repeat("never not ", 2000), .5)
	recipe := rank.Default()
	f.Fuzz(func(t *testing.T, a, b string, cosine float64) {
		x := near.Compare(recipe, near.Texts{A: a, B: b, Cosine: cosine, Known: true})
		y := near.Compare(recipe, near.Texts{A: b, B: a, Cosine: cosine, Known: true})
		if (x.Relation == near.None) != (y.Relation == near.None) || (x.Relation == near.Same) != (y.Relation == near.Same) {
			t.Fatalf("%q and %q: %v one way, %v the other", a, b, x, y)
		}
		if self := near.Compare(recipe, near.Texts{A: a, B: a}); self.Relation != near.Same {
			t.Fatalf("%q and itself: %v", a, self)
		}
	})
}
