package index

import (
	"context"
	"testing"
	"time"
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
	if err := s.index.db.QueryRow(begunQuery, "", "skill").Scan(&left); err != nil || left != "" {
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
