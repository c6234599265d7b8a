//go:build unix

package relay

import (
	"io"
	"os"
	"strconv"
	"syscall"
	"time"
)

// Stdin reads descriptor 0, for Hook.Read. What is there is read also after until.
func Stdin(buf []byte, until time.Time) (n int, err error) {
	for {
		left := max(0, time.Until(until))
		timeout := syscall.NsecToTimeval(left.Nanoseconds())
		ready, err := canRead(0, &timeout)
		if ready && err == nil {
			break
		}
		if err != nil && err != syscall.EINTR {
			return 0, err
		}
		if left == 0 {
			return 0, os.ErrDeadlineExceeded
		}
	}
	err = retried(func() (err error) {
		n, err = syscall.Read(0, buf)
		return err
	})
	if n == 0 && err == nil {
		err = io.EOF
	}
	return max(n, 0), err
}

// Descriptor writes to one of the process's streams. Where nobody reads any more it returns an
// error: a write through package os would end the process by a signal.
type Descriptor int

// Write implements io.Writer.
func (d Descriptor) Write(data []byte) (written int, err error) {
	for written < len(data) && err == nil {
		n := 0
		err = retried(func() (err error) {
			n, err = syscall.Write(int(d), data[written:])
			return err
		})
		written += max(n, 0)
	}
	return written, err
}

// Become makes this process a program that answers the event: `program hook`, with args,
// and with flags for when the hook began and for what is left to do; a nil l stands for a
// hook that has asked no server. It returns only where that fails.
func (l *Left) Become(program string, args, environ []string, began time.Time) error {
	argv := append([]string{program, "hook"}, args...)
	if l == nil {
		return syscall.Exec(program, argv, environ)
	}
	argv = append(argv, "--"+FlagSince+"="+strconv.FormatInt(began.UnixNano(), 10))
	if l.Taken || l.Dead || len(l.Read) > 0 {
		fd, err := l.put()
		if err != nil {
			return err
		}
		argv = append(argv, "--"+FlagLeft+"="+strconv.Itoa(fd))
	}
	return syscall.Exec(program, argv, environ)
}

// put returns a descriptor from which ReadLeft reads this, in whatever program this
// process is then: of a pipe, as long as it has room for all, which on Linux is a megabyte,
// else of a file without a name.
func (l *Left) put() (fd int, err error) {
	content := l.encode()
	var ends [2]int
	if err := syscall.Pipe(ends[:]); err != nil {
		return 0, err
	}
	if err := syscall.SetNonblock(ends[1], true); err != nil {
		return 0, err
	}
	widen(ends[1], len(content))
	n, err := syscall.Write(ends[1], content)
	if err := syscall.Close(ends[1]); err != nil {
		return 0, err
	}
	if err == nil && n == len(content) {
		return ends[0], nil
	}
	file, err := os.CreateTemp("", "impressionism-*") // mode 0600
	if err != nil {
		return 0, err
	}
	if err := os.Remove(file.Name()); err != nil {
		return 0, err
	}
	if _, err := file.Write(content); err != nil {
		return 0, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	return syscall.Dup(int(file.Fd())) // a copy outlives exec
}
