//go:build !windows

package filelock

import (
	"errors"
	"os"
	"syscall"
)

// Lock waits for the lock of a file.
func Lock(file *os.File) error { return flock(file, syscall.LOCK_EX) }

// TryLock takes the lock of a file, or returns ErrLocked.
func TryLock(file *os.File) error {
	err := flock(file, syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}

func flock(file *os.File, how int) error {
	for {
		if err := syscall.Flock(int(file.Fd()), how); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
