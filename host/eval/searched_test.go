package eval

import (
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
)

// Ensure that a labelled lesson is searched by the words of its globs, as a lesson's file is,
// and that those of an item of another kind change nothing.
func TestSearchedByPaths(t *testing.T) {
	corpus, err := ReadCorpus(strings.NewReader(`{"id":"a","name":"Round down","description":"Cents.","keywords":["money"],"body":"","paths":["src/Fees/**"]}`))
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string]string{abi.KindLesson: "money,src Fees", abi.KindSkill: "money"} {
		item, _, _, err := corpus.Load(catalog.Entry{ID: "a", Kind: kind})
		if got := strings.Join(item.Keywords, ","); err != nil || got != want {
			t.Errorf("keywords of a %s: got %q, %v, want %q", kind, got, err, want)
		}
	}
	if got := corpus.Items()[0].Keywords; len(got) != 1 {
		t.Errorf("the corpus's own keywords changed: %q", got)
	}
}
