package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"syscall"

	sqlite3 "github.com/mattn/go-sqlite3"
)

// IsBusy reports whether another process held a lock for too long; the same
// work may succeed later.
func IsBusy(err error) bool {
	return hasCode(err, sqlite3.ErrBusy, sqlite3.ErrLocked)
}

// IsFull reports whether the disk, a quota or a limit on file sizes is
// exhausted. What was committed before stays.
func IsFull(err error) bool {
	return hasCode(err, sqlite3.ErrFull) ||
		hasSystemError(err, syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG)
}

// badFormat is all that SQLite says of a header whose format number is damaged.
const badFormat = "unsupported file format"

// IsCorrupt reports whether the file is damaged or no database; Salvage helps.
func IsCorrupt(err error) bool {
	failure, ok := errors.AsType[sqlite3.Error](err)
	return hasCode(err, sqlite3.ErrCorrupt, sqlite3.ErrNotADB) ||
		ok && failure.ExtendedCode == sqlite3.ErrIoErrShortRead ||
		ok && failure.Error() == badFormat ||
		errors.Is(err, errSchema) || errors.Is(err, errForeign) || errors.Is(err, errUnreadable)
}

// errUnreadable is a kind of damage that IsCorrupt knows: SQLite reads the row, and
// what is in it cannot be what was written.
var errUnreadable = errors.New("what is stored does not decode")

// Unreadable makes an error of reading, or of a row that contradicts another, one
// that IsCorrupt knows, unless its cause lies outside of the file. It is for
// statements that are known to be right, on what this program alone writes.
func Unreadable(err error) error {
	failure, ok := errors.AsType[sqlite3.Error](err)
	switch {
	case err == nil, IsCorrupt(err), errors.Is(err, sql.ErrNoRows), errors.Is(err, sql.ErrConnDone), errors.Is(err, sql.ErrTxDone),
		errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case ok && failure.Code != sqlite3.ErrError && failure.Code != sqlite3.ErrConstraint && failure.Code != sqlite3.ErrMismatch:
		return err
	}
	return fmt.Errorf("%w: %w", errUnreadable, err)
}

// IsReadOnly reports whether the file or its folder may not be written.
func IsReadOnly(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) ||
		hasCode(err, sqlite3.ErrReadonly, sqlite3.ErrPerm) ||
		hasCode(err, sqlite3.ErrCantOpen) && hasSystemError(err, syscall.EACCES, syscall.EPERM, syscall.EROFS)
}

// IsUnwritable reports whether nothing can be stored in a file, for want of rights, of
// room or of a place: what is there may be read all the same.
func IsUnwritable(err error) bool {
	_, place := errors.AsType[*fs.PathError](err)
	return IsReadOnly(err) || IsFull(err) || place || hasCode(err, sqlite3.ErrCantOpen)
}

func hasCode(err error, codes ...sqlite3.ErrNo) bool {
	failure, ok := errors.AsType[sqlite3.Error](err)
	return ok && slices.Contains(codes, failure.Code)
}

func hasSystemError(err error, numbers ...syscall.Errno) bool {
	if failure, ok := errors.AsType[sqlite3.Error](err); ok {
		return slices.Contains(numbers, failure.SystemErrno)
	}
	number, ok := errors.AsType[syscall.Errno](err)
	return ok && slices.Contains(numbers, number)
}
