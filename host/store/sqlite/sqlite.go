// Package sqlite opens databases, brings their schema up to date and rescues
// damaged ones. Below its folder alone are the driver, FTS5 and sqlite-vec.
// It knows nothing of what is stored.
package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	_ "github.com/mattn/go-sqlite3" // the driver
)

const (
	dirMode  = 0o700
	fileMode = 0o600 // the -wal and -shm files inherit it

	busyDefault = 2 * time.Second
	walPause    = 2 * time.Millisecond
)

// Options are the options of Open. The zero value reads and writes.
type Options struct {
	ReadOnly bool          // the file must exist; nothing is created or migrated
	Existing bool          // the file must exist
	Busy     time.Duration // how long a statement waits for another process's lock; 0: 2 s
	Patient  bool          // with ReadOnly: for who reads much and has time, which keeps nobody from emptying the log
	Scratch  bool          // it goes with the process: nobody else opens it, nothing of it need survive

	// Mark is a table that each file of ours has: where others are and it is not, the error
	// is one of IsForeign, and nothing was written. "" takes any.
	Mark string

	// Statements is how many stay prepared: for who asks the same again and again,
	// as a single event does not.
	Statements int
}

// DB is one connection to one file, in WAL mode, foreign keys enforced. Every
// transaction takes the write lock when it begins.
type DB struct {
	*sql.DB
	Path     string
	busy     time.Duration
	readOnly bool
	scratch  bool
	mark     string
	leaveLog bool
	version  int   // user_version when opened
	room     *room // of a patient reader; else nil
}

// Memory is the path of a database that is in no file.
const Memory = ":memory:"

// Open opens a file, creating it and its folder for this user alone. The kind of an
// error is reported by IsBusy, IsFull, IsCorrupt and IsReadOnly.
func Open(path string, options Options) (*DB, error) {
	if options.Busy <= 0 {
		options.Busy = busyDefault
	}
	if path == Memory {
		options.Scratch = true
		return open(path, fmt.Sprintf("%s?_stmt_cache_size=%d", Memory, options.Statements), options)
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if err := prepareFile(path, options); err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	db, err := open(path, dataSource(path, options), options)
	if options.ReadOnly && IsUnwritable(err) {
		// In a folder that cannot be written SQLite has no place for what readers share.
		// Nobody else writes there then, either.
		return open(path, dataSource(path, options)+"&immutable=1", options)
	}
	return db, err
}

// ReadOnly reports whether the file was opened for reading only.
func (db *DB) ReadOnly() bool { return db.readOnly }

func open(path, source string, options Options) (*DB, error) {
	registerExtensions()
	conn, err := sql.Open("sqlite3", source)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	conn.SetMaxOpenConns(1)
	db := &DB{DB: conn, Path: path, busy: options.Busy, readOnly: options.ReadOnly, scratch: options.Scratch, mark: options.Mark}
	if options.ReadOnly && options.Patient {
		db.room = roomOf(path)
	}
	if err := db.begin(); err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	return db, nil
}

// begin reads the file for the first time and, where it is empty, settles what
// can only be settled then. Afterwards the file itself remembers both pragmas.
func (db *DB) begin() error {
	err := db.QueryRow("PRAGMA user_version").Scan(&db.version)
	if err == nil && db.version < 0 {
		err = errSchema
	}
	if err == nil && db.mark != "" {
		err = db.checkOwner(db.mark)
	}
	if err != nil || db.version > 0 || db.readOnly {
		return err
	}
	if db.scratch {
		_, err := db.Exec("PRAGMA journal_mode = MEMORY")
		return err
	}
	if _, err := db.Exec("PRAGMA auto_vacuum = INCREMENTAL"); err != nil {
		return err
	}
	return db.switchToWAL()
}

// switchToWAL retries by itself: SQLite does not wait for the lock that this
// switch needs, and processes that create a file at once collide here.
func (db *DB) switchToWAL() error {
	for waited := time.Duration(0); ; waited += walPause {
		_, err := db.Exec("PRAGMA journal_mode = WAL")
		if err == nil || !IsBusy(err) || waited >= db.busy {
			return err
		}
		time.Sleep(walPause)
	}
}

// prepareFile creates what is missing and may be. It must not open a file that exists:
// closing it would drop the locks that other connections of this process hold.
func prepareFile(path string, options Options) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return &fs.PathError{Op: "use", Path: path, Err: errors.New("it is not a regular file: move it elsewhere")}
	case err == nil && !options.ReadOnly && !writable(path):
		return &fs.PathError{Op: "write", Path: path, Err: fs.ErrPermission}
	case err == nil && !options.ReadOnly && info.Mode().Perm()&0o077 != 0:
		if err := os.Chmod(path, fileMode); !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS) {
			return err
		}
		return nil // it is another's, or lies where nothing can be changed: doctor tells
	case err == nil || options.ReadOnly || options.Existing || !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), dirMode); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if errors.Is(err, fs.ErrExist) {
		return nil // another process was faster
	}
	if err != nil {
		return err
	}
	return file.Close()
}

func dataSource(path string, options Options) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // C:/… on Windows
	}
	mode, lock := "rwc", "immediate"
	switch {
	case options.ReadOnly:
		mode, lock = "ro", "deferred"
	case options.Existing:
		mode = "rw"
	}
	source := fmt.Sprintf("%s?mode=%s&_txlock=%s&_foreign_keys=1&_busy_timeout=%d&_stmt_cache_size=%d",
		(&url.URL{Scheme: "file", Path: slashed}).String(), mode, lock, options.Busy.Milliseconds(), options.Statements)
	if options.Scratch {
		source += "&_sync=OFF&_locking=EXCLUSIVE"
	}
	return source
}
