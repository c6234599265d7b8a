package respond

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Ensure that what goes wrong while strangers' files are listed is a problem of that
// event and not its end, and that nothing is taken to be gone for it.
func TestListingPanics(t *testing.T) {
	h := &Responder{
		OpenIndex: func() (*index.Index, error) { return index.Open(filepath.Join(t.TempDir(), "index.db")) },
		List:      func(context.Context, string) catalog.Listing { panic("an odd link") },
		Engine:    &engine.Engine{}, Pools: catalog.Pools{Default: rank.Default()}, Recipe: rank.Default(), Now: time.Now,
	}
	response := h.Respond(context.Background(), abi.Event{Name: abi.EventSessionStarted, SessionID: "s"}, Options{})
	found := false
	for _, problem := range response.Problems {
		found = found || problem.Code == decide.ProblemIndex && strings.Contains(problem.Error(), "list the catalog: an odd link")
	}
	if !found {
		t.Errorf("got %v", response.Problems)
	}
}

// subject is a lesson that every file is a subject of.
type subject struct {
	listener
	asked bool
}

func (s *subject) About(string, string) ([]abi.Ref, error) {
	s.asked = true
	return []abi.Ref{{Kind: abi.KindLesson, ID: "L-aaaaa"}}, nil
}

// Ensure that a hook which goes while its catalog is listed leaves active what the rest of the
// listing would have had, and that one which has gone before has nothing looked up.
func TestListingIsCut(t *testing.T) {
	r, about := opining(t, nil), &subject{}
	respondTo(r, "s", openPrompt, Options{})
	active, err := r.Sessions.Active("s")
	if err != nil || len(active) == 0 {
		t.Fatalf("active %+v, %v", active, err)
	}
	r.Settings.Kinds, r.Lessons = catalog.Kinds{skill.Kind, lesson.Kind}, about
	ctx, leave := context.WithCancel(t.Context())
	list, listed := r.List, false
	r.List = func(context.Context, string) catalog.Listing {
		listed = true
		leave()
		return catalog.Listing{}
	}
	event := abi.Event{Name: abi.EventToolUsed, SessionID: "s", Workspace: "/w", ToolName: "Read", ToolInput: `{"file_path":"/w/a.sql"}`, Time: time.Now()}
	r.Respond(ctx, event, Options{})
	if still, err := r.Sessions.Active("s"); err != nil || !listed || len(still) != len(active) {
		t.Errorf("listed %v, still active %+v, %v", listed, still, err)
	}
	about.asked, r.List = false, list
	r.Respond(ctx, event, Options{})
	if about.asked {
		t.Error("what nobody waits for was looked up")
	}
}
