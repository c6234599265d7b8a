package peers

import (
	"slices"
	"testing"

	"github.com/ed-irl/impressionism/host/eval"
)

// Ensure that scores count what their fields say: tolerated items nowhere, several needs of
// a prompt each, and prompts whose skills a catalog lacks apart from those that nothing fits.
func TestScore(t *testing.T) {
	labels := []eval.Label{
		{ID: "two", Gold: [][]string{{"a", "b"}, {"c"}}, OK: []string{"t"}},
		{ID: "second", Gold: [][]string{{"a"}}},
		{ID: "silent", Gold: [][]string{{"a"}}},
		{ID: "tolerated", Gold: [][]string{{"a"}}, OK: []string{"t"}},
		{ID: "thanks", Kind: "negative"},
		{ID: "quiet", Kind: "negative", OK: []string{"t"}},
		{ID: "elsewhere", Kind: kindUndrawn},
		{ID: "elsewhere too", Kind: kindUndrawn},
	}
	told := [][]string{{"t", "b", "a"}, {"x", "a"}, nil, {"t"}, {"a"}, {"t"}, {"x", "y"}, nil}
	q := score(labels, told)
	for _, one := range []struct {
		name      string
		count, of int
		want      [2]int
	}{
		{"first", q.First.Count, q.First.Of, [2]int{1, 2}},
		{"precision", q.Precision.Count, q.Precision.Of, [2]int{3, 4}},
		{"recall", q.Recall.Count, q.Recall.Of, [2]int{2, 5}},
		{"alarms", q.Alarms.Count, q.Alarms.Of, [2]int{1, 2}},
		{"undrawn", q.Undrawn.Count, q.Undrawn.Of, [2]int{1, 2}},
	} {
		if got := [2]int{one.count, one.of}; got != one.want {
			t.Errorf("%s is %d of %d, want %d of %d", one.name, got[0], got[1], one.want[0], one.want[1])
		}
	}
	if want := 10. / 6; q.Told != want {
		t.Errorf("%g items told, want %g", q.Told, want)
	}
}

// Ensure that a threshold lies where false alarms are few enough and not higher, and that
// silence is chosen if no other threshold is.
func TestFit(t *testing.T) {
	labels := []eval.Label{{ID: "need", Gold: [][]string{{"a"}}}, {ID: "n1"}, {ID: "n2", OK: []string{"b"}}, {ID: "n3"}, {ID: "n4"}}
	ranked := func(id string, scores ...float64) []eval.Ranked {
		var all []eval.Ranked
		for _, score := range scores {
			all = append(all, eval.Ranked{ID: id, Score: score})
		}
		return all
	}
	rankings := [][]eval.Ranked{ranked("a", 9), ranked("x", 2), ranked("b", 8), ranked("x", 4, 1), nil}
	for _, one := range []struct{ alarms, want float64 }{{1, 0}, {.5, 0}, {.25, 3}, {0, 6}} {
		if got := fit(labels, rankings, one.alarms, 2); got != one.want {
			t.Errorf("for %g of false alarms the threshold is %g, want %g", one.alarms, got, one.want)
		}
	}
	rankings[4] = ranked("x", 9)
	if got := choose(rankings[4], fit(labels, rankings, 0, 2), 2); got != nil {
		t.Errorf("told %q although nothing but silence has no false alarm", got)
	}
}

// Ensure that a label for a small catalog names nothing that the catalog lacks, and that
// the label it was made from stays as it is.
func TestNarrow(t *testing.T) {
	has := func(id string) bool { return id == "a" || id == "t" }
	label := eval.Label{ID: "1", Gold: [][]string{{"b", "a"}, {"c"}}, OK: []string{"u", "t"}, Kind: "multi"}
	got := narrow(label, has)
	if len(got.Gold) != 1 || !slices.Equal(got.Gold[0], []string{"a"}) || !slices.Equal(got.OK, []string{"t"}) || got.Kind != "multi" {
		t.Errorf("got %+v", got)
	}
	if got := narrow(eval.Label{Gold: [][]string{{"c"}}, Kind: "positive"}, has); len(got.Gold) != 0 || got.Kind != kindUndrawn {
		t.Errorf("a prompt whose skill is absent became %+v", got)
	}
	if got := narrow(eval.Label{Kind: "negative"}, has); got.Kind != "negative" {
		t.Errorf("a prompt that nothing fits became %+v", got)
	}
	if !slices.Equal(label.Gold[0], []string{"b", "a"}) || !slices.Equal(label.OK, []string{"u", "t"}) {
		t.Errorf("the label itself became %+v", label)
	}
}

// Ensure that rules have what an author would take from a name and a description: its rare
// words, what it quotes, and an intent.
func TestMakeRules(t *testing.T) {
	items := make([]eval.Item, 60)
	for i := range items {
		items[i] = eval.Item{ID: "other", Name: "other", Description: "Everyday software for teams."}
	}
	items[0] = eval.Item{ID: "pdf-forms", Name: "pdf-forms", Description: `Fill AcroForm fields in software. Use when the user says "fill in a form" or "sign".`}
	rule := makeRules(items)[0]
	for _, want := range []string{"pdf", "forms", "sign", "acroform"} {
		if !slices.Contains(rule.words, want) {
			t.Errorf("the words %q lack %q", rule.words, want)
		}
	}
	for _, common := range []string{"software", "when", "user"} {
		if slices.Contains(rule.words, common) {
			t.Errorf("the words %q have %q, which says nothing of the skill", rule.words, common)
		}
	}
	if want := []string{"pdf forms", "fill in a form"}; !slices.Equal(rule.phrases, want) {
		t.Errorf("the phrases are %q, want %q", rule.phrases, want)
	}
	if patterns := rule.triggers().PromptTriggers.IntentPatterns; len(patterns) != 1 {
		t.Errorf("the intents are %q", patterns)
	}
}
