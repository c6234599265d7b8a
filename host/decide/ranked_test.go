package decide

import (
	"errors"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure the chosen items of a kind with a ranking are told in its order, in the places that
// the kind has, and all else stays as the ruleset chose it, also where the ranking fails; and
// that nothing is asked of it where one item of the kind is chosen.
func TestRanked(t *testing.T) {
	asked := 0
	ranks := map[string]float64{"a": .7, "b": 3, "c": 9}
	var fault error
	in := Inputs{Settings: Settings{Rankings: map[string]Ranking{abi.KindLesson: func() (func(string) float64, error) {
		asked++
		return func(id string) float64 { return ranks[id] }, fault
	}}}}
	for _, test := range []struct {
		chosen, want string
		asked        int
	}{
		{"lesson:a skill:x lesson:c lesson:b", "lesson:c skill:x lesson:b lesson:a", 1},
		{"skill:c skill:a lesson:a", "skill:c skill:a lesson:a", 0},
		{"", "", 0},
	} {
		asked = 0
		var chosen []abi.Entry
		for ref := range strings.FieldsSeq(test.chosen) {
			kind, id, _ := strings.Cut(ref, ":")
			chosen = append(chosen, abi.Entry{Ref: abi.Ref{Kind: kind, ID: id}})
		}
		var got []string
		for _, entry := range ranked(in, chosen, memory{problems: &Problems{}}) {
			got = append(got, entry.Ref.String())
		}
		if strings.Join(got, " ") != test.want || asked != test.asked {
			t.Errorf("got %v, want %s; asked %d times", got, test.want, asked)
		}
		if len(chosen) > 1 && chosen[0].Ref.String() != strings.Fields(test.chosen)[0] {
			t.Error("what the ruleset chose was altered")
		}
	}
	fault = errors.New("no rows")
	problems := Problems{}
	chosen := []abi.Entry{{Ref: abi.Ref{Kind: abi.KindLesson, ID: "a"}}, {Ref: abi.Ref{Kind: abi.KindLesson, ID: "c"}}}
	if got := ranked(in, chosen, memory{problems: &problems}); got[0].Ref.ID != "a" || len(problems) != 1 {
		t.Errorf("got %v, %v", got, problems)
	}
}
