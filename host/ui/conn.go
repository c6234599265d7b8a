package ui

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// limited accepts a limited number of connections. One more is told so and closed.
type limited struct {
	net.Listener
	server   *Server
	open     atomic.Int64
	refusing atomic.Int64
	telling  sync.WaitGroup
}

// refusingMax bounds those that are told; further ones are closed without a word.
const refusingMax = 16

const tooMany = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\nmore connections than a page needs are open: close some tabs\n"

// Accept returns the next connection within the limit.
func (l *limited) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.open.Add(1) <= connectionsMax {
			return &conn{Conn: c, limited: l}, nil
		}
		l.open.Add(-1)
		l.server.log.add(codeConnections, fmt.Sprintf("refused a connection: %d are open", connectionsMax))
		if l.refusing.Add(1) > refusingMax {
			l.refusing.Add(-1)
			_ = c.Close()
			continue
		}
		// Telling waits for the other side to read, so it must not hold up Accept. It
		// ends within half a second, for which Serve waits.
		l.telling.Go(func() {
			defer l.refusing.Add(-1)
			tell(c)
		})
	}
}

// tell says that there are too many connections. The request is read, as far as it comes
// soon: closing with unread bytes would take the words back.
func tell(c net.Conn) {
	_ = c.SetDeadline(time.Now().Add(500 * time.Millisecond))
	_, _ = io.WriteString(c, tooMany)
	if half, ok := c.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
	_, _ = io.CopyN(io.Discard, c, headerBytesMax)
	_ = c.Close()
}

// connKey is the connection's in the context of its requests.
type connKey struct{}

// conn is a connection that knows whether what came over it became a request: net/http
// refuses what is no HTTP by itself, and logs nothing.
type conn struct {
	net.Conn
	limited *limited
	once    sync.Once
	mutex   sync.Mutex
	inside  bool   // a request is being answered
	waiting int    // bytes that became no request yet
	reply   string // the status line of net/http's own refusal
	late    bool   // the last read ended at its deadline
}

// answering notes that a request is being answered, or has been.
func (c *conn) answering(inside bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.inside, c.waiting = inside, 0
}

func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if !c.inside {
		c.waiting += n
	}
	c.late = errors.Is(err, os.ErrDeadlineExceeded)
	return n, err
}

func (c *conn) Write(p []byte) (int, error) {
	c.mutex.Lock()
	if line, _, ok := bytes.Cut(p, []byte("\r\n")); ok && !c.inside && c.waiting > 0 && c.reply == "" {
		c.reply = string(line)
	}
	c.mutex.Unlock()
	return c.Conn.Write(p)
}

// CloseWrite lets net/http end an answer before the connection.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

func (c *conn) Close() error {
	c.once.Do(func() {
		c.limited.open.Add(-1)
		c.name()
	})
	return c.Conn.Close()
}

// name logs what became no request.
func (c *conn) name() {
	c.mutex.Lock()
	waiting, reply, late := c.waiting, c.reply, c.late
	c.mutex.Unlock()
	select {
	case <-c.limited.server.ending:
		return
	default:
	}
	log := c.limited.server.log
	switch {
	case waiting == 0:
	case bytes.Contains([]byte(reply), []byte(" 431 ")):
		log.add(codeHeaders, fmt.Sprintf("refused a request with headers of more than %d bytes", headerBytesMax))
	case reply != "":
		log.add(codeMalformed, fmt.Sprintf("refused what is no request for this page: %q", reply))
	case late:
		log.add(codeSlowRequest, fmt.Sprintf("closed a connection whose request did not come within %s", c.limited.server.times.headers))
	default:
		log.add(codeMalformed, "a connection ended within its request")
	}
}
