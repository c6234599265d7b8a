//go:build !unix

package relay

import (
	"errors"
	"io"
	"os"
	"time"
)

// errNoServer is what there is where a folder's owner cannot be told by its mode.
var errNoServer = errors.New("warm servers need Unix sockets and their permissions")

// Program names the file of a program.
func Program(string) (string, error) { return "", errNoServer }

// Check refuses every place.
func (p Place) Check() error { return errNoServer }

func user() int          { return 0 }
func isOurs(string) bool { return false }
func refused(error) bool { return false }

// conn is never connected.
type conn struct {
	now      func() time.Time
	until    time.Time
	identity Identity
}

func dial(string, time.Duration) (*conn, error) { return nil, errNoServer }
func (c *conn) close()                          {}
func (c *conn) Read([]byte) (int, error)        { return 0, io.EOF }
func (c *conn) Write([]byte) (int, error)       { return 0, errNoServer }

// Stdin reads the standard input, for Hook.Read.
func Stdin(buf []byte, _ time.Time) (int, error) { return os.Stdin.Read(buf) }

// Descriptor writes to the process's streams 1 and 2.
type Descriptor int

// Write implements io.Writer.
func (d Descriptor) Write(data []byte) (int, error) {
	if d == 1 {
		return os.Stdout.Write(data)
	}
	return os.Stderr.Write(data)
}

// Become runs a program that answers the event, since no process can become another one
// here. Nothing is read before, so nothing is left to hand on. It returns nil once that
// program has ended.
func (l *Left) Become(program string, args, environ []string, _ time.Time) error {
	process, err := os.StartProcess(program, append([]string{program, "hook"}, args...), &os.ProcAttr{
		Env: environ, Files: []*os.File{os.Stdin, os.Stdout, os.Stderr},
	})
	if err != nil {
		return err
	}
	_, err = process.Wait()
	return err
}
