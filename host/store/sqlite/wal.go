package sqlite

/*
#include "extension/sqlite3.h"

static int keep_log(sqlite3 *db, char **message, const void *api) {
	(void)message; (void)api;
	return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

static void register_keep_log(void) { sqlite3_auto_extension((void (*)(void))keep_log); }
*/
import "C"

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/host/store/sqlite/extension"
)

// logBytesMax is the size of the write-ahead log from which Close empties it.
// Smaller means more closes that wait for the disk, larger means that every
// first opener has more to read back; about 60 pages.
const logBytesMax = 256 << 10

// registerExtensions adds two things to every later connection of the process:
// FTS5 and sqlite-vec, whose cost is too small to measure; and a setting for which the
// driver has no call, that SQLite leaves the log alone on the last close, where
// emptying it waits for the disk four times: a process in such a wait does not die before the
// disk answers, and next to a build a hook stayed for seconds after it had given up. So no
// prompt empties the log; the start and end of a session, the end of a turn and the server do,
// and SQLite itself at 4 MB. Not taken: exit without closing; SQLite's automatic checkpoints,
// which forget their progress with each process.
var registerExtensions = sync.OnceFunc(func() {
	extension.Register()
	C.register_keep_log()
})

// LeaveLog has Close leave a grown log to the next one who closes: for who may not
// wait for the disk.
func (db *DB) LeaveLog() { db.leaveLog = true }

// Close closes the database. A grown write-ahead log is emptied first unless
// another process is using it.
func (db *DB) Close() error {
	var kept error
	if !db.leaveLog {
		kept = db.ShortenLog()
	}
	if err := db.DB.Close(); err != nil {
		return fmt.Errorf("close database %s: %w", db.Path, err)
	}
	return kept
}

// ShortenLog empties a grown log unless another process is using it.
func (db *DB) ShortenLog() error {
	if db.readOnly {
		return nil
	}
	if _, grown := db.grownLog(); !grown {
		return nil
	}
	_, err := db.emptyLog(0)
	return err
}

// grownLog reports whether the log is so large that the next writer to finish empties it, and when
// it was changed last.
func (db *DB) grownLog() (changed time.Time, grown bool) {
	info, err := os.Stat(db.Path + "-wal")
	if err != nil || info.Size() <= logBytesMax {
		return time.Time{}, false
	}
	return info.ModTime(), true
}

// Times of who reads and is patient, while the log waits to be emptied.
const (
	readFor  = 15 * time.Millisecond  // from the first query since the last pause on
	roomMax  = 100 * time.Millisecond // and then waits so long at most: several events end meanwhile
	roomLook = 2 * time.Millisecond
)

// room is when no patient reader of this process reads a file. They share it: to other
// processes they are one, and a pause of one during which another reads is none.
type room struct {
	mu    sync.Mutex
	seen  time.Time // when the log was changed last, at the last pause
	began time.Time // the first query after it
	until time.Time // the last pause
}

// rooms are those of all files that patient readers have opened, by path: whoever opens a file
// in this process is one with the others.
var rooms struct {
	sync.Mutex
	of map[string]*room
}

func roomOf(path string) *room {
	rooms.Lock()
	defer rooms.Unlock()
	if rooms.of[path] == nil {
		if rooms.of == nil {
			rooms.of = map[string]*room{}
		}
		rooms.of[path] = &room{}
	}
	return rooms.of[path]
}

// leaveRoom waits a moment where the first query since the last one is some time ago, the log
// waits to be emptied and somebody wrote since: nobody can empty the log while another
// reads, and those who may, try once and do not wait. The moment ends when the log is emptied.
func (db *DB) leaveRoom() {
	if db.room == nil {
		return
	}
	for {
		changed, grown := db.grownLog()
		if !grown {
			return
		}
		rest := time.Until(db.room.end(changed, time.Now()))
		if rest <= 0 {
			return
		}
		time.Sleep(min(rest, roomLook))
	}
}

// end returns when readers may go on, not after now: at once.
func (r *room) end(changed, now time.Time) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case now.Before(r.until):
	case r.began.IsZero() || r.began.Before(r.until): // the first one since
		r.began = now
	case now.Sub(r.began) >= readFor && !changed.Equal(r.seen):
		r.seen, r.until = changed, now.Add(roomMax)
	}
	return r.until
}

// Query is sql.DB's, and QueryRow, after a patient reader has left room for those who empty
// the log.
func (db *DB) Query(query string, args ...any) (*sql.Rows, error) {
	db.leaveRoom()
	return db.DB.Query(query, args...)
}

// QueryRow is sql.DB's; see Query.
func (db *DB) QueryRow(query string, args ...any) *sql.Row {
	db.leaveRoom()
	return db.DB.QueryRow(query, args...)
}

// EmptyLog moves everything from the write-ahead log into the file itself, so
// that the file alone is complete. Readers elsewhere are waited for.
func (db *DB) EmptyLog() error {
	_, err := db.emptyLog(db.busy)
	return err
}

// emptyLog reports whether nothing is left in the log: else another process uses it.
func (db *DB) emptyLog(wait time.Duration) (emptied bool, err error) {
	if _, err := db.Exec(fmt.Sprintf("PRAGMA busy_timeout = %d", wait.Milliseconds())); err != nil {
		return false, fmt.Errorf("empty log of %s: %w", db.Path, err)
	}
	// Being busy is an answer here, not an error: a later close will do it.
	var busy bool
	var pages, moved int
	if err := db.QueryRow("PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &moved); IsBusy(err) {
		busy = true
	} else if err != nil {
		return false, fmt.Errorf("empty log of %s: %w", db.Path, err)
	}
	if _, err := db.Exec(fmt.Sprintf("PRAGMA busy_timeout = %d", db.busy.Milliseconds())); err != nil {
		return false, fmt.Errorf("empty log of %s: %w", db.Path, err)
	}
	return !busy, nil
}

// ErrRead is the error of Scrub where another process reads the file for too long.
var ErrRead = errors.New("deleted, but another process is reading the file, which keeps the bytes in it: end what reads it, such as export or ui, and run this again")

// Scrub waits so long for readers at most, where the database does not wait less for locks.
const (
	scrubWaitMax = 5 * time.Second
	scrubPause   = 10 * time.Millisecond
)

// Scrub writes the file anew, so that what was deleted is neither in free pages nor in the log.
func (db *DB) Scrub() error {
	if _, err := db.Exec("VACUUM"); err != nil {
		return fmt.Errorf("write %s anew: %w", db.Path, err)
	}
	// SQLite waits for readers, and not for another process that empties the log.
	for end := time.Now().Add(min(db.busy, scrubWaitMax)); ; time.Sleep(scrubPause) {
		rest := time.Until(end)
		emptied, err := db.emptyLog(max(rest, 0))
		if err != nil || emptied {
			return err
		}
		if rest <= 0 {
			return ErrRead
		}
	}
}
