// Package clienttest runs the real client in tests, without a network: against a
// stand-in for the model's API that answers from a script and keeps what it was sent.
// It knows how the client is started and what its requests look like, and nothing of
// what the plugin under test should do. See RATIONALE.md, "Why this model of the
// listing budget?".
package clienttest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync"
)

// bodyBytesMax of a request; the client's are 50 KB and a long history.
const bodyBytesMax = 64 << 20

// API stands in for the model's API on a port of this machine.
type API struct {
	server *httptest.Server

	mu       sync.Mutex
	script   []Reply
	decide   func(Request) Reply
	calls    int // tool calls so far; their ids are unique in a session
	requests []Request
	strays   []string
	silent   chan struct{} // one for each request that is left without an answer
}

// silentMax requests may wait for an answer that never comes.
const silentMax = 100

// StartAPI begins to serve; Close ends it.
func StartAPI() *API {
	a := &API{silent: make(chan struct{}, silentMax)}
	a.server = httptest.NewServer(http.HandlerFunc(a.serve))
	return a
}

// URL is what the client takes for the API's address.
func (a *API) URL() string { return a.server.URL }

// Close ends the server and what still waits for an answer.
func (a *API) Close() {
	a.server.CloseClientConnections()
	a.server.Close()
}

// Reply adds answers to the script, which main requests use up in their order.
// After its end every answer is Done.
func (a *API) Reply(replies ...Reply) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.script = append(a.script, replies...)
}

// Decide has main requests answered by what they say, once the script is used up.
func (a *API) Decide(answer func(Request) Reply) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.decide = answer
}

// Requests are those for a message so far, in the order in which they came.
func (a *API) Requests() []Request {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]Request(nil), a.requests...)
}

// Strays are requests for anything that a client cut off from the rest of the
// world does not ask for.
func (a *API) Strays() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]string(nil), a.strays...)
}

func (a *API) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyBytesMax))
	switch {
	case err != nil:
		a.refuse(w, r, fmt.Sprintf("read the request: %v", err))
	case r.Method == http.MethodPost && path.Clean(r.URL.Path) == "/v1/messages":
		a.message(w, r, body)
	case r.Method == http.MethodPost && path.Clean(r.URL.Path) == "/v1/messages/count_tokens":
		writeJSON(w, map[string]int{"input_tokens": max(1, len(body)/4)})
	case r.Method == http.MethodHead && r.URL.Path == "/", r.URL.Path == "/api/hello":
		w.WriteHeader(http.StatusOK)
	default:
		a.refuse(w, r, "there is no such thing")
	}
}

func (a *API) refuse(w http.ResponseWriter, r *http.Request, why string) {
	a.mu.Lock()
	a.strays = append(a.strays, fmt.Sprintf("%s %s: %s", r.Method, r.URL, why))
	a.mu.Unlock()
	w.Header().Set("content-type", "application/json")
	w.WriteHeader(http.StatusNotFound)
	fmt.Fprintf(w, `{"type":"error","error":{"type":"not_found_error","message":%q}}`, why)
}

// message answers one request for a message and keeps it.
func (a *API) message(w http.ResponseWriter, r *http.Request, body []byte) {
	request, err := decodeRequest(body)
	if err != nil {
		a.refuse(w, r, err.Error())
		return
	}
	if session := r.Header.Get("x-claude-code-session-id"); session != "" {
		request.Session = session
	}
	answer := answer{model: request.Model, reply: Done}
	a.mu.Lock()
	switch {
	case !request.Main():
	case len(a.script) > 0:
		answer.reply, a.script = a.script[0], a.script[1:]
	case a.decide != nil:
		answer.reply = a.decide(request)
	}
	a.requests = append(a.requests, request)
	answer.id = fmt.Sprintf("msg_%04d", len(a.requests))
	if answer.reply.Tool != "" {
		a.calls++
		answer.call = fmt.Sprintf("toolu_%04d", a.calls)
	}
	a.mu.Unlock()
	if answer.reply.Silent {
		a.silent <- struct{}{}
		<-r.Context().Done()
		return
	}
	w.Header().Set("request-id", strings.Replace(answer.id, "msg", "req", 1))
	if answer.reply.Failure != "" {
		fail(w, answer.reply.Failure)
		return
	}
	if request.stream {
		answer.stream(w)
		return
	}
	writeJSON(w, answer.whole())
}
