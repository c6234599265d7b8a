package clienttest_test

import (
	"testing"

	"github.com/ed-irl/impressionism/host/client/clienttest"
	"github.com/ed-irl/impressionism/host/client/clienttest/testdata/quill"
)

// Ensure that a client can differ in all that a client is, and pass the suite.
func TestAnotherClient(t *testing.T) {
	clienttest.Run(t, quill.Client(), "testdata/quill")
	clienttest.Inspect(t, quill.Inspector())
}
