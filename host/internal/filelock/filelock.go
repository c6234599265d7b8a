// Package filelock lets one process at a time have an open file. The system ends a lock when
// the file is closed or its process ends, however it ends; it binds only those who ask.
package filelock

import "errors"

// ErrLocked reports that somebody else has the lock.
var ErrLocked = errors.New("another process holds its lock")
