package session

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure that what is summed up is what is weighed without it, whatever happened
// before and happens since: sessions that go on, are used late, end, are dropped.
func TestSumUpChangesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	store := openTest(t)
	now := began
	kept := 0
	for step := range 400 {
		now = now.Add(time.Duration(random.IntN(20)) * time.Hour)
		session := fmt.Sprint("s", random.IntN(60))
		workspace := fmt.Sprint("/w", random.IntN(2))
		items := []string{fmt.Sprint("a", random.IntN(4)), fmt.Sprint("b", random.IntN(4))}
		suggestAt(t, store, session, workspace, now, items, items[:random.IntN(2)], random.IntN(6), random.IntN(2) == 0)
		if step%10 == 0 {
			mustRecord(t, store, abi.Event{Name: abi.EventToolUsed, SessionID: fmt.Sprint("s", random.IntN(60)), Time: now, ToolName: "Skill", Invoked: items[0]})
		}
		if step%50 == 49 {
			retain(t, store, now, 30*day, RetainBytesDefault)
		}
		if random.IntN(3) == 0 {
			if err := store.SumUp(workspace, now); err != nil {
				t.Fatal(err)
			}
		}
		kept += compareWithTables(t, store, workspace, session, now)
		compareWithTables(t, store, workspace, "", now.Add(10*day))
	}
	if kept < 50 {
		t.Errorf("only %d of 400 answers came from what was summed up", kept)
	}
}

// compareWithTables asks as a prompt does and with nothing summed up; it gives 1
// where the first answer had something of it.
func compareWithTables(t *testing.T, store *Store, workspace, underWay string, now time.Time) int {
	t.Helper()
	got, err := store.Usage(workspace, underWay, now)
	if err != nil {
		t.Fatal(err)
	}
	want := map[abi.Ref]Usage{}
	if err := store.addUsage(want, workspace, underWay, now, math.MinInt64); err != nil {
		t.Fatal(err)
	}
	for _, key := range slices.Concat(slices.Collect(maps.Keys(got)), slices.Collect(maps.Keys(want))) {
		g, w := got[key], want[key]
		if !g.LastUsed.Equal(w.LastUsed) || g.Suggested != w.Suggested || g.Used != w.Used || math.Abs(g.Weighted-w.Weighted) > 1e-9 || math.Abs(g.WeightedUsed-w.WeightedUsed) > 1e-9 {
			t.Fatalf("%v in %s at %v: got %+v, want %+v", key, workspace, now, g, w)
		}
	}
	rest, err := store.atRest(workspace, underWay, now)
	if err != nil {
		t.Fatal(err)
	}
	if rest.through == math.MinInt64 {
		return 0
	}
	return 1
}

// Ensure that what was summed up counts no more once one of its sessions goes on
// or another one begins in the past, that it is then made again, and that
// forgetting leaves nothing of it.
func TestSumUpIsTakenBack(t *testing.T) {
	now := began.Add(10 * day)
	holds := func(store *Store) bool {
		rest, err := store.atRest("/w", "", now)
		must(t, err)
		return rest.through != math.MinInt64
	}
	for name, touch := range map[string]func(*Store) error{
		"goes on": func(store *Store) error {
			_, err := store.Record(abi.Event{Name: abi.EventPrompt, SessionID: "old", Time: now, Prompt: "x"}, Policy{})
			return err
		},
		"goes on by a clock that was set back": func(store *Store) error {
			_, err := store.Record(abi.Event{Name: abi.EventPrompt, SessionID: "old", Time: began, Prompt: "x"}, Policy{})
			return err
		},
		"begins in the past": func(store *Store) error {
			_, err := store.Record(abi.Event{Name: abi.EventPrompt, SessionID: "new", Workspace: "/w", Time: began, Prompt: "x"}, Policy{})
			return err
		},
		"is forgotten": func(store *Store) error {
			_, err := store.Forget("old")
			return err
		},
	} {
		store := openTest(t)
		suggestAt(t, store, "old", "/w", began, []string{"db"}, []string{"db"}, 0, true)
		must(t, store.SumUp("/w", now))
		if !holds(store) {
			t.Fatalf("%s: nothing was summed up", name)
		}
		must(t, touch(store))
		if holds(store) {
			t.Errorf("%s: it still counts", name)
		}
		if n, err := collectOne(store, `SELECT count(*) FROM usage_at_rest`); name == "is forgotten" && (err != nil || n != 0) {
			t.Errorf("%d rows are left of what was forgotten, %v", n, err)
		}
		must(t, store.SumUp("/w", now))
		if !holds(store) {
			t.Errorf("%s: it is not made again", name)
		}
	}
}

// Ensure that a session under way does not count, at rest or not.
func TestUsageOfSessionAtRest(t *testing.T) {
	store := openTest(t)
	now := began.Add(10 * day)
	suggestAt(t, store, "old", "/w", began, []string{"db"}, []string{"db"}, 0, true)
	must(t, store.SumUp("/w", now))
	for underWay, want := range map[string]int{"old": 0, "other": 1} {
		if usage, err := store.Usage("/w", underWay, now); err != nil || len(usage) != want {
			t.Errorf("%s: got %v, %v", underWay, usage, err)
		}
	}
}

// Ensure that damage is noticed and the tables are asked instead.
func TestUsageWithDamagedRest(t *testing.T) {
	store := openTest(t)
	now := began.Add(10 * day)
	suggestAt(t, store, "old", "/w", began, []string{"db"}, []string{"db"}, 0, true)
	must(t, store.SumUp("/w", now))
	for _, data := range []string{"\xff", "\x02", "\x08skil", "\x0askill\x04db\x04\x02"} {
		if _, err := store.db.Exec(`UPDATE usage_at_rest SET data = ?`, []byte(data)); err != nil {
			t.Fatal(err)
		}
		if usage, err := store.Usage("/w", "", now); err != nil || usage[abi.Skill("db")].Used != 1 || len(usage) != 1 {
			t.Errorf("%q: got %v, %v", data, usage, err)
		}
	}
}

// FuzzDecodeRest: whatever is kept, reading it ends, with an error or with items.
func FuzzDecodeRest(f *testing.F) {
	f.Add([]byte("\x0askill\x04db\x02\x03"))
	f.Fuzz(func(t *testing.T, data []byte) {
		usage := map[abi.Ref]Usage{}
		err := decodeRest(data, began, usage)
		for key, u := range usage {
			if u.Used > u.Suggested || u.Suggested > len(data) || (err == nil && u.Weighted < u.WeightedUsed) {
				t.Errorf("%v: got %+v", key, u)
			}
		}
	})
}
