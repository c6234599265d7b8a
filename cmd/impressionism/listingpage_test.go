package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
)

// Ensure that who follows the page about the client's listing from an empty folder
// gets what it shows.
func TestListingPage(t *testing.T) {
	root, err := filepath.Abs("../..")
	envtest.Must(t, err)
	page, err := os.ReadFile(filepath.Join(root, "docs", "listing.md"))
	envtest.Must(t, err)
	script, shown := pageScript(t, string(page))
	if len(shown) < 15 {
		t.Fatalf("the page shows %d lines of output", len(shown))
	}
	followPage(t, root, script, shown)
}
