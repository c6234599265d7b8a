package feed

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

var began = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// writer writes to a state.db as hooks do: each event opens the file and closes it.
type writer struct {
	t      testing.TB
	path   string
	at     time.Time
	policy session.Policy
}

func newWriter(t testing.TB) *writer {
	return &writer{t: t, path: filepath.Join(t.TempDir(), "state.db"), at: began}
}

func (w *writer) use(work func(*session.Store) error) {
	w.t.Helper()
	store, err := session.Open(w.path, session.Options{Busy: 20 * time.Second})
	must(w.t, err)
	must(w.t, work(store))
	must(w.t, store.Close())
}

func (w *writer) event(event abi.Event) (sequence int64) {
	w.t.Helper()
	w.at = w.at.Add(time.Second)
	event.Time, event.Workspace = w.at, "/w"
	w.use(func(store *session.Store) error {
		recorded, err := store.Record(event, w.policy)
		sequence = recorded.Sequence
		return err
	})
	return sequence
}

func (w *writer) prompt(sessionID, text string) (sequence int64) {
	w.t.Helper()
	return w.event(abi.Event{Name: abi.EventPrompt, SessionID: sessionID, Prompt: text})
}

// decide stores a decision on a session's message.
func (w *writer) decide(sessionID string, sequence int64, decision session.Decision, told ...string) (id int64) {
	w.t.Helper()
	answer := abi.Decision{}
	change := session.Change{}
	for _, item := range told {
		answer.Activate = append(answer.Activate, abi.Entry{Ref: abi.Skill(item)})
		change.Told = append(change.Told, session.ToldItem{Ref: abi.Skill(item), Wording: "firm-0a", Chars: 42})
	}
	change.Activate = answer.Activate
	if decision.Answer == nil {
		encoded, err := json.Marshal(answer)
		must(w.t, err)
		decision.Answer = encoded
	}
	decision.At = w.at
	if decision.Event == "" {
		decision.Event = abi.EventPrompt
	}
	if decision.RulesetID == "" {
		decision.RulesetID = "test/one"
	}
	w.use(func(store *session.Store) (err error) {
		id, err = store.Apply(sessionID, sequence, change, decision)
		return err
	})
	return id
}

// tell is a prompt on which items are told.
func (w *writer) tell(sessionID, text string, items ...string) (id int64) {
	w.t.Helper()
	return w.decide(sessionID, w.prompt(sessionID, text), session.Decision{}, items...)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, path string) *Feed {
	t.Helper()
	f, err := Open(path, Options{Now: func() time.Time { return began }})
	must(t, err)
	t.Cleanup(f.Close)
	return f
}

// brief is a change in a line.
func brief(c Change) string {
	line := c.Kind + " " + c.Session
	switch c.Kind {
	case KindDecision:
		line += fmt.Sprintf(" #%d %q %s", c.Prompt, c.Text, c.Outcome)
		for _, told := range c.Told {
			line += fmt.Sprintf(" %s:%s", told.Ref, told.Came)
		}
	case KindOutcome:
		line += " " + c.Came
		if c.Ref != nil {
			line += " " + c.Ref.String()
		}
		if c.Between != nil {
			line += fmt.Sprintf(" after %d by %s", *c.Between, c.By)
		}
		line += " " + c.Verdict
	case KindTurn:
		line += fmt.Sprintf(" #%d %q", c.Prompt, c.Text)
	case KindSession:
		line += fmt.Sprintf(" ended=%v silent=%v", c.State.Ended != nil, c.State.Silent)
	case KindCompaction:
		line += fmt.Sprint(" ", c.Forgotten)
	case KindFault:
		line += " " + c.Code + ": " + c.Reason
	case KindState:
		line += c.Reason
	}
	return strings.TrimSpace(line)
}

