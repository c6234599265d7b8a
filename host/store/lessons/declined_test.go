package lessons

import (
	"fmt"
	"os"
	"testing"
	"time"
)

// Ensure a no counts for its question in its session, until anything that is known of lessons
// changes; that what is noted has a limit, and goes with age.
func TestDeclined(t *testing.T) {
	folder := In(t.TempDir())
	if folder.Declined("s1", "a.sql") {
		t.Error("nobody said no")
	}
	must(t, folder.Decline("s1", "a.sql"))
	for _, test := range []struct {
		session, asked string
		want           bool
	}{{"s1", "a.sql", true}, {"s1", "b.sql", false}, {"s2", "a.sql", false}} {
		if got := folder.Declined(test.session, test.asked); got != test.want {
			t.Errorf("%s in %s: %v", test.asked, test.session, got)
		}
	}
	must(t, folder.Change(func(k *Known) error { k.Put(File{Path: "/a.md", State: Active}); return nil }))
	if folder.Declined("s1", "a.sql") {
		t.Error("a lesson changed, and the no counts")
	}
	for i := range 2000 {
		must(t, folder.Decline("s1", fmt.Sprint(i)))
	}
	if !folder.Declined("s1", "0") || folder.Declined("s1", "1999") {
		t.Error("more is kept than may be, or less")
	}
	if _, err := folder.Proposals(time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(folder.proposals()); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
