package backtest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/backtest"
)

// Ensure decisions differ by items alone: not by order, reason, score or an item
// that is named twice, and an item without a kind is a skill.
func TestCompare(t *testing.T) {
	half := .5
	a := abi.Decision{Activate: []abi.Entry{{Ref: abi.Skill("one"), Reason: "x"}, {Ref: abi.Ref{Kind: abi.KindCommand, ID: "two"}}, {Ref: abi.Ref{Kind: abi.KindCommand, ID: "two"}}}}
	b := abi.Decision{Activate: []abi.Entry{{Ref: abi.Ref{Kind: abi.KindCommand, ID: "two"}, Score: &half}, {Ref: abi.Skill("one"), Reason: "y"}}}
	if d := backtest.Compare(a, b); !d.Same() {
		t.Errorf("got %+v", d)
	}
	b.Activate = append(b.Activate[:1], abi.Entry{Ref: abi.Skill("two")})
	b.Deactivate = []abi.Entry{{Ref: abi.Skill("three")}}
	want := backtest.Difference{
		Activated: backtest.Parted{OnlyA: []abi.Ref{abi.Skill("one")}, OnlyB: []abi.Ref{abi.Skill("two")}},
		Deactivated: backtest.Parted{
			OnlyA: []abi.Ref{}, OnlyB: []abi.Ref{abi.Skill("three")},
		},
	}
	got := backtest.Compare(a, b)
	if diff := cmp.Diff(want, got); diff != "" || got.Same() {
		t.Errorf("-want +got\n%s", diff)
	}
}