// expect has the feed look once and compares what it found.
func expect(t *testing.T, f *Feed, want ...string) {
	t.Helper()
	after := f.Newest()
	f.look()
	changes, missed := f.Since(after)
	if missed {
		t.Error("some are missing")
	}
	var got []string
	for i, c := range changes {
		if c.Number != after+1+int64(i) {
			t.Errorf("change %d of the look has number %d after %d", i+1, c.Number, after)
		}
		got = append(got, brief(c))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Ensure everything that happens in a session becomes one change, in its order, with what
// stands beside it; and nothing does that was there before, or twice.
func TestFeed(t *testing.T) {
	w := newWriter(t)
	w.policy.Used = func(event abi.Event) []abi.Ref {
		if event.ToolName == "Use" {
			return []abi.Ref{abi.Skill(event.ToolInput)}
		}
		return nil
	}
	w.tell("old", "before it was opened", "past")
	f := open(t, w.path)
	expect(t, f)

	w.event(abi.Event{Name: abi.EventSessionStarted, SessionID: "s"})
	expect(t, f, `session s ended=false silent=false`)
	sequence := w.prompt("s", "migrate")
	expect(t, f)
	w.decide("s", sequence, session.Decision{}, "db", "docs")
	expect(t, f, `decision s #1 "migrate" suggested skill:db:open skill:docs:open`)
	w.event(abi.Event{Name: abi.EventToolUsed, SessionID: "s", ToolName: "Use", ToolInput: "db"})
	w.event(abi.Event{Name: abi.EventTurnEnded, SessionID: "s", Message: "done"})
	expect(t, f, `turn s #1 "done"`, `outcome s used skill:db after 0 by model`)
	expect(t, f)

	w.event(abi.Event{Name: abi.EventPrompt, SessionID: "s", Prompt: "/deploy", Command: "deploy"})
	expect(t, f, `decision s #2 "/deploy" command`)
	sequence = w.prompt("s", "late")
	w.use(func(store *session.Store) error {
		return store.SetOutcome("s", sequence, session.OutcomeLate, "nobody waited")
	})
	w.tell("s", "nothing here")
	w.decide("s", w.prompt("s", "broken"), session.Decision{Fault: &abi.Fault{Code: abi.Internal, Message: "m"}})
	expect(t, f, `decision s #3 "late" out of time`, `decision s #4 "nothing here" nothing fitted`, `decision s #5 "broken" nothing fitted`,
		`fault s internal: m`, `outcome s ignored skill:docs`)
	w.event(abi.Event{Name: abi.EventToolUsed, SessionID: "s", ToolName: "Use", ToolInput: "docs"})
	expect(t, f, `outcome s late skill:docs after 4 by model`)

	w.use(func(store *session.Store) error {
		return store.Say("s", session.Good, []abi.Ref{abi.Skill("db")}, w.at)
	})
	expect(t, f, `outcome s used skill:db after 0 by model good`)
	w.event(abi.Event{Name: abi.EventSessionStarted, SessionID: "s", Source: "compact"})
	expect(t, f, `compaction s 2`)
	w.use(func(store *session.Store) error { _, err := store.SetSilent("s", true); return err })
	expect(t, f, `session s ended=false silent=true`)
	w.event(abi.Event{Name: abi.EventSessionEnded, SessionID: "s"})
	expect(t, f, `session s ended=true silent=true`)
	w.tell("old", "goes on", "more")
	expect(t, f, `decision old #2 "goes on" suggested skill:more:open`)

	w.tell("s", "six")
	w.event(abi.Event{Name: abi.EventTurnEnded, SessionID: "s", Message: "done"})
	w.tell("old", "between")
	w.event(abi.Event{Name: abi.EventPrompt, SessionID: "s", Prompt: "/seven", Command: "seven"})
	w.tell("s", "eight")
	expect(t, f, `session s ended=false silent=true`, `decision s #6 "six" nothing fitted`, `turn s #6 "done"`, `decision old #3 "between" nothing fitted`,
		`decision s #7 "/seven" command`, `decision s #8 "eight" nothing fitted`)
}

// Ensure that no place of the sources is said to be ignored, as no event tells whether it was read.
func TestPlacesAreNeverIgnored(t *testing.T) {
	for kind, want := range map[string]string{abi.KindCode: CameOpen, abi.KindSkill: CameIgnored} {
		if got := cameOf(session.FollowedSuggestion{Ref: abi.Ref{Kind: kind, ID: "x"}, Ended: true}); got != want {
			t.Errorf("%s: got %s, want %s", kind, got, want)
		}
	}
}

// Ensure a decision has what is stored of it: the floor, the candidates, the wording, the
// steps and the cost, and as much of each as there is room for.
func TestDecisionInFull(t *testing.T) {
	w := newWriter(t)
	f := open(t, w.path)
	var scores []string
	for i := range 200 {
		scores = append(scores, fmt.Sprintf(`{"ref": "skill:s%d", "similarity": %.3f, "enough": %v, "bm25": 1.5, "matched": ["a"], "fit": {"needed": {"odds": 1, "similarity": 0.7}}}`, i, 1-float64(i)/200, i < 60))
	}
	sequence := w.prompt("s", strings.Repeat("word ", 90))
	w.decide("s", sequence, session.Decision{
		Scores: []byte("[" + strings.Join(scores, ",") + "]"), Tier: session.TierModel, Late: []string{session.LateModel},
		Durations: map[string]int64{"search": 1500, "ruleset": 500}, Dropped: []session.Dropped{{Ref: abi.Skill("x"), Why: "no room"}},
	}, "s0", "unfound")
	f.look()
	changes, _ := f.Since(f.Newest() - 1)
	c := changes[0]
	if len(c.Candidates) != candidatesMax || c.Candidates[1].Ref != abi.Skill("s1") || !c.Candidates[1].Enough || c.Candidates[1].Similarity != .995 {
		t.Errorf("candidates: %+v", c.Candidates)
	}
	if c.Floor == nil || *c.Floor != .7 || c.Tier != "model" || c.TotalMS != 2 || c.StepsMS["search"] != 1.5 || c.Tokens != 21 ||
		!slices.Equal(c.Late, []string{"model"}) || len(c.Dropped) != 1 || c.Ruleset != "test/one" || c.Workspace != "/w" || !c.At.Equal(w.at) {
		t.Errorf("got %+v", c)
	}
	if len(c.Told) != 2 || *c.Told[0].Similarity != 1 || c.Told[0].Wording != "firm" || c.Told[1].Similarity != nil {
		t.Errorf("told: %+v", c.Told)
	}
}

// Ensure the rows of a page that opens have the fields of changes, with what came of each
// suggestion by now.
func TestRecent(t *testing.T) {
	w := newWriter(t)
	w.tell("other", "elsewhere", "x")
	w.tell("s", "first", "db")
	w.event(abi.Event{Name: abi.EventTurnEnded, SessionID: "s", Message: "done"})
	w.event(abi.Event{Name: abi.EventPrompt, SessionID: "s", Prompt: "/deploy", Command: "deploy"})
	w.prompt("s", "under way")
	f := open(t, w.path)
	for limit, want := range map[int][]string{
		10: {`decision s #1 "first" suggested skill:db:open`, `turn s #1 "done"`, `decision s #2 "/deploy" command`},
		1:  {`decision s #2 "/deploy" command`}, 0: nil, -1: nil,
	} {
		changes, err := f.Recent("s", limit)
		must(t, err)
		var got []string
		for _, c := range changes {
			got = append(got, brief(c))
		}
		if diff := cmp.Diff(want, got); limit != 1 && diff != "" || len(got) > max(limit, 0) {
			t.Errorf("%d rows (-want +got):\n%s", limit, diff)
		}
	}
	if all, err := f.Recent("", 10); err != nil || len(all) != 4 {
		t.Errorf("of all sessions: %d, %v", len(all), err)
	}
	sessions, err := f.Sessions()
	if err != nil || len(sessions) != 2 || sessions[0].Session != "s" || sessions[0].Prompts != 3 || sessions[0].Workspace != "/w" {
		t.Errorf("sessions: %+v, %v", sessions, err)
	}
}

// Ensure a decision that is taken back is told so, and the next one, which gets its id, is
// not taken for it.
func TestTakenBack(t *testing.T) {
	w := newWriter(t)
	f := open(t, w.path)
	id := w.tell("s", "first", "db")
	expect(t, f, `state`, `session s ended=false silent=false`, `decision s #1 "first" suggested skill:db:open`)
	w.use(func(store *session.Store) error { return store.TakeBack(id) })
	if again := w.tell("s", "second", "docs"); again != id {
		t.Fatalf("the id %d was not given anew: %d", id, again)
	}
	expect(t, f, `outcome s gone`, `decision s #2 "second" suggested skill:docs:open`)
	w.use(func(store *session.Store) error { return store.TakeBack(id) })
	expect(t, f, `outcome s gone`)
	w.tell("s", "third")
	expect(t, f, `decision s #3 "third" nothing fitted`)
}

// Ensure that rows go on being found once all were forgotten, many at once, and ids begin
// anew.
func TestForgotten(t *testing.T) {
	w := newWriter(t)
	for i := range 100 {
		w.tell("s", fmt.Sprint("prompt ", i), "db")
	}
	f := open(t, w.path)
	w.use(func(store *session.Store) error { _, err := store.Forget(""); return err })
	w.tell("t", "afresh", "db")
	w.tell("t", "and on")
	f.look()
	changes, _ := f.Since(0)
	got := map[string]int{}
	for _, c := range changes {
		got[brief(c)]++
	}
	for _, want := range []string{`session t ended=false silent=false`, `decision t #1 "afresh" suggested skill:db:open`, `decision t #2 "and on" nothing fitted`} {
		if got[want] != 1 {
			t.Errorf("%s: %d times among %v", want, got[want], got)
		}
	}
	w.tell("t", "later")
	expect(t, f, `decision t #3 "later" nothing fitted`)
}

// Ensure that what is forgotten, however long ago it was, is no longer kept for readers who come
// later, that those who were there are told so once, and that other sessions go on.
func TestForgottenIsNotKept(t *testing.T) {
	w := newWriter(t)
	w.tell("before", "secret", "db")
	for i := range 3 * sessionsMax { // more than are looked at for what is different about them
		w.tell(fmt.Sprint("s", i), "elsewhere")
	}
	f := open(t, w.path)
	for range 2 * windowRows {
		w.tell("met", "secret", "db")
	}
	w.event(abi.Event{Name: abi.EventPrompt, SessionID: "undecided", Prompt: "/secret", Command: "secret"})
	w.tell("on", "elsewhere")
	f.look()
	after := f.Newest()
	forget := func(sessionID string) {
		w.use(func(store *session.Store) error { _, err := store.Forget(sessionID); return err })
	}
	for _, sessionID := range []string{"before", "met", "undecided"} {
		forget(sessionID)
		expect(t, f, `missed`)
		expect(t, f)
	}
	changes, missed := f.Since(after - 10)
	if !missed || slices.ContainsFunc(changes, func(c Change) bool { return c.Text != "" }) {
		t.Errorf("missed %v, kept %v", missed, changes)
	}
	w.tell("on", "and on")
	expect(t, f, `decision on #2 "and on" nothing fitted`)
	forget("on")
	w.tell("on", "again")
	expect(t, f, `missed`, `decision on #1 "again" nothing fitted`)
	forget("")
	expect(t, f, `missed`)
	expect(t, f)
}

// Ensure that of a file with a long past that comes while the feed looks, as one that is
// brought back, only the newest rows count as new.
func TestBroughtBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state.db")
	f := open(t, path)
	fill(t, path, 1000)
	f.look()
	changes, missed := f.Since(0)
	got := map[string]int{}
	for _, c := range changes {
		got[c.Kind]++
	}
	if missed || got[KindSession] > 3*freshRows || got[KindDecision] != freshRows {
		t.Errorf("got %v, missed %v", got, missed)
	}
	if last := changes[len(changes)-1]; last.Session != "s1000" {
		t.Errorf("the last is of %s", last.Session)
	}
}

// Ensure a clock that jumps either way, and a laptop that slept, neither double nor lose rows.
func TestClock(t *testing.T) {
	w := newWriter(t)
	f := open(t, w.path)
	want := 0
	for i, jump := range []time.Duration{0, -48 * time.Hour, 0, 1000 * time.Hour, 0, -2000 * time.Hour, 0} {
		w.at = w.at.Add(jump)
		w.tell("s", fmt.Sprint("prompt ", i), fmt.Sprint("item", i))
		want++
		if i%2 == 1 {
			f.look()
		}
	}
	f.look()
	f.look()
	changes, _ := f.Since(0)
	var texts []string
	for _, c := range changes {
		if c.Kind == KindDecision {
			texts = append(texts, c.Text)
		}
	}
	if len(texts) != want || len(slices.Compact(slices.Sorted(slices.Values(texts)))) != want || !slices.IsSorted(texts) {
		t.Errorf("got %v", texts)
	}
}

// Ensure a file that comes later, goes, comes back, is damaged, is another program's, or is
// of a later version is a state in words, and the feed goes on when it heals.
func TestState(t *testing.T) {
	w := newWriter(t)
	f := open(t, w.path)
	state := func(want string) {
		t.Helper()
		f.look()
		words, err := f.State()
		if (words == "") != (want == "") || !strings.Contains(words, want) || (err == nil) != (want == "") {
			t.Errorf("state is %q, %v, want %q", words, err, want)
		}
	}
	state("does not exist; it is made by the first prompt")
	w.tell("s", "first")
	expect(t, f, `state`, `session s ended=false silent=false`, `decision s #1 "first" nothing fitted`)
	state("")

	files := map[string][]byte{}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		files[suffix], _ = os.ReadFile(w.path + suffix)
		must(t, os.RemoveAll(w.path+suffix))
	}
	state("does not exist")
	for suffix, data := range files {
		if suffix != "-shm" {
			must(t, os.WriteFile(w.path+suffix, data, 0o600))
		}
	}
	w.tell("s", "second")
	expect(t, f, `state`, `decision s #2 "second" nothing fitted`)

	must(t, os.RemoveAll(w.path+"-wal"))
	must(t, os.RemoveAll(w.path+"-shm"))
	must(t, os.Remove(w.path))
	must(t, os.WriteFile(w.path, []byte(strings.Repeat("not a database ", 1000)), 0o600))
	state("is damaged; it is mended when the next session starts, or by: impressionism status")

	must(t, os.Remove(w.path))
	db, err := sqlite.Open(w.path, sqlite.Options{})
	must(t, err)
	_, err = db.Exec("CREATE TABLE strange (x)")
	must(t, err)
	state("another program's")
	_, err = db.Exec("DROP TABLE strange; CREATE TABLE " + session.Mark + " (x); PRAGMA user_version = 77")
	must(t, err)
	must(t, db.Close())
	state("upgrade impressionism")

	must(t, os.RemoveAll(w.path))
	must(t, os.RemoveAll(w.path+"-wal"))
	must(t, os.RemoveAll(w.path+"-shm"))
	w.tell("u", "afresh")
	expect(t, f, `state`, `missed`, `session u ended=false silent=false`, `decision u #1 "afresh" nothing fitted`)
}

