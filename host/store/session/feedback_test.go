package session

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure feedback knows the decision and the wording that it is about, the last
// word holds, it can be taken back, and none is stored for an unknown session.
func TestFeedback(t *testing.T) {
	store := openTest(t)
	id := decide(t, store, Change{Told: asTold([]string{"db"})}, Decision{At: began})
	must(t, store.Say("s", Bad, keys([]string{"db"}), began))
	must(t, store.Say("s", Good, keys([]string{"db", "unseen"}), began.Add(time.Hour)))
	got, err := store.Feedback("s")
	want := []Feedback{
		{SessionID: "s", Ref: abi.Skill("unseen"), Verdict: Good, At: began.Add(time.Hour)},
		{SessionID: "s", Ref: abi.Skill("db"), Verdict: Good, DecisionID: id, Wording: "soft-1a2b3c4d", At: began.Add(time.Hour)},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("feedback (-want +got): %v\n%s", err, diff)
	}
	if n, err := store.Unsay("s", keys([]string{"db", "never"})); n != 1 || err != nil {
		t.Errorf("taken back: %d, %v", n, err)
	}
	if got, err := store.Feedback("s"); len(got) != 1 || err != nil {
		t.Errorf("afterwards: %v, %v", got, err)
	}
	if err := store.Say("unknown", Good, keys([]string{"db"}), began); !errors.Is(err, ErrNoSession) {
		t.Errorf("an unknown session: %v", err)
	}
	if _, err := store.SetSilent("unknown", true); !errors.Is(err, ErrNoSession) {
		t.Errorf("silence of an unknown session: %v", err)
	}
}

// Ensure what was suggested last is what the newest decision told, even where it
// had been told before.
func TestSuggestedItems(t *testing.T) {
	store := openTest(t)
	for _, told := range [][]string{{"db", "old"}, {"api"}, {"test", "db"}, nil} {
		decide(t, store, Change{Told: asTold(told)}, Decision{At: began})
	}
	items, newest, err := store.SuggestedItems("s")
	want := keys([]string{"db", "test", "api", "old"})
	for i := range want {
		want[i].Kind = abi.KindSkill
	}
	if diff := cmp.Diff(want, items); err != nil || newest != 2 || diff != "" {
		t.Errorf("the newest %d of, %v (-want +got):\n%s", newest, err, diff)
	}
	if items, newest, err := store.SuggestedItems("unknown"); len(items) > 0 || newest != 0 || err != nil {
		t.Errorf("an unknown session: %v, %d, %v", items, newest, err)
	}
}

// Ensure a verdict counts as three suggestions beside those that were made, in the
// session under way and in others, half as much a month later, after retention
// too; and not in another workspace.
func TestFeedbackCounts(t *testing.T) {
	store := openTest(t)
	now := began.Add(60 * day)
	suggestAt(t, store, "month", "/w", began.Add(30*day), []string{"db"}, nil, 0, true)
	suggestAt(t, store, "now", "/w", now, []string{"db"}, nil, 0, false)
	suggestAt(t, store, "other", "/other", now, []string{"db"}, nil, 0, true)
	must(t, store.Say("month", Good, keys([]string{"db", "unseen"}), began.Add(30*day)))
	must(t, store.Say("now", Bad, keys([]string{"db", "api"}), now))
	must(t, store.Say("other", Bad, keys([]string{"db", "api"}), now))
	check := func(when string) {
		t.Helper()
		usage, err := store.Usage("/w", "now", now)
		must(t, err)
		want := map[string]Usage{
			"db":  {Suggested: 1, Good: 1, Bad: 1, Weighted: .5*(1+FeedbackWeight) + FeedbackWeight, WeightedUsed: .5 * FeedbackWeight},
			"api": {Bad: 1, Weighted: FeedbackWeight},

			"unseen": {Good: 1, Weighted: .5 * FeedbackWeight, WeightedUsed: .5 * FeedbackWeight},
		}
		for id, want := range want {
			got := usage[abi.Skill(id)]
			if math.Abs(got.Weighted-want.Weighted) > 1e-9 || math.Abs(got.WeightedUsed-want.WeightedUsed) > 1e-9 {
				t.Errorf("%s: %s weighs %v and %v, want %v and %v", when, id, got.Weighted, got.WeightedUsed, want.Weighted, want.WeightedUsed)
			}
			got.Weighted, got.WeightedUsed, want.Weighted, want.WeightedUsed = 0, 0, 0, 0
			if got != want {
				t.Errorf("%s: %s: got %+v, want %+v", when, id, got, want)
			}
		}
	}
	check("at once")
	must(t, store.SumUp("/w", now))
	check("summed up")
	retain(t, store, now, 20*day, RetainBytesDefault)
	if sessions := sessionsLeft(t, store); len(sessions) != 2 {
		t.Fatalf("sessions left: %v", sessions)
	}
	check("after retention")
}

// Ensure silence belongs to its session, outlives its end, and is told with every
// event.
func TestSilence(t *testing.T) {
	store := openTest(t)
	prompt := abi.Event{Name: abi.EventPrompt, SessionID: "s", Prompt: "x"}
	if mustRecord(t, store, prompt).Silent {
		t.Error("a session begins silent")
	}
	for _, want := range []struct{ silent, changed bool }{{true, true}, {true, false}} {
		if changed, err := store.SetSilent("s", want.silent); changed != want.changed || err != nil {
			t.Errorf("changed %v, %v; want %v", changed, err, want.changed)
		}
	}
	mustRecord(t, store, abi.Event{Name: abi.EventSessionEnded, SessionID: "s"})
	if !mustRecord(t, store, prompt).Silent {
		t.Error("it speaks again by itself")
	}
	if mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "other"}).Silent {
		t.Error("another session is silent")
	}
	if changed, err := store.SetSilent("s", false); !changed || err != nil || mustRecord(t, store, prompt).Silent {
		t.Errorf("it is silent still: %v", err)
	}
}
