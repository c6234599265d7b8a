package mcplist

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// lines is the transport of a process: a message a line, on both of its streams. Other lines
// than messages are passed over, since many programs write their log there.
type lines struct {
	from  *bufio.Reader // what the process prints
	to    *os.File      // what it reads
	close func() error
	watch *watch
	ended func(alive string) error // how the process ended, or else what it did, in words for people

	left  int          // bytes that may still come
	noise atomic.Int64 // lines that were no messages
	queue []jsonrpc.Message

	writing sync.Mutex
	closed  atomic.Bool // by us: how the process ends then says nothing of it
}

// Connect implements mcp.Transport.
func (l *lines) Connect(context.Context) (mcp.Connection, error) { return l, nil }

// SessionID implements mcp.Connection: processes have none.
func (l *lines) SessionID() string { return "" }

// Close implements mcp.Connection.
func (l *lines) Close() error {
	l.closed.Store(true)
	return l.close()
}

// broke keeps how the process ended, or else what it did, unless it was told to end.
func (l *lines) broke(alive string, err error) error {
	if l.closed.Load() {
		return err
	}
	return l.watch.broke(l.ended(alive))
}

// Write implements mcp.Connection.
func (l *lines) Write(_ context.Context, message jsonrpc.Message) error {
	data, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	l.writing.Lock()
	defer l.writing.Unlock()
	if _, err = l.to.Write(append(data, '\n')); err != nil { // at the latest when the stream is closed
		return l.broke("it does not read its input", err)
	}
	return nil
}

// Read implements mcp.Connection. It ends when the process does, or is ended.
func (l *lines) Read(context.Context) (jsonrpc.Message, error) {
	for {
		if len(l.queue) > 0 {
			message := l.queue[0]
			l.queue = l.queue[1:]
			return message, nil
		}
		line, err := l.line()
		if len(line) > 0 {
			l.decode(line)
		}
		if err != nil && len(l.queue) == 0 {
			return nil, err
		}
	}
}

// line returns the next line. The error comes with the last one.
func (l *lines) line() ([]byte, error) {
	var line []byte
	for {
		part, err := l.from.ReadSlice('\n')
		if l.left -= len(part); l.left < 0 {
			return nil, l.watch.broke(errTooMuch)
		}
		line = append(line, part...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF):
			return bytes.TrimSpace(line), l.broke("it closed its output without an answer", err)
		case err != nil:
			return nil, err
		}
		return bytes.TrimSpace(line), nil
	}
}

// decode puts the messages of a line into the queue.
func (l *lines) decode(line []byte) {
	batch := []json.RawMessage{line}
	if line[0] != '{' && line[0] != '[' || line[0] == '[' && json.Unmarshal(line, &batch) != nil {
		batch = nil
	}
	got := len(l.queue)
	for _, raw := range batch {
		if message, err := jsonrpc.DecodeMessage(raw); err == nil {
			l.queue = append(l.queue, message)
		}
	}
	if len(l.queue) == got {
		l.noise.Add(1)
	}
}
