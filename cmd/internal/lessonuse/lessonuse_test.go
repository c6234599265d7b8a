package lessonuse

import (
	"math"
	"path/filepath"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Ensure a lesson's tellings of all workspaces count, a citation once, and that the seed's numbers
// follow from them. What retention deleted counts as cited when it was last told.
func TestRead(t *testing.T) {
	store, err := session.Open(filepath.Join(t.TempDir(), "state.db"), session.Options{Scratch: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	at := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	policy := session.Policy{Used: func(event abi.Event) (used []abi.Ref) {
		for _, id := range lesson.Kind.Used(event) {
			used = append(used, abi.Ref{Kind: abi.KindLesson, ID: id})
		}
		return used
	}}
	record := func(event abi.Event) session.Recorded {
		t.Helper()
		recorded, err := store.Record(event, policy)
		if err != nil {
			t.Fatal(err)
		}
		return recorded
	}
	for n, one := range []struct {
		workspace string
		cited     bool
	}{{"/a", true}, {"/b", true}, {"/b", false}} {
		id := string(rune('x' + n))
		recorded := record(abi.Event{Name: abi.EventPrompt, SessionID: id, Workspace: one.workspace, Time: at, Prompt: "p"})
		told := session.Change{Told: []session.ToldItem{{Ref: abi.Ref{Kind: abi.KindLesson, ID: "L-aaaaa"}}}}
		if _, err := store.Apply(id, recorded.Sequence, told, session.Decision{At: at}); err != nil {
			t.Fatal(err)
		}
		if one.cited {
			for range 2 {
				record(abi.Event{Name: abi.EventTurnEnded, SessionID: id, Workspace: one.workspace, Time: at.Add(time.Minute), Message: "As in [L-aaaaa]."})
			}
		}
		if n < 2 { // the third is open
			record(abi.Event{Name: abi.EventSessionEnded, SessionID: id, Workspace: one.workspace, Time: at.Add(time.Hour)})
		}
	}
	uses, err := Read(store)
	u := uses["L-aaaaa"]
	if err != nil || u.Told != 3 || u.Cited != 2 || u.Settled != 2 || u.Share().Share != 1 || u.Trust() != .75 || !u.LastCited.Equal(at.Add(time.Minute)) {
		t.Errorf("got %+v, %v", u, err)
	}
	if got := u.Seed("2026-03-01", at.Add(time.Hour)); got.Uses != 3 || got.Velocity != 2 {
		t.Errorf("got %+v", got)
	}
	rank, err := Ranking(store, at.Add(time.Hour))()
	if err != nil || math.Abs(rank("L-aaaaa")-2.7) > 1e-9 || rank("L-bbbbb") != .7 {
		t.Errorf("ranks %v and %v, %v", rank("L-aaaaa"), rank("L-bbbbb"), err)
	}
	if all := All([]Use{u, u}); all.Told != 6 || all.Cited != 4 || all.LastCited != u.LastCited {
		t.Errorf("all: %+v", all)
	}
	if _, err := store.Retain(at.Add(2*session.RetainAgeDefault), session.RetainAgeDefault, session.RetainBytesDefault, nil); err != nil {
		t.Fatal(err)
	}
	uses, err = Read(store)
	if u := uses["L-aaaaa"]; err != nil || len(u.Tellings) != 0 || u.Cited != 2 || !u.LastCited.Equal(at) {
		t.Errorf("after retention: %+v, %v", u, err)
	}
	if uses, err := Read(nil); err != nil || len(uses) != 0 {
		t.Errorf("without sessions: %v, %v", uses, err)
	}
}
