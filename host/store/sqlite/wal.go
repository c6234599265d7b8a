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
	if db.readOnly || !db.LogGrown() {
		return nil
	}
	_, err := db.emptyLog(0)
	return err
}

// LogGrown reports whether the log is so large that the next writer to finish empties it.
// Readers should leave room for that.
func (db *DB) LogGrown() bool {
	info, err := os.Stat(db.Path + "-wal")
	return err == nil && info.Size() > logBytesMax
}

// roomFor is how long LeaveRoom waits: several events end meanwhile.
const roomFor = 30 * time.Millisecond

// LeaveRoom waits a moment where the log waits to be emptied and somebody wrote since the last
// call. It is for who reads in many pieces: nobody can empty the log while another reads, and
// those who may, try once and do not wait. Who may write does not wait either.
func (db *DB) LeaveRoom() {
	if !db.readOnly {
		return
	}
	info, err := os.Stat(db.Path + "-wal")
	if err != nil || info.Size() <= logBytesMax || info.ModTime().Equal(db.logSeen) {
		return
	}
	db.logSeen = info.ModTime()
	time.Sleep(roomFor)
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
