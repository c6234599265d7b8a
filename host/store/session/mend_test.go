package session

import (
	"fmt"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure rows whose session was lost get one again, and that a session whose own
// row is older than its messages does not hand out a number twice.
func TestMend(t *testing.T) {
	store := openTest(t)
	for _, id := range []string{"lost", "stale", "whole"} {
		talk(t, store, id, began, 3)
	}
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
		"DELETE FROM messages WHERE session_id LIKE 'only %'",
		"DELETE FROM sessions WHERE session_id = 'lost' OR session_id LIKE 'only %'",
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
}
