package mcp

import (
	"context"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// finishWait bounds how long the end of the client's messages waits for answers to them.
const finishWait = 2 * time.Second

// finishing is a transport that tells of the end of the client's messages once all are answered:
// what is not, when it tells, never is.
type finishing struct{ mcp.Transport }

// Connect is a Transport's.
func (f finishing) Connect(ctx context.Context) (mcp.Connection, error) {
	connection, err := f.Transport.Connect(ctx)
	return &counted{Connection: connection}, err
}

// counted is a connection that knows how many calls wait for an answer.
type counted struct {
	mcp.Connection
	waiting sync.WaitGroup
}

func (c *counted) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	if request, is := message.(*jsonrpc.Request); is && request.IsCall() {
		c.waiting.Add(1)
	}
	if err != nil {
		answered := make(chan struct{})
		go func() {
			c.waiting.Wait()
			close(answered)
		}()
		select {
		case <-answered:
		case <-ctx.Done():
		case <-time.After(finishWait):
		}
	}
	return message, err
}

func (c *counted) Write(ctx context.Context, message jsonrpc.Message) error {
	if _, is := message.(*jsonrpc.Response); is {
		defer c.waiting.Done()
	}
	return c.Connection.Write(ctx, message)
}
