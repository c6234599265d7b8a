package mcp

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// finishWait bounds how long the end of the client's messages waits for answers to them: as long
// as a search may take, and until what came of it is written. The end of a client that is gone
// looks the same: only a write then shows that nobody reads.
const finishWait = searchTime + time.Second

// finishing is a transport that tells of the end of the client's messages once all are answered:
// what is not, when it tells, never is.
type finishing struct {
	mcp.Transport
	gone <-chan struct{} // closed when the server is to end: contexts of a connection outlast that of the server
}

// Connect is a Transport's.
func (f finishing) Connect(ctx context.Context) (mcp.Connection, error) {
	connection, err := f.Transport.Connect(ctx)
	return &counted{Connection: connection, gone: f.gone, answered: make(chan struct{}, 1)}, err
}

// counted is a connection that knows how many calls wait for an answer.
type counted struct {
	mcp.Connection
	gone     <-chan struct{}
	waiting  atomic.Int64
	answered chan struct{} // receives when a call was answered
}

func (c *counted) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	if request, is := message.(*jsonrpc.Request); is && request.IsCall() {
		c.waiting.Add(1)
	}
	if err != nil {
		c.finish()
	}
	return message, err
}

func (c *counted) finish() {
	late := time.After(finishWait)
	for c.waiting.Load() > 0 {
		select {
		case <-c.answered:
		case <-c.gone:
			return
		case <-late:
			return
		}
	}
}

func (c *counted) Write(ctx context.Context, message jsonrpc.Message) error {
	err := c.Connection.Write(ctx, message)
	if _, is := message.(*jsonrpc.Response); is {
		c.waiting.Add(-1)
		select {
		case c.answered <- struct{}{}:
		default: // one that was answered before has not been noticed yet
		}
	}
	return err
}
