package tune

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ed-irl/impressionism/host/rank"
)

// kindWorld are two sets of tools over the subjects of world, each with a server a subject:
// what is wanted of a server is said by a verb.
func kindWorld() (Input, *rank.Recipe) {
	in := Input{Kind: "tool", Embed: toyVector, EmbedText: toyVector}
	verbs := map[string]string{"create": "create", "list": "list", "delete": "remove"}
	for n, name := range []string{"one", "two"} {
		set := Set{Name: name, Bids: n == 0}
		chance := rand.New(rand.NewPCG(uint64(n), 3))
		for _, subject := range world {
			told, asked := strings.Fields(subject.told), strings.Fields(subject.asked)
			for _, verb := range []string{"create", "delete", "list"} {
				id := "mcp__" + subject.name + "__" + verb + "_" + told[0]
				set.Items = append(set.Items, Item{ID: id, Group: subject.name, Document: rank.Document{
					Name: subject.name + " " + verb + " " + told[0], Description: "For " + subject.told,
				}})
				for range 6 {
					words := []string{asked[chance.IntN(3)], told[0], asked[3]}
					set.Prompts = append(set.Prompts, Prompt{
						ID: fmt.Sprintf("%s%03d", name, len(set.Prompts)), Text: "please " + verbs[verb] + " " + strings.Join(words, " "), Level: "hard", Gold: [][]string{{id}},
					})
				}
			}
		}
		for i := range 90 {
			set.Prompts = append(set.Prompts, Prompt{ID: fmt.Sprintf("%sn%03d", name, i), Text: fmt.Sprintf("again rename variable number %d then continue with step %d", i+n, i%7)})
		}
		in.Sets = append(in.Sets, set)
	}
	var nulls strings.Builder
	for i := range 60 {
		text, _ := json.Marshal(fmt.Sprintf("undo step %d", i))
		fmt.Fprintf(&nulls, "-1\t-1\t%s\n", text)
	}
	vectors, err := rank.NewVectors(make([]float32, 17), make([]float32, 60), nil, nil, nil)
	if err != nil {
		panic(err)
	}
	return in, rank.For("").With(rank.Tables{Nulls: nulls.String()}, vectors)
}

// fittedKind is one fit on kindWorld.
var fittedKind = sync.OnceValues(func() (*Result, error) {
	in, base := kindWorld()
	return FitKind(in, base)
})

// Ensure that the fit of a kind learns from sets of its own, to tell tools of a server apart
// by what they do and what wants none from what wants one, and that the recipe has a gate and
// bidders of its own and shares the rest.
func TestFitKindLearns(t *testing.T) {
	in, base := kindWorld()
	result, err := fittedKind()
	if err != nil {
		t.Fatal(err)
	}
	r := result.Recipe
	if r.Kind != "tool" || r.ID != r.Seal() || r.ID == base.ID || r.Vectors != base.Vectors || !r.UsesActions() || r.Weights.Same <= 0 {
		t.Errorf("got %s of %s, actions weigh %v and %v", r.ID, r.Kind, r.Weights.Same, r.Weights.Other)
	}
	whole := OfSize(result.Unseen, SizeWhole)
	if first := First(whole, "hard"); first < .8 {
		t.Errorf("hit@1 on unseen prompts: %v of %d", first, len(whole))
	}
	if recall := BestRecall(whole, .02); recall < .6 {
		t.Errorf("recall on unseen prompts: %v", recall)
	}
	for _, size := range serverSizes[:2] { // there are six servers
		if len(OfSize(result.Unseen, size)) == 0 {
			t.Errorf("nothing was asked over %d servers", size)
		}
	}
	if names := strings.Split(r.OwnNames, "\n"); len(names) != len(in.Sets[0].Items) || names[0] != in.Sets[0].Items[0].Name {
		t.Errorf("the bidders are %q", names)
	}
	need, _ := toyVector("please create charge stripe money")
	none, _ := toyVector("again rename variable number 5 then continue with step 2")
	if r.Gate(need) <= r.Gate(none) {
		t.Errorf("gates %v of a need, %v of none", r.Gate(need), r.Gate(none))
	}
}

// Ensure that the same sets make the same recipe.
func TestFitKindIsReproducible(t *testing.T) {
	one, err := fittedKind()
	if err != nil {
		t.Fatal(err)
	}
	in, base := kindWorld()
	two, err := FitKind(in, base)
	if err != nil {
		t.Fatal(err)
	}
	if one.Recipe.ID != two.Recipe.ID || one.Recipe.Own != two.Recipe.Own || one.Recipe.OwnNames != two.Recipe.OwnNames {
		t.Error("two fits of one input differ")
	}
}

// Ensure that a fit of a kind refuses what it could not measure on: no set, one alone, and
// two of one name, of which each would have learnt from what it measures on.
func TestFitKindRefuses(t *testing.T) {
	in, base := kindWorld()
	one, renamed := in, in
	one.Sets = in.Sets[:1]
	renamed.Sets = slices.Clone(in.Sets)
	renamed.Sets[1].Name = in.Sets[0].Name
	for what, test := range map[string]struct {
		in   Input
		want string
	}{
		"nothing": {Input{}, "at least two labelled sets"}, "one set": {one, "at least two labelled sets"}, "one name": {renamed, "are called one"},
	} {
		if _, err := FitKind(test.in, base); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v", what, err)
		}
	}
}

// Ensure that a catalog is drawn from by groups, all of a group together, and by items where
// one item has no group.
func TestGroupsAreParts(t *testing.T) {
	items := []Item{{ID: "b1", Group: "b"}, {ID: "a1", Group: "a"}, {ID: "b2", Group: "b"}, {ID: "c1", Group: "c"}}
	groups := groupsOf(items)
	if want := [][]int{{1}, {0, 2}, {3}}; fmt.Sprint(groups) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", groups, want)
	}
	c := &catalog{items: make([]document, 4), groups: groups}
	if c.parts() != 3 {
		t.Errorf("got %d parts", c.parts())
	}
	chance := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		for with, group := range []string{"[0 2]", "[1]", "[0 2]", "[3]"} {
			if got := fmt.Sprint(c.part(chance, 1, []int{with})); got != group {
				t.Errorf("with item %d: drew %s, want %s", with, got, group)
			}
		}
		if drawn := c.part(chance, 2, nil); slices.Contains(drawn, 0) != slices.Contains(drawn, 2) || len(drawn) < 2 {
			t.Errorf("drew %v: half a server", drawn)
		}
	}
	items[3].Group = ""
	c.groups = groupsOf(items)
	if c.groups != nil || c.parts() != 4 {
		t.Errorf("an item without a group: got %v, %d parts", c.groups, c.parts())
	}
}
