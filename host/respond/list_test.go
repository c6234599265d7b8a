package respond

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
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