// Ensure a file that cannot be read when the feed opens has nothing new in it when it can.
func TestDamagedAtFirst(t *testing.T) {
	w := newWriter(t)
	w.tell("s", "first", "db")
	good, err := os.ReadFile(w.path)
	must(t, err)
	log, err := os.ReadFile(w.path + "-wal")
	must(t, err)
	must(t, os.WriteFile(w.path, []byte(strings.Repeat("no ", 5000)), 0o600))
	must(t, os.RemoveAll(w.path+"-wal"))
	must(t, os.RemoveAll(w.path+"-shm"))
	f := open(t, w.path)
	if words, _ := f.State(); !strings.Contains(words, "damaged") {
		t.Errorf("state: %q", words)
	}
	must(t, os.Remove(w.path))
	must(t, os.WriteFile(w.path, good, 0o600))
	must(t, os.WriteFile(w.path+"-wal", log, 0o600))
	expect(t, f, `state`)
	w.tell("s", "second")
	expect(t, f, `decision s #2 "second" nothing fitted`)
}

// Ensure one damaged row does not hide those beside it.
func TestUnreadableRow(t *testing.T) {
	w := newWriter(t)
	f := open(t, w.path)
	w.tell("s", "one")
	bad := w.tell("s", "two")
	w.tell("s", "three")
	db, err := sqlite.Open(w.path, sqlite.Options{})
	must(t, err)
	_, err = db.Exec("UPDATE decisions SET durations = '{', scores = '[1' WHERE id = ?", bad)
	must(t, err)
	must(t, db.Close())
	expect(t, f, `state`, `session s ended=false silent=false`, `decision s #1 "one" nothing fitted`, `decision s #3 "three" nothing fitted`)
	if changes, err := f.Recent("s", 5); err != nil || len(changes) != 2 {
		t.Errorf("recent: %d, %v", len(changes), err)
	}
}

