package tune

import (
	"testing"

	"github.com/ed-irl/impressionism/host/rank"
)

// Ensure that weights for prompts in other languages find by meaning alone what those for
// English find by words too, keep the promise of the default floor, and use nothing that
// says little of such prompts; and that all else is as without them.
func TestFitAbroad(t *testing.T) {
	plain, err := fittedToy()
	if err != nil {
		t.Fatal(err)
	}
	in := toyInput()
	in.EmbedAbroad = toyVector
	away, err := Fit(in, rank.For(""), nil)
	if err != nil {
		t.Fatal(err)
	}
	if plain.Foreign != nil || away.Foreign == nil {
		t.Fatalf("weights without asking for them: %v, with: %v", plain.Foreign, away.Foreign)
	}
	w := *away.Foreign
	if w.Manner != 0 || w.Length != 0 || w.Related != 0 || w.Dense <= 0 {
		t.Errorf("got %+v", w)
	}
	if first := First(OfSize(away.Abroad, SizeWhole), "hard"); first < .9 {
		t.Errorf("hit@1 on unseen prompts: %v", first)
	}
	if _, _, alarms := At(OfSize(away.Abroad, SizeWhole), away.AbroadFloor()); alarms > .03 {
		t.Errorf("false alarms from the floor on: %v", alarms)
	}
	if away.Recipe.Weights != plain.Recipe.Weights || away.Recipe.Profiles != plain.Recipe.Profiles || away.Recipe.Vectors != plain.Recipe.Vectors {
		t.Error("what counts for English prompts has changed")
	}
}
