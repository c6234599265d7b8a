package status

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Ensure items come by how useful they were, verdicts included, that only those are
// named to be mended which were suggested often and never used nor called good, and
// that wordings and totals are summed up over all items, however many there are.
func TestAddOutcomes(t *testing.T) {
	outcome := func(id string, counts session.Counts) session.Outcome {
		return session.Outcome{Ref: abi.Skill(id), Counts: counts, Wordings: []session.WordingOutcome{
			{Wording: "firm-1", Counts: session.Counts{Suggested: 1, Chars: 10}}, {Wording: id + "-1", Counts: session.Counts{Suggested: counts.Suggested - 1}},
		}}
	}
	var s shape.StatusSkills
	addOutcomes(&s, []session.Outcome{
		outcome("seldom", session.Counts{Suggested: 40, Invoked: 1, Ignored: 39}),
		outcome("late", session.Counts{Suggested: 40, Late: 1, Ignored: 39}),
		outcome("called-good", session.Counts{Suggested: 5, Ignored: 5, Good: 1}),
		outcome("unused", session.Counts{Suggested: 4, Ignored: 4}),
		outcome("too-few", session.Counts{Suggested: 3, Ignored: 3}),
		outcome("used", session.Counts{Suggested: 4, Invoked: 4}),
		outcome("called-bad", session.Counts{Suggested: 4, Invoked: 4, Bad: 2}),
		outcome("open", session.Counts{Suggested: 4}),
	})
	var order, mend []string
	for _, item := range s.Items {
		order = append(order, item.Ref.ID)
		if item.Mend {
			mend = append(mend, item.Ref.ID)
		}
	}
	want := []string{"used", "open", "called-bad", "called-good", "too-few", "unused", "seldom", "late"}
	if diff := cmp.Diff(want, order); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"unused"}, mend); diff != "" {
		t.Errorf("to mend (-want +got):\n%s", diff)
	}
	if s.Total.Suggested != 104 || s.Total.Open != 4 || s.Total.Used.Count != 9 || s.Total.Used.Of != 100 {
		t.Errorf("total: %+v", s.Total)
	}
	firm := s.Wordings[2] // behind seldom and late
	if len(s.Wordings) != 9 || firm.Wording != "firm-1" || firm.Suggested != 8 || firm.TokensSaid != 20 {
		t.Errorf("wordings: %+v", s.Wordings)
	}

	const more = itemsMax + 501
	many := make([]session.Outcome, more)
	for i := range many {
		many[i] = outcome("many", session.Counts{Suggested: 2, Ignored: 1})
	}
	if addOutcomes(&s, many); len(s.Items) != itemsMax || s.Total.Suggested != 2*more || len(s.Wordings) != 2 || s.Wordings[0].Suggested != more {
		t.Errorf("of %d items: %d, total %+v, wordings %+v", more, len(s.Items), s.Total, s.Wordings)
	}
}
