//go:build unix

package sqlite

import "syscall"

// writable reports whether a file may be written, without opening it: SQLite would
// open it to read, and fail with the first write.
func writable(path string) bool {
	const forWriting = 0x2 // W_OK
	return syscall.Access(path, forWriting) == nil
}
