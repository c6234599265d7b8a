package probe_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/author/probe"
)

// Ensure that a prompt is contested by what comes before its owner or close
// behind, and by nothing that is out of reach.
func TestContests(t *testing.T) {
	first := probe.Standing{ID: "a", Logit: 2, Fit: .9}
	close1 := probe.Standing{ID: "b", Logit: 1.7, Fit: .8}
	far := probe.Standing{ID: "c", Logit: 1, Fit: .6}
	unfit := probe.Standing{ID: "d", Logit: .9, Fit: .4}
	all := []probe.Standing{first, close1, far, unfit}
	cases := []struct {
		name, owner string
		standings   []probe.Standing
		want        []string
	}{
		{"owner first", "a", all, []string{"a before b by 0.3"}},
		{"owner second", "b", all, []string{"a before b by 0.3, lost"}},
		{"owner third", "c", all, []string{"a before c by 1.0, lost", "b before c by 0.7, lost"}},
		{"owner out of reach", "d", all, []string{"a before d by 1.1, lost", "b before d by 0.8, lost", "c before d by 0.1, lost"}},
		{"owner not found", "e", all[:1], []string{"a before e by 20.0, lost"}},
		{"nobody's", "", all, []string{"a before b by 0.3"}},
		{"nobody fits", "a", []probe.Standing{{ID: "b", Logit: -3, Fit: .3}, {ID: "a", Logit: -4, Fit: .2}}, nil},
		{"nothing found", "a", nil, nil},
	}
	for _, c := range cases {
		var got []string
		for _, contest := range probe.Contests(probe.Prompt{Text: "x", Owner: c.owner}, c.standings) {
			line := fmt.Sprintf("%s before %s by %.1f", contest.First, contest.Second, contest.Behind)
			if contest.Lost {
				line += ", lost"
			}
			got = append(got, line)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: want (-), got (+):\n%s", c.name, diff)
		}
	}
}

// Ensure that the worst pair comes first, with the user's prompt before those
// made up, and that lost and close prompts are counted for each.
func TestPairs(t *testing.T) {
	contests := []probe.Contest{
		{Prompt: probe.Prompt{Text: "close", Owner: "x"}, First: "x", Second: "y", Behind: .3},
		{Prompt: probe.Prompt{Text: "lost by little", Owner: "a"}, First: "b", Second: "a", Behind: .2, Lost: true},
		{Prompt: probe.Prompt{Text: "lost by much", Owner: "b"}, First: "a", Second: "b", Behind: 2, Lost: true},
		{Prompt: probe.Prompt{Text: "typed"}, First: "b", Second: "a", Behind: .5},
	}
	pairs := probe.Pairs(contests)
	if len(pairs) != 2 || pairs[0].A != "a" || pairs[0].B != "b" || pairs[1].A != "x" {
		t.Fatalf("got %+v, want a and b, then x and y", pairs)
	}
	var order []string
	for _, c := range pairs[0].Contests {
		order = append(order, c.Text)
	}
	if diff := cmp.Diff([]string{"typed", "lost by much", "lost by little"}, order); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
	lost, closely := pairs[0].Count("a")
	_, theirs := pairs[0].Count("")
	if lost != 1 || closely != 0 || theirs != 1 {
		t.Errorf("got %d lost and %d close of a, %d of nobody; want 1, 0, 1", lost, closely, theirs)
	}
	if got, want := pairs[0].Weight, 2+(1-.5/probe.Margin)/2; got != want {
		t.Errorf("got weight %v, want %v", got, want)
	}
}

// Ensure that two of the same meaning are a pair without a prompt, that others
// are not, and that nearness is told of every pair.
func TestJoin(t *testing.T) {
	pairs := []probe.Pair{{A: "a", B: "b", Weight: .5}, {A: "c", B: "d", Weight: .4}}
	near := []probe.Likeness{{A: "a", B: "b", Cosine: .5}, {A: "a", B: "c", Cosine: .79}, {A: "c", B: "d", Cosine: .8}, {A: "x", B: "y", Cosine: .9}}
	var got []string
	for _, p := range probe.Join(pairs, near) {
		got = append(got, fmt.Sprintf("%s %s %.1f %.1f", p.A, p.B, p.Weight, p.Nearness))
	}
	if diff := cmp.Diff([]string{"c d 1.4 0.8", "x y 1.0 0.9", "a b 0.5 0.5"}, got); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
	if pairs[1].Weight != .4 {
		t.Errorf("the given pairs changed: %+v", pairs)
	}
}

// Ensure that verdicts follow the threshold, and that being second counts only
// where something was suggested.
func TestVerdict(t *testing.T) {
	cases := map[string]probe.Outcome{
		"reached suggested below it": {Suggested: true, Similarity: .65, Rank: 1},
		"beaten at it":               {Similarity: .7, Rank: 2, Others: true},
		"near in the band":           {Similarity: .5, Rank: 4},
		"near second":                {Similarity: .2, Rank: 2, Others: true},
		"missed second to nothing":   {Similarity: .2, Rank: 2},
		"missed third":               {Similarity: .49, Rank: 3, Others: true},
		"missed not found":           {Others: true},
	}
	for name, outcome := range cases {
		if got := outcome.Verdict(.7); !strings.HasPrefix(name, got+" ") {
			t.Errorf("%s: got %s", name, got)
		}
	}
}
