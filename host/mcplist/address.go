package mcplist

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ed-irl/impressionism/host/client"
)

// Limits of a connection.
const (
	headerBytesMax = 32 << 10
	redirectsMax   = 5
)

// withAddress has the list of a remote server read.
func (t *talk) withAddress(ctx context.Context, version, kind string, launch client.Launch) error {
	t.watch = &watch{}
	address, err := url.Parse(launch.URL)
	if err != nil || address.Host == "" || address.Scheme != "https" && address.Scheme != "http" {
		return errors.New("its address is none of http or https")
	}
	asking, stop := context.WithCancel(ctx)
	defer stop()
	road := &http.Transport{Proxy: http.ProxyFromEnvironment, MaxResponseHeaderBytes: headerBytesMax, DisableCompression: true}
	defer road.CloseIdleConnections()
	trip := &trip{road: road, scheme: address.Scheme, host: address.Host, headers: launch.Headers, watch: t.watch, until: asking}
	trip.left.Store(BytesMax)
	http := &http.Client{Transport: trip, CheckRedirect: trip.redirect}
	var transport mcp.Transport = &mcp.StreamableClientTransport{Endpoint: launch.URL, HTTPClient: http, MaxRetries: -1, DisableStandaloneSSE: true, MaxEventSize: BytesMax}
	if kind == client.TransportSSE {
		transport = &mcp.SSEClientTransport{Endpoint: launch.URL, HTTPClient: http, MaxEventSize: BytesMax}
	}
	return t.over(asking, version, transport)
}

// trip sends the requests of one talk.
type trip struct {
	road    http.RoundTripper
	scheme  string // of the address, as its host
	host    string
	headers map[string]string
	watch   *watch
	until   context.Context
	left    atomic.Int64 // bytes that may still come
}

// RoundTrip implements http.RoundTripper.
func (t *trip) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(request.Context())
	context.AfterFunc(t.until, cancel)
	request = request.Clone(ctx)
	if t.isElsewhere(request) { // of a message's address, which the server names
		cancel()
		return nil, t.watch.broke(errElsewhere)
	}
	for name, value := range t.headers {
		request.Header.Set(name, value)
	}
	if version := t.watch.spoken(); version != "" {
		request.Header.Set("Mcp-Protocol-Version", version)
	}
	response, err := t.road.RoundTrip(request)
	if err != nil {
		cancel()
		if t.until.Err() == nil && request.Method != http.MethodDelete {
			_ = t.watch.broke(unreachable(err)) // the error that comes back says less
		}
		return nil, err
	}
	if status := response.StatusCode; status == http.StatusUnauthorized || status == http.StatusForbidden {
		_ = t.watch.broke(fmt.Errorf("it wants a login (status %d), and this program has none of its own; log in with the client, write the list to a file there, and run: impressionism tools import", status))
	} else if status >= 400 && request.Method == http.MethodPost {
		_ = t.watch.broke(fmt.Errorf("it answered with status %d", status))
	}
	response.Body = &counted{response.Body, t, cancel}
	return response, nil
}

// isElsewhere reports whether a request would take the headers to another host, or there
// without encryption.
func (t *trip) isElsewhere(request *http.Request) bool {
	return request.URL.Host != t.host || request.URL.Scheme != t.scheme
}

var errElsewhere = errors.New("it sends to another host or by another scheme, where no header goes; write that address into the client's settings if it is right")

// redirect follows a server on its own host.
func (t *trip) redirect(request *http.Request, before []*http.Request) error {
	if len(before) > redirectsMax {
		return t.watch.broke(fmt.Errorf("it redirects more than %d times", redirectsMax))
	}
	if t.isElsewhere(request) {
		return t.watch.broke(errElsewhere)
	}
	return nil
}

// unreachable says why no answer came, in own words: the error may have the address.
func unreachable(err error) error {
	var resolve *net.DNSError
	var dial *net.OpError
	switch {
	case errors.As(err, &resolve):
		return errors.New("the name of its host leads to no address")
	case errors.As(err, &dial) && dial.Op == "dial":
		return errors.New("no connection to its host came about")
	}
	return fmt.Errorf("the connection failed: %s", shown(inner(err).Error()))
}

// counted is the body of an answer.
type counted struct {
	io.ReadCloser
	trip *trip
	done context.CancelFunc
}

// Read implements io.Reader.
func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	if c.trip.left.Add(-int64(n)) < 0 {
		return 0, c.trip.watch.broke(errTooMuch)
	}
	return n, err
}

// Close implements io.Closer.
func (c *counted) Close() error {
	c.done()
	return c.ReadCloser.Close()
}
