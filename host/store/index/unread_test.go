package index

import (
	"context"
	"fmt"
	"slices"
	"syscall"
	"testing"

	"github.com/ed-irl/impressionism/host/catalog"
)

// loads makes each item of a listing fail to load, or lack what lies beside it.
type loads struct {
	err    error // of each item
	beside bool  // a file beside each item cannot be read
}

func (s *shelf) refreshWith(l loads, opt Options) Report {
	s.tb.Helper()
	src := s.sources(false)
	src.Load = func(entry catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
		if l.err != nil {
			s.loads.Add(1)
			return catalog.Item{}, "", nil, l.err
		}
		item, hash, rejection, err := s.load(entry)
		if item.Unread = l.beside; l.beside {
			hash += ", but for its card"
		}
		return item, hash, rejection, err
	}
	report, err := s.index.Refresh(context.Background(), s.listing(), src, opt)
	if err != nil {
		s.tb.Fatal(err)
	}
	return report
}

func (s *shelf) generation() int64 {
	s.tb.Helper()
	generation, err := s.index.Generation()
	if err != nil {
		s.tb.Fatal(err)
	}
	return generation
}

// Ensure that a file which cannot be read for a while is told of, keeps what was read of it
// before, and is read again although nothing about it changes.
func TestUnreadableIsReadAgain(t *testing.T) {
	failing := loads{err: syscall.EMFILE}
	for _, hurry := range []bool{false, true} {
		s := newShelf(t)
		opt := Options{Hurry: hurry}
		s.put("migrations", "Write database migrations")
		expect(t, "at first", counts(s.refreshWith(failing, opt)), "new 0 changed 0 unchanged 0 removed 0 rejected 1 embedded 0 pending 0")
		status, err := s.index.Status()
		if err != nil || len(status.Rejected) != 1 || status.Rejected[0].Code != "unreadable" {
			t.Errorf("got %+v, %v", status.Rejected, err)
		}
		expect(t, "readable", counts(s.refreshWith(loads{}, opt)), "new 0 changed 1 unchanged 0 removed 0 rejected 0 embedded 0 pending 1")
		expect(t, "search", s.best("database migrations", nil), "migrations")
		s.put("migrations", "Write database migrations and tests")
		expect(t, "edited", counts(s.refreshWith(failing, opt)), "new 0 changed 0 unchanged 0 removed 0 rejected 1 embedded 0 pending 1")
		expect(t, "search meanwhile", s.best("database migrations", nil), "migrations")
		expect(t, "readable again", counts(s.refreshWith(loads{}, opt)), "new 0 changed 1 unchanged 0 removed 0 rejected 0 embedded 0 pending 1")
		expect(t, "search at last", s.best("tests", nil), "migrations")
	}
}

// Ensure that an item is read again of which a file beside it could not be read, and that what
// was read of the item itself counts meanwhile.
func TestUnreadableBesideIsReadAgain(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations")
	expect(t, "without", counts(s.refreshWith(loads{beside: true}, Options{})), "new 1 changed 0 unchanged 0 removed 0 rejected 0 embedded 0 pending 1")
	expect(t, "search", s.best("database migrations", nil), "migrations")
	expect(t, "with", counts(s.refreshWith(loads{}, Options{})), "new 0 changed 1 unchanged 0 removed 0 rejected 0 embedded 0 pending 1")
	read := s.loads.Load()
	expect(t, "again", counts(s.refreshWith(loads{}, Options{})), "new 0 changed 0 unchanged 1 removed 0 rejected 0 embedded 0 pending 1")
	if s.loads.Load() != read {
		t.Error("what was read is read again")
	}
}

// Ensure that what stays unreadable is not stored again, and that a prompt tries only some of
// it: whoever wrote a project must not make each prompt in it slow.
func TestUnreadableCostsLittle(t *testing.T) {
	for _, always := range []loads{{err: syscall.EACCES}, {beside: true}} {
		s := newShelf(t)
		for i := range 2 * triedAgainMax {
			s.put(fmt.Sprintf("topic-%02d", i), fmt.Sprintf("Topic number%d of many", i))
		}
		first := s.refreshWith(always, Options{})
		for _, hurry := range []bool{false, true, true} {
			generation, read := s.generation(), s.loads.Load()
			report := s.refreshWith(always, Options{Hurry: hurry})
			if got := s.generation(); got != generation {
				t.Errorf("%+v: generation %d became %d", always, generation, got)
			}
			want := int64(2 * triedAgainMax)
			if hurry {
				want = triedAgainMax
			}
			if got := s.loads.Load() - read; got != want {
				t.Errorf("%+v, hurry %t: read %d files, want %d", always, hurry, got, want)
			}
			byPath := func(a, b catalog.Rejection) int { return slices.Compare([]byte(a.Path), []byte(b.Path)) }
			slices.SortFunc(report.Rejected, byPath)
			if slices.SortFunc(first.Rejected, byPath); !slices.Equal(report.Rejected, first.Rejected) {
				t.Errorf("%+v: got rejected %v, want %v", always, report.Rejected, first.Rejected)
			}
		}
	}
}
