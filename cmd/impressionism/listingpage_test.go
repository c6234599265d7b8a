package main

import (
	"os"
	"path/filepath"
	"testing"
)

// Ensure that who follows the page about the client's listing from an empty folder
// gets what it shows.
func TestListingPage(t *testing.T) {
	root, err := filepath.Abs("../..")
	must(t, err)
	page, err := os.ReadFile(filepath.Join(root, "docs", "listing.md"))
	must(t, err)
	script, shown := pageScript(t, string(page))
	if len(shown) < 15 {
		t.Fatalf("the page shows %d lines of output", len(shown))
	}
	followPage(t, root, script, shown)
}
