package clienttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"
)

// result is the line by which the client closes a turn.
type result struct {
	Type    string
	Session string `json:"session_id"`
	Result  string
	IsError bool `json:"is_error"`
}

// lines reads what the client prints and hands on the results.
type lines struct {
	mu      sync.Mutex
	rest    []byte
	results chan result
}

func newLines() *lines { return &lines{results: make(chan result, 100)} }

// Write takes the client's output as it comes.
func (l *lines) Write(data []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rest = append(l.rest, data...)
	for {
		line, rest, whole := bytes.Cut(l.rest, []byte("\n"))
		if !whole {
			return len(data), nil
		}
		l.rest = rest
		var r result
		if json.Unmarshal(line, &r) == nil && r.Type == "result" {
			l.results <- r
		}
	}
}

func (l *lines) close() { close(l.results) }

func (l *lines) result(limit time.Duration) (result, error) {
	select {
	case r, open := <-l.results:
		if !open {
			return result{}, errors.New("the client ended without one")
		}
		return r, nil
	case <-time.After(limit):
		return result{}, fmt.Errorf("none after %v", limit)
	}
}