// Ensure a prompt whose hook was killed is told once, when the session goes on or a minute
// passed, and stands among the rows of a page that opens from then on.
func TestKilledHook(t *testing.T) {
	w := newWriter(t)
	now := began
	f, err := Open(w.path, Options{Now: func() time.Time { return now }})
	must(t, err)
	t.Cleanup(f.Close)
	w.prompt("s", "killed")
	expect(t, f, `state`, `session s ended=false silent=false`)
	w.event(abi.Event{Name: abi.EventTurnEnded, SessionID: "s", Message: "done"})
	expect(t, f, `decision s #1 "killed"`, `turn s #1 "done"`)
	w.prompt("s", "again")
	expect(t, f)
	stands := func(want bool) {
		t.Helper()
		rows, err := f.Recent("s", 1)
		must(t, err)
		if got := len(rows) == 1 && brief(rows[0]) == `decision s #2 "again"`; got != want {
			t.Errorf("it stands among the rows: %v, want %v", got, want)
		}
	}
	stands(false)
	now = now.Add(2 * waitingFor)
	stands(true)
	expect(t, f, `decision s #2 "again"`)
	expect(t, f)
}

// Ensure a number from before is resumed from, and that who comes too late, or with a number
// of another process, is told that some are missing.
func TestSince(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "state.db"))
	put := func(n int) {
		changes := make([]Change, n)
		for i := range changes {
			changes[i] = Change{Kind: KindTurn}
		}
		_, err := f.State()
		f.settle(err, changes)
	}
	put(3)
	for _, c := range []struct {
		after  int64
		first  int64
		many   int
		missed bool
	}{{0, 1, 3, false}, {2, 3, 1, false}, {3, 0, 0, false}, {4, 1, 3, true}, {-1, 1, 3, true}} {
		changes, missed := f.Since(c.after)
		if len(changes) != c.many || missed != c.missed || c.many > 0 && changes[0].Number != c.first {
			t.Errorf("since %d: %d changes, missed %v", c.after, len(changes), missed)
		}
	}
	put(ChangesMax + 10)
	if changes, missed := f.Since(3); len(changes) != ChangesMax || !missed || changes[0].Number != 14 {
		t.Errorf("%d changes from %d, missed %v", len(changes), changes[0].Number, missed)
	}
	if changes, missed := f.Since(13); len(changes) != ChangesMax || missed {
		t.Errorf("%d changes, missed %v", len(changes), missed)
	}
}

