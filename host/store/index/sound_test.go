package index

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/store/sqlite"
	"github.com/ed-irl/impressionism/host/store/sqlite/sqlitetest"
)

// sound is what the shelf's file is remembered to be, as it lies there.
func (s *shelf) sound() sound {
	s.tb.Helper()
	return s.index.readSound(sqlite.Stamp(s.path()))
}

// Ensure that the file is not looked at again while nobody but the index has written it,
// that it is where somebody has, a day has passed or it is asked for, and that our own
// writes, also those that closing moves into the file, change nothing about it.
func TestSoundFileIsNotCheckedAgain(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations")
	s.refresh(true, Options{})
	if s.sound().Whole {
		t.Error("a refresh that did not look at the whole file remembers that it is sound")
	}
	s.refresh(true, Options{Check: true})
	s.put("testing", "Write unit tests")
	s.refresh(true, Options{Hurry: true})
	s.index.Close()
	s.open()
	if !s.sound().Whole {
		t.Error("what the index itself wrote is not known to be sound")
	}

	s.index.Close()
	sqlitetest.Named(t, s.path(), "details.description = 'damaged'").Do(t, s.path())
	s.open()
	known := s.sound()
	if known.Whole {
		t.Error("what somebody else wrote is known to be sound")
	}
	remember := func(since time.Time) {
		s.index.writeSound(sound{Stamp: sqlite.Settle(s.path()), Since: since.Unix(), Whole: true})
	}
	now := s.sources(false).Now()
	remember(now)
	for _, opt := range []Options{{Check: true}, {RemoveMax: startMax}, {}} {
		if report := s.refresh(true, opt); report.Rebuilt != "" {
			t.Errorf("%+v: looked at again: %s", opt, report.Rebuilt)
		}
	}
	remember(now.Add(-soundFor))
	if err := s.look(Options{}); !IsDamaged(err) {
		t.Errorf("after a day: %v", err)
	}
	remember(now)
	if report := s.refresh(true, Options{Anew: true}); report.Rebuilt == "" {
		t.Error("not looked at although it was asked for")
	}
}

// look only looks over the file.
func (s *shelf) look(opt Options) error {
	run := &refresh{Index: s.index, src: s.sources(false), opt: opt}
	return run.check(s.listing(), s.index.stamp())
}

// Ensure that starts look at what those before left out, so that so many of them have
// looked at all of a large listing, and then at nothing any more.
func TestStartsShareTheirWork(t *testing.T) {
	s := newShelf(t)
	const items = 3*wordsAtStart - 10
	for i := range items {
		s.put(fmt.Sprintf("topic-%d", i), fmt.Sprintf("Topic number%d of many", i))
	}
	s.refresh(false, Options{})
	_ = os.Remove(s.path() + SoundSuffix) // somebody else wrote
	if _, err := s.index.db.Exec(`UPDATE postings SET tf = tf + 1 WHERE (term, item) IN (SELECT term, item FROM postings ORDER BY item LIMIT 1 OFFSET 300)`); err != nil {
		t.Fatal(err)
	}
	found := 0
	for found = 1; found <= 5; found++ {
		if err := s.look(Options{RemoveMax: startMax}); IsDamaged(err) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if found > 4 {
		t.Errorf("not found by %d starts", found)
	}
	s.refresh(false, Options{Anew: true}) // which makes it again
	_ = os.Remove(s.path() + SoundSuffix)
	for range 4 {
		s.refresh(false, Options{RemoveMax: startMax})
	}
	for id, upTo := range s.sound().Scopes {
		if upTo != (scope{id: id}).last() {
			t.Errorf("scope %d is known up to %d", id, upTo)
		}
	}
	if len(s.sound().Scopes) == 0 {
		t.Error("nothing is known to be sound")
	}
}

// Ensure that whatever lies in place of what is remembered has the file looked at.
func FuzzReadSound(f *testing.F) {
	good, _ := json.Marshal(sound{Stamp: "x", Since: 1, Whole: true})
	f.Add(good, "x")
	f.Add([]byte(`{"stamp":"","whole":true}`), "")
	f.Add([]byte(`{"scopes":{"a":1}}`), "x")
	x := &Index{path: f.TempDir() + "/index.db"}
	f.Fuzz(func(t *testing.T, data []byte, stamp string) {
		if err := os.WriteFile(x.path+SoundSuffix, data, 0o600); err != nil {
			t.Fatal(err)
		}
		s := x.readSound(stamp)
		if s.Stamp != stamp || stamp == "" && (s.Whole || len(s.Scopes) > 0) {
			t.Errorf("of state %q: %+v", stamp, s)
		}
	})
}
