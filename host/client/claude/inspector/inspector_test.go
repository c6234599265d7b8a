package inspector_test

import (
	"testing"

	"github.com/ed-irl/impressionism/host/client/claude/inspector"
	"github.com/ed-irl/impressionism/host/client/clienttest"
)

// Ensure that the inspector passes the suite of all clients.
func TestInspector(t *testing.T) {
	i := inspector.Inspector()
	if i.Checkup.Examine == nil || i.Checkup.Times == nil || i.Hooks.List == nil || i.Listing.Open == nil {
		t.Fatal("a part of the inspector is missing")
	}
	clienttest.Inspect(t, i)
}
