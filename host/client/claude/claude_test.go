package claude_test

import (
	"testing"

	"github.com/ed-irl/impressionism/host/client/claude"
	"github.com/ed-irl/impressionism/host/client/clienttest"
)

// Ensure that every recorded or awkward input of the client becomes the event, or the
// typed error, that it should, and that the client can read every answer.
func TestClient(t *testing.T) {
	clienttest.Run(t, claude.Client(), "hook/testdata")
}
