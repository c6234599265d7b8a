package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// Ensure a close does not wait for the disk while the log is small, that what
// was written is there for the next opener, and that a grown log is emptied.
func TestCloseAndLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	db := openTest(t, path)
	if err := db.EmptyLog(); err != nil {
		t.Fatal(err)
	}
	run(t, db, "INSERT INTO notes (id, text) VALUES (1, 'small')")
	closeAndStat := func() int64 {
		t.Helper()
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	if size := closeAndStat(); size == 0 {
		t.Error("a small log was emptied on close")
	}
	db = openTest(t, path)
	if got := ask[string](t, db, "SELECT text FROM notes WHERE id = 1"); got != "small" {
		t.Errorf("got %q", got)
	}
	run(t, db, "INSERT INTO notes (id, text) VALUES (2, ?)", strings.Repeat("large ", logBytesMax/4))
	if size := closeAndStat(); size != 0 {
		t.Errorf("a grown log was left with %d bytes", size)
	}
	db = openTest(t, path)
	if got := ask[int](t, db, "SELECT count(*) FROM notes"); got != 2 {
		t.Errorf("rows: got %d want 2", got)
	}
}

// Ensure a reader elsewhere neither delays nor fails a close.
func TestCloseWhileRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	db, other := openTest(t, path), openTest(t, path)
	run(t, db, "INSERT INTO notes (id, text) VALUES (1, 'x')")
	rows, err := other.Query("SELECT id FROM notes")
	if err != nil || !rows.Next() {
		t.Fatal("no reader", err)
	}
	defer rows.Close()
	run(t, db, "INSERT INTO notes (id, text) VALUES (2, ?)", strings.Repeat("large ", logBytesMax/4))
	if err := db.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

// Ensure closing leaves a grown log where that was asked for, and that it can be emptied
// beforehand.
func TestLeaveLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	grown := func() int64 {
		info, err := os.Stat(path + "-wal")
		if err != nil {
			return 0
		}
		return info.Size()
	}
	for _, leaves := range []bool{true, false} {
		db, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("CREATE TABLE IF NOT EXISTS t (x); INSERT INTO t VALUES (zeroblob(400000))"); err != nil {
			t.Fatal(err)
		}
		if leaves {
			db.LeaveLog()
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if got := grown() > logBytesMax; got != leaves {
			t.Errorf("leaves the log: %v, want %v", got, leaves)
		}
	}
	db, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("INSERT INTO t VALUES (zeroblob(400000))"); err != nil {
		t.Fatal(err)
	}
	if err := db.ShortenLog(); err != nil || grown() > logBytesMax {
		t.Errorf("%d bytes are left, %v", grown(), err)
	}
}

// Ensure patient readers of a process pause together, once they have read for some time and
// somebody wrote, and not when nobody did.
func TestRoom(t *testing.T) {
	var r room
	at := time.Unix(1_700_000_000, 0)
	first, second := at, at.Add(time.Second) // when the log was changed
	for i, step := range []struct {
		after   time.Duration // the first query
		changed time.Time
		until   time.Duration // after the first query; below 0: readers go on
	}{
		{0, first, -1},
		{readFor / 2, first, -1},
		{readFor, first, readFor + roomMax},
		{readFor + roomMax/2, second, readFor + roomMax}, // another reader
		{readFor + roomMax, second, -1},
		{2*readFor + roomMax, second, 2*readFor + 2*roomMax},
		{2*readFor + 3*roomMax, second, -1},
		{9*readFor + 3*roomMax, second, -1},
	} {
		now := at.Add(step.after)
		until := r.end(step.changed, now)
		if waits := until.After(now); waits != (step.until >= 0) || waits && !until.Equal(at.Add(step.until)) {
			t.Errorf("step %d: until %v", i, until.Sub(at))
		}
	}
}

// Ensure the log is emptied while several patient readers read all the time, soon after it has
// grown, and that neither the writer nor a reader without patience waits for anybody.
func TestPatientReaders(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	writer := openTest(t, path)
	run(t, writer, "INSERT INTO notes (text) VALUES (hex(zeroblob(100)))")
	ctx, cancel := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	defer ended.Wait()
	defer cancel()
	var rooms []*room
	for range 3 {
		reader, err := Open(path, Options{ReadOnly: true, Patient: true})
		if err != nil {
			t.Fatal(err)
		}
		if rooms = append(rooms, reader.room); reader.room == nil || reader.room != rooms[0] {
			t.Error("readers of one file do not pause together")
		}
		ended.Go(func() {
			defer reader.Close()
			for ctx.Err() == nil {
				var sum int
				if err := reader.QueryRow("WITH RECURSIVE n(i) AS (SELECT id FROM notes UNION SELECT i + 1 FROM n WHERE i < 2000) SELECT sum(i) FROM n").Scan(&sum); err != nil {
					t.Error(err)
				}
			}
		})
	}
	largest := int64(0)
	for range 300 {
		run(t, writer, "INSERT INTO notes (text) VALUES (hex(zeroblob(?)))", logBytesMax/16)
		if err := writer.ShortenLog(); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		largest = max(largest, info.Size())
		time.Sleep(2 * time.Millisecond)
	}
	t.Logf("the log had %d bytes at most", largest)
	if largest > 16*logBytesMax { // less than half of what is written
		t.Errorf("the log grew to %d bytes", largest)
	}
	for _, options := range []Options{{ReadOnly: true}, {Patient: true}} {
		db, err := Open(path, options)
		if err != nil {
			t.Fatal(err)
		}
		if db.room != nil {
			t.Errorf("%+v waits", options)
		}
		_ = db.Close()
	}
}
