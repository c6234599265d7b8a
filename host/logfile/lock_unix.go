//go:build unix

package logfile

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// Bounds of the wait for another process: a line costs far less than a
// millisecond, and no line is worth a hook's deadline.
const (
	lockTries = 20
	lockPause = time.Millisecond
)

// lock takes the file's lock, which ends with the file's closing.
func lock(file *os.File) error {
	for range lockTries {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return err
		}
		time.Sleep(lockPause)
	}
	return errors.New("another process holds its lock")
}
