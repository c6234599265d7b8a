package bench

import (
	"errors"
	"strings"
	"testing"
)

func outcomeOf(ms float64) outcome { return outcome{reading: reading{Nanoseconds: int64(ms * 1e6)}} }

func taken(wrong error, ms ...float64) samples {
	s := samples{}
	for _, one := range ms {
		s.add(outcomeOf(one), nil)
	}
	if wrong != nil {
		s.add(outcomeOf(1), wrong)
	}
	return s
}

// Ensure that numbers are told only of cases whose answers were right, as
// multiples of the yardstick of the same run, and late runs never improve them.
func TestResultRefuses(t *testing.T) {
	r := newResult(options{rounds: 3}, "skills", 1)
	subjects := []subject{{name: "fine"}, {name: yardstick}, {name: "one late"}, {name: "all late"}, {name: "wrong"}, {name: "not run"}}
	r.add(subjects, []samples{
		taken(nil, 8, 4, 12), taken(nil, 2, 2, 2), taken(errLate, 10, 20),
		taken(errLate), taken(errors.New("said nothing"), 3, 3),
		{},
	})
	if len(r.Measures) != 3 {
		t.Fatalf("measures: %+v", r.Measures)
	}
	fine, oneLate := r.Measures[0], r.Measures[2]
	if fine.Ratio != 4 || fine.MedianMS != 8 || *fine.RatioP95 != 6 || fine.Runs != 3 {
		t.Errorf("fine: %+v", fine)
	}
	if oneLate.Ratio != 10 || oneLate.P95MS != nil || oneLate.Late != 1 || oneLate.Runs != 3 || len(oneLate.MS) != 2 {
		t.Errorf("one late: %+v", oneLate)
	}
	refused := strings.Join(r.Refused, "\n")
	if len(r.Refused) != 2 || !strings.Contains(refused, "all late: 1 of 1 runs were late") || !strings.Contains(refused, "wrong: a wrong answer: said nothing") {
		t.Errorf("refused: %s", refused)
	}
	if len(r.Skipped) != 1 {
		t.Errorf("skipped: %v", r.Skipped)
	}
}

// Ensure that no number is told without something to compare it with.
func TestResultNeedsYardstick(t *testing.T) {
	r := newResult(options{}, "skills", 1)
	r.add([]subject{{name: "fine"}, {name: yardstick}}, []samples{taken(nil, 8), taken(errors.New("gone"))})
	if len(r.Measures) != 0 || len(r.Refused) != 2 {
		t.Errorf("measures %+v, refused %v", r.Measures, r.Refused)
	}
}
