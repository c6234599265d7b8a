package relay

import "syscall"

// canRead waits until a descriptor can be read, or for a time.
func canRead(fd int, timeout *syscall.Timeval) (bool, error) {
	var set syscall.FdSet
	set.Bits[0] = 1 << fd
	n, err := syscall.Select(fd+1, &set, nil, nil, timeout)
	return n > 0, err
}

// pipeUsual is what a pipe holds at first, and setPipeSize the request of fcntl(2) for more.
const (
	pipeUsual   = 64 << 10
	setPipeSize = 1031
)

// widen gives a pipe room for so many bytes, as far as that is allowed: else it stays as it
// is.
func widen(fd, bytes int) {
	if bytes > pipeUsual {
		_, _, _ = syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), setPipeSize, uintptr(min(bytes, 1<<20)))
	}
}
