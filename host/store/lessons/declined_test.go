package lessons

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/foreign"
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

// Ensure that however many marks of sessions lie beside the proposals, these are read, marks go
// with their age, and forgetting leaves nothing; and that where there is no telling how many
// proposals wait no more are taken.
func TestManyMarks(t *testing.T) {
	folder := In(t.TempDir())
	propose := func(id string) error {
		return folder.Propose(lesson.Lesson{ID: id, Title: "T", Text: id}, Origin{Session: id}, 3)
	}
	wait := func(when string, since time.Time, want int) {
		t.Helper()
		if got, err := folder.Proposals(since); err != nil || len(got) != want {
			t.Errorf("%s: %d proposals, %v, want %d", when, len(got), err, want)
		}
	}
	marks := func(prefix string, at time.Time) {
		t.Helper()
		for i := range 11 * ProposedMax {
			path := filepath.Join(folder.proposals(), fmt.Sprintf("%s%04d", prefix, i))
			must(t, os.WriteFile(path, nil, 0o600))
			must(t, os.Chtimes(path, at, at))
		}
	}
	now := time.Now()
	must(t, propose("L-aaaaa"))
	for i := range 32 * ProposedMax {
		must(t, folder.Decline(fmt.Sprint("session ", i), "q"))
	}
	wait("noes of this month", now.Add(-ProposalAge), 1)
	must(t, propose("L-bbbbb"))

	marks(markPrefix, now.Add(-2*ProposalAge))
	wait("old counts", now.Add(-ProposalAge), 2)
	must(t, propose("L-ccccc"))

	marks(markPrefix, now)
	if _, err := folder.Proposals(now.Add(-ProposalAge)); err != nil {
		t.Errorf("counts of this month: %v", err)
	}
	if err := propose("L-ddddd"); !errors.Is(err, foreign.ErrTooLarge) {
		t.Errorf("proposed beside what is not read: %v", err)
	}
	_, _, err := folder.Forget()
	must(t, err)
	if left, err := os.ReadDir(folder.proposals()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("forgotten, and left: %d, %v", len(left), err)
	}
	wait("forgotten", now, 0)
}