// Ensure a subscriber that is slow does not hold up the feed, and learns how many it missed;
// and that its channel closes with its context.
func TestSlowSubscriber(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "state.db"))
	ctx, cancel := context.WithCancel(t.Context())
	slow := f.Subscribe(ctx, 0)
	_, err := f.State()
	const all = 5 * ChangesMax
	for range all {
		f.settle(err, []Change{{Kind: KindTurn}})
	}
	got, missed, at := int64(0), int64(0), int64(0)
	for c := range slow {
		switch {
		case c.Kind == KindMissed:
			missed += c.Missed
			if c.Number != at+c.Missed {
				t.Errorf("after %d %d are missed, up to %d", at, c.Missed, c.Number)
			}
		case c.Number != at+1:
			t.Fatalf("%d after %d", c.Number, at)
		default:
			got++
		}
		if at = c.Number; at == all {
			break
		}
	}
	if got+missed != all || missed == 0 {
		t.Errorf("got %d, missed %d of %d", got, missed, all)
	}
	cancel()
	for range slow { // what was on its way
	}
}

// Ensure who takes batches gets all that there is at once, in order, and learns what it missed
// before them.
func TestBatches(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "state.db"))
	_, err := f.State()
	f.settle(err, []Change{{Kind: KindTurn}})
	batches := f.Batches(t.Context(), 0)
	if first := <-batches; len(first) != 1 || first[0].Number != 1 {
		t.Fatalf("got %v", first)
	}
	for f.Newest() < 2*ChangesMax { // nobody takes them meanwhile
		f.settle(err, []Change{{Kind: KindTurn}})
	}
	at, missed := int64(1), int64(0)
	for at < 2*ChangesMax {
		for i, c := range <-batches {
			switch {
			case c.Kind == KindMissed && i == 0:
				missed += c.Missed
			case c.Number != at+1:
				t.Fatalf("%d after %d", c.Number, at)
			}
			at = c.Number
		}
	}
	if missed == 0 {
		t.Error("nothing was missed")
	}
}

