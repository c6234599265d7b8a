package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Lock waits for the lock of a file.
func Lock(file *os.File) error { return lock(file, windows.LOCKFILE_EXCLUSIVE_LOCK) }

// TryLock takes the lock of a file, or returns ErrLocked.
func TryLock(file *os.File) error {
	err := lock(file, windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrLocked
	}
	return err
}

// lock takes a byte that no file has: the bytes under a lock cannot be read by others.
func lock(file *os.File, flags uint32) error {
	return windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
}
