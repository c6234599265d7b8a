package session

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

func always() bool { return true }

func waiting(t *testing.T, folder string) int {
	t.Helper()
	all, err := readHandovers(folder)
	must(t, err)
	return len(all.whole)
}

// Ensure what was handed over is stored once, with its decision and what was told,
// whether the event itself had been stored or not, and however often it comes.
func TestTakeIn(t *testing.T) {
	for _, recorded := range []bool{false, true} {
		dir := t.TempDir()
		store, folder := openAt(t, filepath.Join(dir, "state.db")), filepath.Join(dir, "state.db.unstored")
		event := abi.Event{Name: abi.EventPrompt, SessionID: "s", Workspace: "/w", Prompt: strings.Repeat("long ", 1000), Time: began}
		if recorded {
			mustRecord(t, store, event)
		}
		h := Handover{
			Event: event, Change: Change{Told: []ToldItem{{Ref: abi.Skill("db"), Wording: "soft"}}},
			Decision: &Decision{Event: event.Name, At: began, RulesetID: "r", Answer: []byte(`{"activate":[{"ref":"skill:db"}],"deactivate":[]}`), Said: "db"},
		}
		for _, name := range []string{"1", "2"} {
			must(t, Policy{}.HandOver(folder, name, h))
		}
		must(t, Policy{}.HandOver(folder, "3", Handover{Event: event, Outcome: OutcomeLate})) // of the same event, without its answer
		if waiting(t, folder) != 3 {
			t.Fatalf("%d wait", waiting(t, folder))
		}
		must(t, store.TakeIn(folder, Policy{}, began, func() bool { return false }))
		if waiting(t, folder) != 3 {
			t.Fatal("there was no time, and something was taken in")
		}
		must(t, store.TakeIn(folder, Policy{}, began, always))
		prompts, err := store.Prompts("s", 10)
		must(t, err)
		if len(prompts) != 1 || prompts[0].Outcome != OutcomeSuggested || prompts[0].Decision.Said != "db" || waiting(t, folder) != 0 {
			t.Errorf("recorded %v: prompts %+v, %d wait", recorded, prompts, waiting(t, folder))
		}
		if told, err := store.Told("s"); err != nil || told.ByItem[abi.Skill("db")].Count != 1 {
			t.Errorf("recorded %v: told %+v, %v", recorded, told, err)
		}
	}
}

// Ensure no text is stored of a prompt that may be nobody's, whether the event is recorded or waits
// in a file, and that it counts as one prompt all the same.
func TestDoubtfulPrompt(t *testing.T) {
	dir := t.TempDir()
	store, folder := openAt(t, filepath.Join(dir, "state.db")), filepath.Join(dir, "unstored")
	event := abi.Event{Name: abi.EventPrompt, SessionID: "s", Workspace: "/w", Prompt: "sell the shop", Doubtful: true, Time: began}
	later := event
	later.Time = began.Add(time.Minute)
	mustRecord(t, store, event)
	must(t, Policy{}.HandOver(folder, "1", Handover{Event: event}))
	must(t, Policy{}.HandOver(folder, "2", Handover{Event: later}))
	for _, name := range []string{"1", "2"} {
		data, err := os.ReadFile(filepath.Join(folder, name+handoverSuffix))
		if err != nil || strings.Contains(string(data), "shop") {
			t.Errorf("handed over: %s, %v", data, err)
		}
	}
	must(t, store.TakeIn(folder, Policy{}, began, always))
	texts, err := store.PromptTexts(10)
	if err != nil || len(texts) != 2 || strings.Join(texts, "") != "" {
		t.Errorf("got %q, %v", texts, err)
	}
}

// Ensure the decision on an event of which no message is kept is stored once, however often it
// comes, and that an event which was recorded is not recorded again.
func TestTakeInWithoutMessage(t *testing.T) {
	policy := Policy{ToolUse: []string{NoTools}}
	for _, recorded := range []bool{false, true} {
		dir := t.TempDir()
		store, folder := openAt(t, filepath.Join(dir, "state.db")), filepath.Join(dir, "unstored")
		put(t, store, "s", abi.EventPrompt, began, policy)
		event := abi.Event{Name: abi.EventToolUsed, SessionID: "s", Workspace: "/w", ToolName: "Edit", Time: began.Add(time.Minute)}
		if recorded {
			put(t, store, "s", event.Name, event.Time, policy)
		}
		h := Handover{
			Event: event, Recorded: recorded, Change: Change{Told: []ToldItem{{Ref: abi.Skill("db"), Wording: "soft"}}},
			Decision: &Decision{Event: event.Name, At: event.Time, RulesetID: "r", Answer: []byte(`{}`), Said: "db"},
		}
		for _, name := range []string{"1", "2"} {
			must(t, policy.HandOver(folder, name, h))
		}
		must(t, store.TakeIn(folder, policy, began, always))
		var events, decisions int
		must(t, store.db.QueryRow(`SELECT (SELECT events FROM sessions), (SELECT count(*) FROM decisions WHERE said = 'db')`).Scan(&events, &decisions))
		told, err := store.Told("s")
		if err != nil || events != 2 || decisions != 1 || told.ByItem[abi.Skill("db")].Count != 1 {
			t.Errorf("recorded %v: %d events, %d decisions, told %+v, %v", recorded, events, decisions, told.ByItem, err)
		}
	}
}