// Ensure one decision is returned as it stands now, and none for an id that there is not.
func TestDecision(t *testing.T) {
	w := newWriter(t)
	w.policy.Used = func(abi.Event) []abi.Ref { return []abi.Ref{abi.Skill("db")} }
	id := w.tell("s", "migrate", "db", "docs")
	w.tell("t", "in another session", "db")
	f := open(t, w.path)
	w.event(abi.Event{Name: abi.EventToolUsed, SessionID: "s", ToolName: "Use"})
	change, there, err := f.Decision(id)
	if err != nil || !there || len(change.Told) != 2 || change.Told[0].Came != CameUsed || change.Told[1].Came != CameOpen || change.Text != "migrate" {
		t.Errorf("got %+v, %v, %v", change, there, err)
	}
	if _, there, err := f.Decision(99); there || err != nil {
		t.Errorf("there is %v, %v", there, err)
	}
}

// Ensure what hooks log as having gone wrong becomes a fault, and what was logged before does
// not; and that a ruleset's fault is told once, with its session, though it is stored and logged,
// unless it was logged alone.
func TestLoggedFaults(t *testing.T) {
	w := newWriter(t)
	w.tell("s", "first")
	log := filepath.Join(filepath.Dir(w.path), "log")
	write := func(level, code, message string) {
		t.Helper()
		must(t, logfile.Append(log, logfile.Limits{Bytes: 1 << 20, Files: 2, Level: logfile.LevelDebug}, level, code, message, began))
	}
	note := func(level, code string) { t.Helper(); write(level, code, "in words") }
	note(logfile.LevelWarn, "before")
	f, err := Open(w.path, Options{Log: log})
	must(t, err)
	t.Cleanup(f.Close)
	note(logfile.LevelDebug, "event")
	note(logfile.LevelWarn, "model")
	expect(t, f, `fault  model: in words`)

	long := strings.Repeat("long", 600)
	for _, message := range []string{"one.lua:1: oh", long} {
		w.decide("s", w.prompt("s", "fails"), session.Decision{Fault: &abi.Fault{Code: abi.Internal, Message: message}})
		write(logfile.LevelWarn, "ruleset", "custom/one: internal: "+message)
	}
	expect(t, f, `decision s #2 "fails" nothing fitted`, `fault s internal: one.lua:1: oh`, `decision s #3 "fails" nothing fitted`, `fault s internal: `+long)
	write(logfile.LevelWarn, "ruleset", "custom/one: internal: one.lua:1: oh") // a hook may take long to
	write(logfile.LevelWarn, "ruleset", "custom/two: no ruleset has this id")
	expect(t, f, `fault  ruleset: custom/two: no ruleset has this id`)
}

