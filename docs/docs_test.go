// Package docs_test holds the documents to the program.
package docs_test

import (
	"os"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure the reference of host calls names every call with its arguments.
func TestEveryCallIsDocumented(t *testing.T) {
	data, err := os.ReadFile("rulesets.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range abi.Calls {
		line := "| `" + call.Name + "(" + strings.Join(call.Args, ", ") + ")`"
		if !strings.Contains(string(data), line) {
			t.Errorf("rulesets.md lacks %s", line)
		}
	}
}