// Ensure what an event stored as told and did not print is taken back by the next one, also of
// other sessions' work, and nothing that another event told.
func TestTakeInUnsaid(t *testing.T) {
	dir := t.TempDir()
	store, folder := openAt(t, filepath.Join(dir, "state.db")), filepath.Join(dir, "unstored")
	put(t, store, "left", abi.EventPrompt, began, Policy{})
	start := abi.Event{Name: abi.EventSessionStarted, SessionID: "s", Workspace: "/w", Time: began.Add(time.Minute)}
	touched := abi.Event{Name: abi.EventToolUsed, SessionID: "s", Workspace: "/w", ToolName: "Edit", Time: began.Add(2 * time.Minute)}
	for _, event := range []abi.Event{start, touched} {
		mustRecord(t, store, event)
		_, err := store.Apply("s", 0, Change{Told: []ToldItem{{Ref: abi.Skill(event.Name), Wording: "soft"}}}, Decision{Event: event.Name, At: event.Time, RulesetID: "r", Answer: []byte(`{}`)})
		must(t, err)
	}
	noted, err := store.HandOn("left", "s", began)
	must(t, err)
	if !noted {
		t.Fatal("the work is not handed on")
	}
	compacted := start // after which a session is told of its own work
	compacted.Source, compacted.Time = "compact", began.Add(3*time.Minute)
	for i, step := range []struct {
		unsaid abi.Event
		told   int
		handed string
	}{{touched, 1, "s"}, {touched, 1, "s"}, {compacted, 1, "s"}, {start, 0, ""}} {
		must(t, Policy{}.HandOver(folder, fmt.Sprint(i), Handover{Event: step.unsaid, Unsaid: true}))
		must(t, store.TakeIn(folder, Policy{}, began, always))
		told, err := store.Told("s")
		must(t, err)
		if handed := leftOf(t, store, "left").HandedTo; len(told.ByItem) != step.told || handed != step.handed {
			t.Errorf("%d: told %+v, handed to %q, want %+v", i, told.ByItem, handed, step)
		}
	}
}

// Ensure an event that is stored late leaves a session ended that has ended since.
func TestTakeInBehindEnd(t *testing.T) {
	dir := t.TempDir()
	store, folder := openAt(t, filepath.Join(dir, "state.db")), filepath.Join(dir, "unstored")
	put(t, store, "s", abi.EventPrompt, began, Policy{})
	put(t, store, "s", abi.EventSessionEnded, began.Add(2*time.Minute), Policy{})
	for i, test := range []struct {
		after time.Duration
		ended bool
	}{{time.Minute, true}, {3 * time.Minute, false}} {
		event := abi.Event{Name: abi.EventTurnEnded, SessionID: "s", Workspace: "/w", Time: began.Add(test.after), Message: "done"}
		must(t, Policy{}.HandOver(folder, fmt.Sprint(i), Handover{Event: event, Outcome: OutcomeLate}))
		must(t, store.TakeIn(folder, Policy{}, began, always))
		var ended bool
		must(t, store.db.QueryRow(`SELECT ended_at IS NOT NULL FROM sessions WHERE session_id = 's'`).Scan(&ended))
		if ended != test.ended {
			t.Errorf("an event %v after the first: ended %v, want %v", test.after, ended, test.ended)
		}
	}
}