// Ensure the feed leaves the file, and what lies beside it, as they were but for what readers
// share.
func TestWritesNothing(t *testing.T) {
	w := newWriter(t)
	w.tell("s", "first", "db")
	before := contents(t, w.path)
	f := open(t, w.path)
	for range 3 {
		f.look()
		if _, err := f.Recent("", 10); err != nil {
			t.Error(err)
		}
		if _, err := f.Sessions(); err != nil {
			t.Error(err)
		}
	}
	f.Close()
	if diff := cmp.Diff(before, contents(t, w.path)); diff != "" {
		t.Error(diff)
	}
	db, err := sqlite.Open(w.path, sqlite.Options{})
	must(t, err)
	_, err = db.Exec("PRAGMA user_version = 3")
	must(t, err)
	defer db.Close()
	if words, err := open(t, w.path).State(); err == nil || !strings.Contains(words, "the next prompt brings it up to date") {
		t.Errorf("of an earlier version: %q, %v", words, err)
	}
	var version int
	if must(t, db.QueryRow("PRAGMA user_version").Scan(&version)); version != 3 {
		t.Errorf("the file was migrated to version %d", version)
	}
}

// contents are the files of a database's folder but that of shared memory.
func contents(t *testing.T, path string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(filepath.Dir(path))
	must(t, err)
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(filepath.Dir(path), entry.Name()))
		must(t, err)
		if !strings.HasSuffix(entry.Name(), "-shm") {
			files[entry.Name()] = string(data)
		} else {
			files[entry.Name()] = "shared"
		}
	}
	return files
}
