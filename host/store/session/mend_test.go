package session

import (
	"fmt"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure rows whose session was lost get one again, and that a session whose own
// row is older than its messages, decisions or suggestions does not hand out a number twice.
func TestMend(t *testing.T) {
	store := openTest(t)
	for _, id := range []string{"lost", "stale", "whole"} {
		talk(t, store, id, began, 3)
	}
	talk(t, store, "decided", began, 3)
	for _, id := range []string{"only feedback", "only a position"} {
		mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: id, Prompt: "x"})
	}
	must(t, store.Say("only feedback", Good, keys([]string{"used"}), began))
	_, err := store.AddInvocations(Transcript{Path: "/x", SessionID: "only a position", ModifiedAt: began, Position: []byte(`{}`)}, nil)
	must(t, err)
	made, err := store.Decisions("whole", 1)
	must(t, err)
	lookOn(t, store, made[0].ID, careful, "same")
	must(t, store.SaveTrace(made[0].ID, []byte(`{}`), [][]byte{[]byte(`{}`)}, TracesKeptDefault))
	ask(t, store, OpinionRequest{SessionID: "only feedback", At: began})
	for _, statement := range []string{
		"PRAGMA foreign_keys = OFF",
		"DELETE FROM messages WHERE session_id LIKE 'only %' OR session_id = 'decided'",
		"DELETE FROM sessions WHERE session_id IN ('lost', 'decided') OR session_id LIKE 'only %'",
		"UPDATE sessions SET sequence = 1, prompts = 1, decided = 0 WHERE session_id = 'stale'",
		"DELETE FROM decisions WHERE session_id = 'whole'",
		mendScript,
		"PRAGMA foreign_keys = ON",
	} {
		if _, err := store.db.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if orphans, err := collect(store, "check", scanForeign, "PRAGMA foreign_key_check"); err != nil || len(orphans) > 0 {
		t.Errorf("rows without their parent in %v, %v", orphans, err)
	}
	if said, err := store.Feedback("only feedback"); err != nil || len(said) != 1 {
		t.Errorf("feedback without its session: %v, %v", said, err)
	}
	for _, id := range []string{"lost", "stale", "whole"} {
		got := mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: id})
		if got.Sequence != 5 || got.Prompts != 4 || got.StartedAt != began {
			t.Errorf("%s goes on as %+v, want message 5 and prompt 4", id, got)
		}
		active, err := store.Active(id)
		if err != nil || len(active) != 2 || id != "whole" && fmt.Sprint(active[0].PromptsSinceRelevant) != "2" {
			t.Errorf("%s: active %+v, %v", id, active, err)
		}
	}
	if got := mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "decided"}); got.Sequence != 4 || got.Prompts != 4 {
		t.Errorf("without messages it goes on as %+v, want message 4 and prompt 4", got)
	}
}

// Ensure what lost decisions told and activated is not taken for that of later ones, which take
// their ids, and does not go where one of these is taken back.
func TestMendLostDecisions(t *testing.T) {
	store := openTest(t)
	talk(t, store, "whole", began, 3)
	tell := func(id string, items ...string) int64 {
		recorded := mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: id, Workspace: "/w", Time: began, Prompt: "x"})
		decision, err := store.Apply(id, recorded.Sequence, Change{Activate: entries(items), Told: asTold(items)}, Decision{At: began, Answer: []byte(`{}`)})
		must(t, err)
		return decision
	}
	first := tell("s", "old")
	tell("s", "used", "unused")
	must(t, store.Say("s", Good, keys([]string{"used"}), began))
	for _, statement := range []string{"PRAGMA foreign_keys = OFF", fmt.Sprintf("DELETE FROM decisions WHERE id >= %d", first), mendScript, mendScript, "PRAGMA foreign_keys = ON"} {
		if _, err := store.db.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	suggested, newest, err := store.SuggestedItems("s")
	if err != nil || newest != 2 || len(suggested) != 3 || suggested[2].ID != "old" {
		t.Errorf("suggested last %d of %v, %v", newest, suggested, err)
	}
	for _, id := range []string{"s", "whole"} {
		if again := tell(id, "new"); again != first {
			t.Fatalf("the next decision is %d, want %d: it was lost", again, first)
		}
		if made, err := store.Decisions(id, 1); err != nil || len(made) != 1 || len(made[0].Told) != 1 {
			t.Errorf("%s: the next decision told %+v, %v", id, made, err)
		}
		if suggested, newest, err := store.SuggestedItems(id); err != nil || newest != 1 || suggested[0].ID != "new" {
			t.Errorf("%s: suggested last %d of %v, %v", id, newest, suggested, err)
		}
		must(t, store.TakeBack(first))
	}
	if judged, err := store.Judged("s"); err != nil || len(judged) != 3 {
		t.Errorf("left are the suggestions %+v, %v", judged, err)
	}
	if active, err := store.Active("s"); err != nil || len(active) != 3 || active[0].DecisionID != 0 {
		t.Errorf("active: %+v, %v", active, err)
	}
	if said, err := store.Feedback("s"); err != nil || len(said) != 1 || said[0].DecisionID != 0 {
		t.Errorf("feedback: %+v, %v", said, err)
	}
}

// Ensure what was suggested last is so also where the decision on it was lost, and an earlier one
// was not.
func TestMendNewestSuggested(t *testing.T) {
	store := openTest(t)
	for _, item := range []string{"old", "newer"} {
		recorded := mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: "s", Workspace: "/w", Time: began, Prompt: "x"})
		_, err := store.Apply("s", recorded.Sequence, Change{Told: asTold([]string{item})}, Decision{At: began, Answer: []byte(`{}`)})
		must(t, err)
	}
	_, err := store.db.Exec(`DELETE FROM decisions WHERE id = 2;` + mendScript)
	must(t, err)
	if items, newest, err := store.SuggestedItems("s"); err != nil || newest != 1 || len(items) != 2 || items[0].ID != "newer" {
		t.Errorf("suggested last %d of %v, %v", newest, items, err)
	}
}

// Ensure a decision that is taken back takes nothing of another session along.
func TestTakeBackOfItsSession(t *testing.T) {
	store := openTest(t)
	talk(t, store, "one", began, 1)
	talk(t, store, "two", began, 1)
	_, err := store.db.Exec(`UPDATE suggestions SET decision_id = 2; UPDATE active_items SET decision_id = 2`) // as if of one that is gone
	must(t, err)
	must(t, store.TakeBack(2))
	for id, want := range map[string]int{"one": 2, "two": 0} {
		if judged, err := store.Judged(id); err != nil || len(judged) != want {
			t.Errorf("%s: %d suggestions, %v, want %d", id, len(judged), err, want)
		}
		if active, err := store.Active(id); err != nil || len(active) != want {
			t.Errorf("%s: %d active items, %v, want %d", id, len(active), err, want)
		}
	}
}
