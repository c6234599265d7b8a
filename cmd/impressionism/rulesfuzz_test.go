package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/author/rulefuzz"
)

// Ensure the page of the fuzzer has each property, in the program's words.
func TestFuzzPageHasEveryProperty(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "rulesets", "fuzz.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| property | |\n|---|---|\n")
	var want strings.Builder
	for _, p := range rulefuzz.All() {
		fmt.Fprintf(&want, "| `%s` | %s |\n", p.ID, p.Sentence)
	}
	if table != want.String() {
		t.Errorf("the page's table is\n%s\nand should be\n%s", table, want.String())
	}
}
