package rank

import (
	"strings"
	"testing"
)

// Ensure that a query lists each stem once, where it first appears, with its
// count.
func TestNewQuery(t *testing.T) {
	q := NewQuery("deploy docker, then deploy Docker and deploying helm")
	if got := strings.Join(q.Terms, " "); got != "deploy docker helm" {
		t.Errorf("got terms %q", got)
	}
	if len(q.Counts) != 3 || q.Counts[0] != 3 || q.Counts[1] != 2 || q.Counts[2] != 1 {
		t.Errorf("got counts %v", q.Counts)
	}
}
