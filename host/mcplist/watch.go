package mcplist

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// watch is what is noticed of a server below the protocol.
type watch struct {
	mu      sync.Mutex
	why     error  // the first thing that ended the talk, in words for people
	version string // of the protocol, as the server chose it
}

// broke keeps why a talk ended, and returns it.
func (w *watch) broke(why error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.why == nil {
		w.why = why
	}
	return w.why
}

func (w *watch) fault() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.why
}

// spoken returns the version of the protocol, empty before it is agreed on.
func (w *watch) spoken() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.version
}

func (w *watch) speak(version string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.version = version
}

// errTooMuch ends a talk with a server that says too much.
var errTooMuch = fmt.Errorf("it said more than %d MiB", BytesMax>>20)

// watched is a transport whose answers to tools/list are read by this package: the SDK reads
// a list as a whole or not at all.
type watched struct {
	mcp.Transport
	talk *talk
}

// Connect implements mcp.Transport.
func (w *watched) Connect(ctx context.Context) (mcp.Connection, error) {
	connection, err := w.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &watchedConnection{Connection: connection, talk: w.talk, asked: map[any]string{}}, nil
}

type watchedConnection struct {
	mcp.Connection
	talk *talk

	mu       sync.Mutex
	asked    map[any]string // methods by the ids of requests that wait for an answer
	requests int            // that the server sent
}

// requestsMax bounds what a server asks for: each request has to be answered, and a server
// may not read the answers.
const requestsMax = 1000

// Write implements mcp.Connection.
func (c *watchedConnection) Write(ctx context.Context, message jsonrpc.Message) error {
	if request, ok := message.(*jsonrpc.Request); ok && request.IsCall() {
		c.mu.Lock()
		c.asked[request.ID.Raw()] = request.Method
		c.mu.Unlock()
	}
	return c.Connection.Write(ctx, message)
}

// Read implements mcp.Connection. An answer that nobody waits for is passed over.
func (c *watchedConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		message, err := c.Connection.Read(ctx)
		response, ok := message.(*jsonrpc.Response)
		if err != nil {
			return nil, err
		}
		if !ok {
			if c.requests++; c.requests > requestsMax {
				return nil, c.talk.watch.broke(fmt.Errorf("it sent more than %d requests and notifications", requestsMax))
			}
			return message, nil
		}
		c.mu.Lock()
		method, waits := c.asked[response.ID.Raw()]
		delete(c.asked, response.ID.Raw())
		c.mu.Unlock()
		if !waits {
			continue
		}
		if response.Error == nil {
			c.answered(method, response)
		}
		return response, nil
	}
}

// answered takes an answer in. What is passed on of a list is its cursor.
func (c *watchedConnection) answered(method string, response *jsonrpc.Response) {
	switch method {
	case "initialize":
		var result struct {
			Version string `json:"protocolVersion"`
		}
		if json.Unmarshal(response.Result, &result) == nil {
			c.talk.watch.speak(result.Version)
		}
	case "tools/list":
		cursor, err := c.talk.list.page(response.Result)
		c.talk.list.fault = err
		response.Result, _ = json.Marshal(map[string]any{"tools": []any{}, "nextCursor": cursor}) // a text cannot fail
	}
}

// inner returns the part of an error that says what happened, without addresses and paths,
// in which values of variables may stand.
func inner(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}
