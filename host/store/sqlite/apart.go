package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"math"

	sqlite3 "github.com/mattn/go-sqlite3"
)

const (
	copyPages = 512      // that one step copies: some milliseconds, in which the log cannot be emptied
	copyCache = "-65536" // KiB of a copy that are kept in memory
	copyTries = 3        // that others' writes may spoil; then all pages are copied in one step
)

// CheckApart is Check of a copy. While SQLite checks a file, which takes a second for a large
// one, no page of it can be written back, and its log grows; while it is copied, that is so
// for some milliseconds at a time. The copy is in no file that others see, and goes with the
// connection. What cannot be copied is checked where it lies. The error is that of ctx where
// it ended before.
func CheckApart(ctx context.Context, db *DB) error { return checkApart(ctx, db, db.leaveRoom) }

// checkApart calls between after each step but the last, when nothing of the file is locked.
func checkApart(ctx context.Context, db *DB, between func()) error {
	apart, err := sql.Open("sqlite3", "file:?_cache_size="+copyCache) // what is more lies in SQLite's folder for such files
	if err != nil {
		return check(ctx, db)
	}
	defer apart.Close()
	apart.SetMaxOpenConns(1)
	if err := copyPagesTo(ctx, apart, db.DB, between); err != nil {
		return check(ctx, db)
	}
	return check(ctx, &DB{DB: apart, Path: db.Path})
}

// copyPagesTo makes an empty database of one connection equal to another one.
func copyPagesTo(ctx context.Context, to, from *sql.DB, between func()) error {
	return withDriver(ctx, to, func(to *sqlite3.SQLiteConn) error {
		return withDriver(ctx, from, func(from *sqlite3.SQLiteConn) error {
			backup, err := to.Backup("main", from, "main")
			if err != nil {
				return err
			}
			return errors.Join(inSteps(ctx, backup, between), backup.Close())
		})
	})
}

var errCopy = errors.New("the pages could not be copied")

// inSteps copies all pages. SQLite begins again in the step after somebody else wrote.
func inSteps(ctx context.Context, backup *sqlite3.SQLiteBackup, between func()) error {
	left, pages := math.MaxInt, copyPages
	for tries := 0; ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		done, err := backup.Step(pages)
		if err != nil || done {
			return err
		}
		between()
		if now := backup.Remaining(); now < left {
			left = now
			continue
		}
		left = math.MaxInt
		switch tries++; {
		case tries == copyTries:
			pages = -1
		case tries > copyTries:
			return errCopy
		}
	}
}

func withDriver(ctx context.Context, db *sql.DB, do func(*sqlite3.SQLiteConn) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(driver any) error {
		c, ok := driver.(*sqlite3.SQLiteConn)
		if !ok {
			return errCopy
		}
		return do(c)
	})
}