// Ensure more than the policy keeps of an event is not handed over, and a file that is
// none of ours costs no other one.
func TestTakeInWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	store, folder := openAt(t, filepath.Join(dir, "state.db")), filepath.Join(dir, "unstored")
	late := Handover{Event: abi.Event{Name: abi.EventPrompt, SessionID: "s", Prompt: "first words, and the rest", Message: "m", Time: began}, Outcome: OutcomeLate, Reason: "why"}
	policy := Policy{PreviewChars: 11}
	must(t, policy.HandOver(folder, "9", late))
	if data, err := os.ReadFile(filepath.Join(folder, "9.json")); err != nil || strings.Contains(string(data), "the rest") {
		t.Errorf("handed over %s, %v", data, err)
	}
	for name, text := range map[string]string{"1.json": "{", "2.json": strings.Repeat("x", HandoverBytesMax+1), "3.json": `{"event":{}}`, "4.json": `[]`} {
		must(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	must(t, os.Mkdir(filepath.Join(folder, "folder.json"), 0o700))
	if err := store.TakeIn(folder, policy, began, always); err == nil {
		t.Error("nothing tells of the others")
	}
	prompts, err := store.Prompts("s", 10)
	if err != nil || len(prompts) != 1 || prompts[0].Text != "first words" || prompts[0].Outcome != OutcomeLate || prompts[0].Reason != "why" {
		t.Errorf("prompts %+v, %v", prompts, err)
	}
	if waiting(t, folder) != 0 {
		t.Error("what cannot be read waits on")
	}
	for i := range handoversMax {
		must(t, Policy{}.HandOver(folder, fmt.Sprint(i), late))
	}
	if err := (Policy{}).HandOver(folder, "more", late); err == nil {
		t.Error("any number may wait")
	}
}

// Ensure what a process left that ended while it wrote neither keeps others from being taken in
// nor stays, and what is being written now does.
func TestTakeInBesideUnfinished(t *testing.T) {
	dir := t.TempDir()
	store, folder := openAt(t, filepath.Join(dir, "state.db")), filepath.Join(dir, "unstored")
	must(t, os.Mkdir(folder, 0o700))
	write := func(name string, at time.Time) {
		path := filepath.Join(folder, name)
		must(t, os.WriteFile(path, []byte("half"), 0o600))
		must(t, os.Chtimes(path, at, at))
	}
	for i := range 8 * handoversMax {
		write(fmt.Sprintf(".%d.json.1.tmp", i), began.Add(-2*time.Minute))
	}
	write(".now.json.1.tmp", began.Add(-time.Second))
	write(".ahead.json.1.tmp", began.Add(time.Hour)) // of a clock that was ahead
	for i := range handoversMax {
		event := abi.Event{Name: abi.EventPrompt, SessionID: "s", Prompt: "p", Time: began.Add(time.Duration(i) * time.Second)}
		must(t, Policy{}.HandOver(folder, fmt.Sprint(i), Handover{Event: event, Outcome: OutcomeLate}))
	}
	must(t, store.TakeIn(folder, Policy{}, began, always))
	if prompts, err := store.Prompts("s", 1000); err != nil || len(prompts) != handoversMax {
		t.Errorf("%d of %d prompts are stored, %v", len(prompts), handoversMax, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 || left[0].Name() != ".now.json.1.tmp" {
		t.Errorf("left %v, %v, want what is being written", left, err)
	}
	must(t, Policy{}.HandOver(folder, "more", Handover{Event: abi.Event{Name: abi.EventPrompt, SessionID: "s", Time: began}}))
	must(t, os.WriteFile(filepath.Join(folder, "mine.txt"), nil, 0o600))
	if n, err := ForgetHandovers(folder); n != 2 || err != nil {
		t.Errorf("forgot %d files, %v, want 2", n, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 || left[0].Name() != "mine.txt" {
		t.Errorf("left %v, %v, want the file of somebody else", left, err)
	}
	if n, err := ForgetHandovers(filepath.Join(dir, "absent")); n != 0 || err != nil {
		t.Errorf("of no folder forgot %d files, %v", n, err)
	}
}

// Ensure no bytes that wait to be taken in do more than fail.
func FuzzTakeIn(f *testing.F) {
	f.Add([]byte(`{"event":{"name":"prompt","session_id":"s","prompt":"p","time":"2026-03-01T09:00:00Z"},"outcome":"out of time"}`))
	f.Add([]byte(`{"event":{"name":"prompt","session_id":"s","time":"2026-03-01T09:00:00Z"},"change":{"Told":[{"kind":"skill","id":"a"}]},"decision":{"Answer":{}}}`))
	f.Add([]byte(`{"event":{"name":"session_started","session_id":"s","source":"compact","time":"0001-01-01T00:00:00Z"}}`))
	dir := f.TempDir()
	store := openAt(f, filepath.Join(dir, "state.db"))
	f.Fuzz(func(t *testing.T, data []byte) {
		folder := t.TempDir()
		must(t, os.WriteFile(filepath.Join(folder, "1.json"), data, 0o600))
		_ = store.TakeIn(folder, Policy{}, began, always) // that it ends is what counts
		if waiting(t, folder) != 0 {
			t.Error("it waits for ever")
		}
		if prompts, err := store.Prompts("s", 10); err != nil {
			t.Errorf("what was stored cannot be read: %v, %v", prompts, err)
		}
	})
}
