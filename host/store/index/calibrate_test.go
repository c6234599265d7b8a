package index

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
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
	if err := s.index.db.QueryRow(begunQuery, "", "skill", s.homeOf(s.listing())).Scan(&left); err != nil || left != "" {
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

func (s *shelf) homeOf(listing catalog.Listing) string {
	s.tb.Helper()
	found, err := readScopes(s.index.db, listing, pools)
	if err != nil {
		s.tb.Fatal(err)
	}
	return found.of(abi.KindSkill).home()
}

// Ensure that two clients with folders of their own in one workspace have thresholds of their own,
// neither of which is made anew because the other one was there, also where a plugin comes, and
// that those of a folder go with it.
func TestCalibrationsOfTwoHomes(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations")
	theirs := s.elsewhere(filepath.Join(t.TempDir(), "home"), 30)
	theirs.Workspace = "" // as the other's
	for i := range theirs.Entries {
		theirs.Entries[i].Source = catalog.SourceUser
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
	s.refresh(true, Options{})
	mine := of(s.listing())
	s.refreshOf(theirs, true, Options{})
	if got := of(s.listing()); got != mine {
		t.Errorf("got %s, before the other one %s", got, mine)
	}
	for _, want := range []catalog.Listing{s.listing(), theirs} {
		fresh := want
		fresh.Workspace = "/fresh"
		if got := of(fresh); got != of(want) {
			t.Errorf("where nothing is calibrated: got %s, want that of its own home", got)
		}
	}
	if _, err := s.index.db.Exec(`UPDATE calibrations SET begun = 'as it was'`); err != nil {
		t.Fatal(err)
	}
	s.refresh(true, Options{})
	s.refreshOf(theirs, true, Options{})
	if s.rows(`SELECT COUNT(*) FROM calibrations WHERE begun = 'as it was'`) != 2 {
		t.Error("a calibration is made again")
	}
	plugin := s.elsewhere(filepath.Join(t.TempDir(), "plugin"), 1).Entries[0]
	plugin.Source = catalog.SourcePlugin
	more := s.listing()
	more.Entries = append(more.Entries, plugin)
	before := s.homeOf(s.listing())
	s.refreshOf(more, false, Options{})
	if got := s.homeOf(more); got != before || s.rows(`SELECT COUNT(*) FROM calibrations`) != 2 {
		t.Errorf("with a plugin the home is %q, before it was %q", got, before)
	}
	if err := os.RemoveAll(theirs.Entries[0].Root); err != nil {
		t.Fatal(err)
	}
	s.refresh(true, Options{})
	if got := s.rows(`SELECT COUNT(*) FROM calibrations`); got != 1 {
		t.Errorf("%d calibrations are left of one home", got)
	}
}
