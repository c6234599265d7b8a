package tool_test

import (
	"testing"

	"github.com/ed-irl/impressionism/host/catalog/tool"
)

// Ensure that a tool counts if it is included and not excluded, and that no pattern includes
// all but the one that says so.
func TestSelects(t *testing.T) {
	const id = "mcp__github__delete_repo"
	for _, test := range []struct {
		include, exclude []string
		want             bool
	}{
		{[]string{"*"}, nil, true},
		{nil, nil, false},
		{[]string{"mcp__github__*"}, nil, true},
		{[]string{"mcp__gitlab__*"}, nil, false},
		{[]string{"*"}, []string{"*__delete_*"}, false},
		{[]string{"*"}, []string{"delete_*"}, true},
		{[]string{id}, []string{id}, false},
		{[]string{"mcp__[x"}, []string{"mcp__[x"}, false},
	} {
		if got := tool.Selects(test.include, test.exclude, id); got != test.want {
			t.Errorf("%q without %q: got %v", test.include, test.exclude, got)
		}
	}
}
