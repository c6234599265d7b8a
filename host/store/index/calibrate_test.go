package index

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/catalog"
)

// Ensure that a calibration for which no single event has the time is done by
// several, gives what one would have given, and begins anew where items changed in
// between: else every prompt after an edit would spend its whole share on it.
func TestCalibrationGoesOn(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations")
	s.put("testing", "Write unit tests")
	stored := func() (lexical string) {
		t.Helper()
		if err := s.index.db.QueryRow(`SELECT coalesce(max(lexical), '') FROM calibrations`).Scan(&lexical); err != nil {
			t.Fatal(err)
		}
		return lexical
	}
	hurried := func(glances int) {
		t.Helper()
		clock := time.Unix(0, 0)
		src := s.sources(false)
		src.Now = func() time.Time { clock = clock.Add(time.Millisecond); return clock }
		end := clock.Add(time.Duration(glances) * time.Millisecond)
		opt := Options{Late: func() bool { return !src.Now().Before(end) }}
		if _, err := s.index.Refresh(context.Background(), s.listing(), src, opt); err != nil {
			t.Fatal(err)
		}
	}
	const glances = 100
	hurried(glances)
	if stored() != "" {
		t.Fatalf("%d looks at the clock are enough for all", glances)
	}
	s.put("more", "Draw diagrams of a system")
	needed := len(pools.Default.Nulls())/(glances/2) + 1
	times := 0
	for ; stored() == "" && times < 2*needed; times++ {
		hurried(glances)
	}
	got := stored()
	if got == "" {
		t.Fatalf("not done after %d events of %d looks at the clock", times, glances)
	}
	var left string
	if err := s.index.db.QueryRow(begunQuery, "", "skill", "").Scan(&left); err != nil || left != "" {
		t.Errorf("it left %q, %v", left, err)
	}
	if err := s.index.Rebuild("to compare"); err != nil {
		t.Fatal(err)
	}
	s.refresh(false, Options{})
	if want := stored(); got != want {
		t.Errorf("in %d parts it is\n%s\nat once\n%s", times, got, want)
	}
}

// Ensure that a workspace which sees the same items as another one is not calibrated
// anew, and that one which sees more is.
func TestCalibrationIsAdopted(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations")
	s.refresh(true, Options{})
	refresh := func(workspace string, embed bool) (lexical string) {
		t.Helper()
		listing := s.listing()
		listing.Workspace = workspace
		clock := time.Unix(0, 0)
		src := s.sources(embed)
		src.Now = func() time.Time { clock = clock.Add(time.Millisecond); return clock }
		end := clock.Add(100 * time.Millisecond)
		if _, err := s.index.Refresh(context.Background(), listing, src, Options{Late: func() bool { return !src.Now().Before(end) }}); err != nil {
			t.Fatal(err)
		}
		err := s.index.db.QueryRow(`SELECT coalesce(max(lexical_for || ' ' || dense_for), '') FROM calibrations WHERE workspace = ? AND lexical_for <> ''`, workspace).Scan(&lexical)
		if err != nil {
			t.Fatal(err)
		}
		return lexical
	}
	if first, other := refresh("", true), refresh("/other", false); other == "" || other != first {
		t.Errorf("the first workspace has %q, the other one %q", first, other)
	}
	s.put("testing", "Write unit tests")
	if got := refresh("/third", false); got != "" {
		t.Errorf("a workspace with more items has %q", got)
	}
}

// Ensure that two homes of a client in one workspace have thresholds of their own, also where both
// lie below one folder, that neither's are made anew because the other one was there, nor where
// items of other sources come, and that those of a home go with it.
func TestCalibrationsOfTwoHomes(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations")
	mine, theirs := s.listing(), s.elsewhere(filepath.Join(t.TempDir(), "home"), 30)
	mine.Home, theirs.Home = s.root, theirs.Workspace
	theirs.Workspace = ""
	for i := range theirs.Entries {
		theirs.Entries[i].Root, theirs.Entries[i].Source = mine.Entries[0].Root, catalog.SourceUser
	}
	of := func(listing catalog.Listing) string {
		t.Helper()
		view, err := s.index.View(listing, pools)
		if err != nil {
			t.Fatal(err)
		}
		defer view.Close()
		return view.calibration.lexicalFor + " " + view.calibration.denseFor
	}
	s.refreshOf(mine, true, Options{})
	before := of(mine)
	s.refreshOf(theirs, true, Options{})
	if got := of(mine); got != before || got == of(theirs) {
		t.Errorf("got %s, before the other one %s; the other one has %s", got, before, of(theirs))
	}
	for _, want := range []catalog.Listing{mine, theirs} {
		fresh := want
		fresh.Workspace = "/fresh"
		if got := of(fresh); got != of(want) {
			t.Errorf("where nothing is calibrated: got %s, want that of its own home", got)
		}
	}
	s.refreshOf(mine, true, Options{}) // which notes that the other's items are none of its own
	if _, err := s.index.db.Exec(`UPDATE calibrations SET begun = 'as it was'`); err != nil {
		t.Fatal(err)
	}
	s.refreshOf(mine, true, Options{})
	s.refreshOf(theirs, true, Options{})
	if s.rows(`SELECT COUNT(*) FROM calibrations WHERE begun = 'as it was'`) != 2 {
		t.Error("a calibration is made again")
	}
	for _, source := range []string{catalog.SourcePlugin, catalog.SourceProject} {
		more := s.elsewhere(filepath.Join(t.TempDir(), "more"), 1)
		more.Workspace, more.Home = "", mine.Home
		more.Entries[0].Root, more.Entries[0].Source = mine.Entries[0].Root, source
		more.Entries = append(more.Entries, mine.Entries...)
		s.refreshOf(more, false, Options{})
		if got := s.rows(`SELECT COUNT(*) FROM calibrations`); got != 2 {
			t.Errorf("with an item of the %s there are %d calibrations of two homes", source, got)
		}
	}
	if err := os.RemoveAll(theirs.Home); err != nil {
		t.Fatal(err)
	}
	s.refreshOf(mine, true, Options{})
	if got := s.rows(`SELECT COUNT(*) FROM calibrations`); got != 1 {
		t.Errorf("%d calibrations are left of one home", got)
	}
}
