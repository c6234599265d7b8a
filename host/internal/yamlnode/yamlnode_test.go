package yamlnode_test

import (
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/internal/yamlnode"
)

var limits = yamlnode.Limits{ListsOnLine: 4, Depth: 8, Values: 100}

// Ensure that documents come in their order and as many as are wanted, and that what a
// text comes to is bounded, aliases included.
func TestParse(t *testing.T) {
	for _, test := range []struct {
		text, want string
		documents  int
		limits     yamlnode.Limits
	}{
		{"", "", 0, limits},
		{"# nothing", "", 0, limits},
		{"a: 1\n---\nb: 2", "", 2, limits},
		{"a: 1\n---\n]", "", 1, yamlnode.Limits{Documents: 1}},
		{"a: 1\n]", "line 1: did not find expected", 0, limits},
		{"a: 1\n- - - - - b", "line 2: more than 4 lists", 0, limits},
		{"a: |\n  -----\n", "", 1, limits},
		{"- - - - - b", "", 1, yamlnode.Limits{}},
		{strings.Repeat("[", 9) + strings.Repeat("]", 9), "line 1: nested more than 8 deep", 0, limits},
		{"a: &a\n- *a", "nested more than 8 deep", 0, limits},
		{"a: &a [1,2,3,4,5,6,7,8,9]\nb: &b [*a,*a,*a,*a]\nc: [*b,*b,*b,*b]", "more than 100 values", 0, limits},
	} {
		documents, err := yamlnode.Parse([]byte(test.text), test.limits)
		if len(documents) != test.documents || (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got %d documents, %v, want %d, %q", test.text, len(documents), err, test.documents, test.want)
		}
	}
}

// Ensure that no text makes reading it panic, or gives documents that are not bounded.
func FuzzParse(f *testing.F) {
	f.Add([]byte("a: &a [*a]\n---\n- - ? b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		documents, err := yamlnode.Parse(data, limits)
		if err != nil && documents != nil {
			t.Errorf("got %d documents and %v", len(documents), err)
		}
		for _, document := range documents {
			if yamlnode.Resolved(document) == nil {
				t.Error("a document is nothing")
			}
		}
	})
}
