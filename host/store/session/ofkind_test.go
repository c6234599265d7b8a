package session

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure every suggestion of a kind is read with what became of it, in all workspaces; and
// that what retention deletes is summed up and not lost.
func TestSuggestionsOf(t *testing.T) {
	store := openTest(t)
	suggestAt(t, store, "one", "/w", began, []string{"db", "api"}, []string{"db"}, 1, true)
	suggestAt(t, store, "two", "/v", began.Add(day), []string{"db"}, nil, 1, false)
	must(t, store.Say("one", Bad, keys([]string{"api"}), began))
	got, err := store.SuggestionsOf(abi.KindSkill, time.Time{})
	if err != nil || len(got) != 3 {
		t.Fatalf("got %+v, %v", got, err)
	}
	used := map[string]int{}
	for _, suggestion := range got {
		if !suggestion.UsedAt.IsZero() {
			used[suggestion.Ref.ID+" in "+suggestion.Workspace]++
		}
		if settled := suggestion.SessionID == "one"; suggestion.Settled != settled {
			t.Errorf("%+v: settled is wanted %v", suggestion, settled)
		}
	}
	if diff := cmp.Diff(map[string]int{"db in /w": 1}, used); diff != "" {
		t.Errorf("used (-want +got):\n%s", diff)
	}
	if got, err := store.SuggestionsOf(abi.KindSkill, began.Add(day/2)); err != nil || len(got) != 1 || got[0].Workspace != "/v" {
		t.Errorf("since: got %+v, %v", got, err)
	}
	if got, err := store.SuggestionsOf(abi.KindLesson, time.Time{}); err != nil || len(got) != 0 {
		t.Errorf("of another kind: got %+v, %v", got, err)
	}
	sessions, err := store.LastSessions("/w", 20)
	if diff := cmp.Diff([]string{"one"}, sessions); diff != "" || err != nil {
		t.Errorf("sessions: %v (-want +got):\n%s", err, diff)
	}
	retain(t, store, began.Add(100*day), RetainAgeDefault, RetainBytesDefault)
	left, err := store.SummedUp(abi.KindSkill)
	if err != nil {
		t.Fatal(err)
	}
	for i := range left {
		if left[i].Told > 0 && left[i].LastTold.IsZero() {
			t.Errorf("%+v has no time", left[i])
		}
		left[i].LastTold = time.Time{}
	}
	want := []SummedUp{
		{Ref: abi.Skill("api"), Workspace: "/w", Told: 1, Bad: 1},
		{Ref: abi.Skill("db"), Workspace: "/v", Told: 1},
		{Ref: abi.Skill("db"), Workspace: "/w", Told: 1, Used: 1},
	}
	if diff := cmp.Diff(want, left); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
}
