//go:build unix

package relay

import (
	"io"
	"os"
	"syscall"
	"time"
)

// conn is a connection to a server, by system calls: package net would double the time
// that the hook's program takes to start.
type conn struct {
	fd       int
	now      func() time.Time
	until    time.Time // reading and writing end then
	identity Identity
}

// leastWait is what a socket waits at least: zero would mean for ever.
const leastWait = time.Millisecond

func dial(path string, patience time.Duration) (*conn, error) {
	syscall.ForkLock.RLock()
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, err
	}
	c := &conn{fd: fd}
	if err = c.wait(syscall.SO_SNDTIMEO, patience); err == nil {
		err = retried(func() error { return syscall.Connect(fd, &syscall.SockaddrUnix{Name: path}) })
	}
	if err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

func (c *conn) close() { _ = syscall.Close(c.fd) }

// wait sets how long the socket waits to read or to write.
func (c *conn) wait(option int, patience time.Duration) error {
	timeout := syscall.NsecToTimeval(max(patience, leastWait).Nanoseconds())
	return syscall.SetsockoptTimeval(c.fd, syscall.SOL_SOCKET, option, &timeout)
}

// Read implements io.Reader. After until it returns os.ErrDeadlineExceeded.
func (c *conn) Read(buf []byte) (n int, err error) {
	left := c.until.Sub(c.now())
	if left <= 0 {
		return 0, os.ErrDeadlineExceeded
	}
	if err := c.wait(syscall.SO_RCVTIMEO, left); err != nil {
		return 0, err
	}
	err = retried(func() (err error) {
		n, err = syscall.Read(c.fd, buf)
		return err
	})
	switch {
	case err == syscall.EAGAIN:
		return 0, os.ErrDeadlineExceeded
	case err != nil:
		return 0, err
	case n == 0:
		return 0, io.EOF
	}
	return n, nil
}

// Write implements io.Writer. After until it writes no further piece.
func (c *conn) Write(data []byte) (written int, err error) {
	for written < len(data) {
		left := c.until.Sub(c.now())
		if left <= 0 && written > 0 {
			return written, os.ErrDeadlineExceeded
		}
		if err := c.wait(syscall.SO_SNDTIMEO, left); err != nil {
			return written, err
		}
		n := 0
		err := retried(func() (err error) {
			n, err = syscall.Write(c.fd, data[written:min(len(data), written+pieceBytes)])
			return err
		})
		if err != nil {
			return written, err
		}
		written += n
	}
	return written, nil
}

// refused reports whether nobody listens at a socket that is there.
func refused(err error) bool { return err == syscall.ECONNREFUSED }

// retried does what a signal may interrupt until none does.
func retried(do func() error) error {
	for {
		if err := do(); err != syscall.EINTR {
			return err
		}
	}
}
