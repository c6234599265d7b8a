//go:build unix && !linux

package relay

import "syscall"

// canRead waits until a descriptor can be read, or for a time.
func canRead(fd int, timeout *syscall.Timeval) (bool, error) {
	var set syscall.FdSet
	set.Bits[0] = 1 << fd
	err := syscall.Select(fd+1, &set, nil, nil, timeout)
	return set.Bits[0] != 0, err
}

// widen does nothing: a pipe grows by itself here, to 64 KB.
func widen(fd, bytes int) {}
