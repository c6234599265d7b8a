package session

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure outcomes are counted by wording, with what they cost once and for every
// later prompt until a compaction, with feedback, and that retention changes
// nothing of all that but what was still open.
func TestOutcomesByWording(t *testing.T) {
	store := openTest(t)
	tell := func(session, wording string, chars int) {
		t.Helper()
		recorded := mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: session, Workspace: "/w", Prompt: "x"})
		change := Change{Told: []ToldItem{{Ref: abi.Skill("db"), Wording: wording, Chars: chars}}}
		if _, err := store.Apply(session, recorded.Sequence, change, Decision{At: began}); err != nil {
			t.Fatal(err)
		}
	}
	more := func(session string, prompts int) {
		t.Helper()
		for range prompts {
			mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: session, Prompt: "x"})
		}
	}
	tell("one", "firm-1", 100)
	mustRecord(t, store, abi.Event{Name: abi.EventToolUsed, SessionID: "one", ToolName: "Skill", Invoked: "db"})
	more("one", 2)
	mustRecord(t, store, abi.Event{Name: abi.EventSessionStarted, SessionID: "one", Source: "compact"})
	more("one", 5)
	tell("one", "soft-1", 40)
	more("one", 4)
	tell("two", "soft-1", 40)
	mustRecord(t, store, abi.Event{Name: abi.EventSessionEnded, SessionID: "two"})
	must(t, store.Say("one", Good, keys([]string{"db"}), began))
	must(t, store.Say("two", Bad, keys([]string{"api"}), began))
	want := []string{
		"/w db 3: 1 used, 0 late, 2 ignored, 1 good, 0 bad, 180 chars, 360 carried",
		"  soft-1 2: 0 used, 0 late, 2 ignored, 1 good, 0 bad, 80 chars, 160 carried",
		"  firm-1 1: 1 used, 0 late, 0 ignored, 0 good, 0 bad, 100 chars, 200 carried",
		"/w api 0: 0 used, 0 late, 0 ignored, 0 good, 1 bad, 0 chars, 0 carried",
		"   0: 0 used, 0 late, 0 ignored, 0 good, 1 bad, 0 chars, 0 carried",
	}
	check := func(when string, of OutcomesOf, want []string) {
		t.Helper()
		if diff := cmp.Diff(want, outcomeLines(t, store, of)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", when, diff)
		}
	}
	check("at once", OutcomesOf{Workspace: "/w"}, want)
	check("since then", OutcomesOf{All: true, Since: began}, want)
	check("later", OutcomesOf{All: true, Since: began.Add(day)}, nil)
	check("elsewhere", OutcomesOf{Workspace: "/v"}, nil)
	retain(t, store, began.Add(100*day), RetainAgeDefault, RetainBytesDefault)
	if left := sessionsLeft(t, store); len(left) > 0 {
		t.Fatalf("sessions left: %v", left)
	}
	check("after retention", OutcomesOf{Workspace: "/w"}, want)
	check("without totals", OutcomesOf{All: true, Since: began}, nil)
}

// Ensure that nobody is told that a place of the sources was not used, as no event tells whether
// it was: not in a session that ended, nor after retention, and not where use is weighed.
func TestPlacesAreNeverIgnored(t *testing.T) {
	store := openTest(t)
	place := abi.Ref{Kind: abi.KindCode, ID: "net/retry.go#Retry"}
	for _, ref := range []abi.Ref{place, abi.Skill("db")} {
		recorded := mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: ref.ID, Workspace: "/w", Prompt: "x"})
		_, err := store.Apply(ref.ID, recorded.Sequence, Change{Told: []ToldItem{{Ref: ref}}}, Decision{At: began})
		must(t, err)
		mustRecord(t, store, abi.Event{Name: abi.EventSessionEnded, SessionID: ref.ID})
	}
	usage, err := store.Usage("/w", "", began)
	must(t, err)
	if got := usage[place].Suggested + 10*usage[abi.Skill("db")].Suggested; got != 10 {
		t.Errorf("usage: %v", usage)
	}
	judged, err := store.JudgedIn([]string{place.ID, "db"})
	must(t, err)
	if got := judged[place.ID][0].Became + judged["db"][0].Became; got != BecameOpen+BecameIgnored {
		t.Errorf("got %s", got)
	}
	want := []string{
		"/w net/retry.go#Retry 1: 0 used, 0 late, 0 ignored, 0 good, 0 bad, 0 chars, 0 carried",
		"   1: 0 used, 0 late, 0 ignored, 0 good, 0 bad, 0 chars, 0 carried",
		"/w db 1: 0 used, 0 late, 1 ignored, 0 good, 0 bad, 0 chars, 0 carried",
		"   1: 0 used, 0 late, 1 ignored, 0 good, 0 bad, 0 chars, 0 carried",
	}
	for _, days := range []int{0, 100} {
		retain(t, store, began.Add(time.Duration(days)*day), RetainAgeDefault, RetainBytesDefault)
		got := outcomeLines(t, store, OutcomesOf{Workspace: "/w"})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("after %d days (-want +got):\n%s", days, diff)
		}
	}
}

func outcomeLines(t *testing.T, store *Store, of OutcomesOf) (lines []string) {
	t.Helper()
	all, err := store.Outcomes(of)
	must(t, err)
	line := func(name string, c Counts) {
		lines = append(lines, fmt.Sprintf("%s %d: %d used, %d late, %d ignored, %d good, %d bad, %d chars, %d carried",
			name, c.Suggested, c.Invoked, c.Late, c.Ignored, c.Good, c.Bad, c.Chars, c.CarriedChars))
	}
	for _, o := range all {
		line(o.Workspace+" "+o.Ref.ID, o.Counts)
		for _, w := range o.Wordings {
			line("  "+w.Wording, w.Counts)
		}
	}
	return lines
}

// Ensure outcomes of many suggestions, which are read in pieces, are what the suggestions one by
// one add up to, and that none of many items is left out.
func TestOutcomesOfMany(t *testing.T) {
	store := longStore(t)
	for _, since := range []time.Time{{}, began.Add(1000 * time.Hour)} {
		period, err := store.Period(since)
		must(t, err)
		want := map[string]int{}
		for _, told := range period.Told {
			want[told.Ref.ID+" "+told.Became]++
		}
		all, err := store.Outcomes(OutcomesOf{All: true, Since: since})
		must(t, err)
		got := map[string]int{}
		for _, o := range all {
			got[o.Ref.ID+" "+BecameUsed] += o.Invoked
			got[o.Ref.ID+" "+BecameLate] += o.Late
			got[o.Ref.ID+" "+BecameIgnored] += o.Ignored
			got[o.Ref.ID+" "+BecameOpen] += o.Suggested - o.Invoked - o.Late - o.Ignored
		}
		maps.DeleteFunc(got, func(_ string, n int) bool { return n == 0 })
		if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
			t.Errorf("since %v (-want +got):\n%s", since, diff)
		}
	}
	const items = RowsMax + 501
	_, err := store.db.Exec(`INSERT INTO totals (workspace, kind, item_id, wording, suggested, invoked, by_user, late, ignored, good, bad, chars, carried_chars, last_told, last_given)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT '/many', 'skill', i, '', 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0 FROM n`, items)
	must(t, err)
	if all, err := store.Outcomes(OutcomesOf{Workspace: "/many"}); err != nil || len(all) != items {
		t.Errorf("%d of %d items, %v", len(all), items, err)
	}
}
