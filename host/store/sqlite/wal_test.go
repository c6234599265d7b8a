package sqlite

import (
	"os"
	"path/filepath"
	"strings"
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

// Ensure who reads in pieces waits for whoever may empty a grown log, and that who may write
// never waits.
func TestLeaveRoom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	writer := openTest(t, path)
	reader, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if reader.LeaveRoom(); !reader.logSeen.IsZero() {
		t.Error("a small log is waited for")
	}
	run(t, writer, "INSERT INTO notes (text) VALUES (hex(zeroblob(?)))", logBytesMax)
	began := time.Now()
	if reader.LeaveRoom(); time.Since(began) < roomFor {
		t.Error("nobody is left room for emptying the log")
	}
	if writer.LeaveRoom(); !writer.logSeen.IsZero() {
		t.Error("who may write waits")
	}
}
