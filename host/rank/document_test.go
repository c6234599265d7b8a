package rank

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ensure that a document's fields weigh 4, 2, 2 and 1, and that its length is
// the sum of the weights.
func TestWeigh(t *testing.T) {
	got := Weigh(Document{Name: "docker-helm", Description: "Docker images", Keywords: []string{"helm chart", "oci"}, Body: "docker docker"})
	want := Weighted{
		Terms:  map[string]int{"docker": 4 + 2 + 1 + 1, "helm": 4 + 2, "imag": 2, "chart": 2, "oci": 2},
		Length: 20,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Ensure that only the first 1,500 characters of a body count, in characters
// and not in bytes.
func TestWeighCutsTheBody(t *testing.T) {
	got := Weigh(Document{Body: strings.Repeat("é", 1490) + " first last"})
	if got.Terms["first"] != 1 || got.Terms["last"] != 0 {
		t.Errorf("got %v", got.Terms)
	}
}
