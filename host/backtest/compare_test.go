package backtest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/backtest"
	"github.com/ed-irl/impressionism/host/session"
)

// Ensure decisions differ by items alone: not by order, reason, score or an item
// that is named twice, and an item without a kind is a skill.
func TestCompare(t *testing.T) {
	half := .5
	a := abi.Decision{Activate: []abi.Entry{{SkillID: "one", Reason: "x"}, {SkillID: "two", Kind: abi.KindCommand}, {SkillID: "two", Kind: abi.KindCommand}}}
	b := abi.Decision{Activate: []abi.Entry{{SkillID: "two", Kind: abi.KindCommand, Score: &half}, {SkillID: "one", Kind: abi.KindSkill, Reason: "y"}}}
	if d := backtest.Compare(a, b); !d.Same() {
		t.Errorf("got %+v", d)
	}
	b.Activate = append(b.Activate[:1], abi.Entry{SkillID: "two"})
	b.Deactivate = []abi.Entry{{SkillID: "three"}}
	want := backtest.Difference{
		Activated: backtest.Parted{OnlyA: []session.Key{{Kind: abi.KindSkill, ID: "one"}}, OnlyB: []session.Key{{Kind: abi.KindSkill, ID: "two"}}},
		Deactivated: backtest.Parted{
			OnlyA: []session.Key{}, OnlyB: []session.Key{{Kind: abi.KindSkill, ID: "three"}},
		},
	}
	got := backtest.Compare(a, b)
	if diff := cmp.Diff(want, got); diff != "" || got.Same() {
		t.Errorf("-want +got\n%s", diff)
	}
}
