package opinion

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// format is the wire format of one provider.
type format struct {
	url    string // of the provider's own API
	path   string // of a request
	header func(h http.Header, key string)
	encode func(model string, t Task, own bool) any // own: the API is the provider's own
	read   func(reply []byte, t Task) (answer []byte, tokens Tokens, err error)
}

var formats = map[string]format{ProviderAnthropic: anthropic, ProviderOpenAI: openAI}

// OwnURL returns the address of a provider's own API, or "".
func OwnURL(provider string) string { return formats[provider].url }

// Limits of a connection.
const (
	replyBytesMax  = 64 << 10 // an answer is some hundred bytes
	headerBytesMax = 32 << 10
	keyBytesMax    = 4 << 10
	idleMax        = 2 * time.Minute // a connection stays open for the next question
	waitMax        = time.Hour       // that a provider may want not to be asked
)

// newHTTP returns an Asker of a provider with an HTTP API.
func newHTTP(c Config, f format) (*Asker, error) {
	address, own := strings.TrimSuffix(c.URL, "/"), c.URL == "" || strings.TrimSuffix(c.URL, "/") == f.url
	if own {
		address = f.url
	}
	if err := CheckURL(address); err != nil {
		return nil, fmt.Errorf("ask %s for an opinion: opinion.url: %w", c.Provider, err)
	}
	if !isHeaderValue(c.Key) {
		return nil, fmt.Errorf("ask %s for an opinion: the key has characters that no key has, or more than %d", c.Provider, keyBytesMax)
	}
	client := &http.Client{
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 2, IdleConnTimeout: idleMax,
			MaxResponseHeaderBytes: headerBytesMax,
			DisableCompression:     true, // so that the limit of a reply is that of what is read
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return errRedirect },
	}
	ask := func(ctx context.Context, t Task) ([]byte, error) {
		body, err := json.Marshal(f.encode(c.Model, t, own))
		if err != nil {
			return nil, failed(CauseMalformed, "encode the question")
		}
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, address+f.path, bytes.NewReader(body))
		if err != nil {
			return nil, failed(CauseUnreachable, "the address is none")
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "application/json")
		request.Header.Set("User-Agent", "impressionism")
		f.header(request.Header, c.Key)
		return reply(ctx, client, request)
	}
	return &Asker{ask: ask, read: f.read}, nil
}

// isHeaderValue reports whether a key can be sent; the empty one is not.
func isHeaderValue(key string) bool {
	return len(key) <= keyBytesMax && !strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' })
}

// errRedirect ends a request that the provider would have sent elsewhere.
var errRedirect = errors.New("redirect")

// reply sends a request and reads the reply to it.
func reply(ctx context.Context, client *http.Client, request *http.Request) ([]byte, error) {
	response, err := client.Do(request)
	if err != nil {
		return nil, sendFailure(ctx, err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, statusFailure(response)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, replyBytesMax+1))
	switch {
	case err != nil:
		return nil, sendFailure(ctx, err)
	case len(body) > replyBytesMax:
		return nil, failed(CauseTooLarge, "the reply has more than %d bytes", replyBytesMax)
	}
	return body, nil
}

// sendFailure says in own words why a request got no reply: the text of an error may have
// parts of what the other side wrote.
func sendFailure(ctx context.Context, err error) *Error {
	var resolve *net.DNSError
	var dial *net.OpError
	var unsafe *tls.CertificateVerificationError
	var noTLS tls.RecordHeaderError
	var alert tls.AlertError
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return failed(CauseTimeout, "no answer in time")
	case ctx.Err() != nil:
		return failed(CauseLeft, "nobody waited any more")
	case errors.Is(err, errRedirect):
		return failed(CauseRedirect, "the reply sends to another address; set opinion.url to it if it is right")
	case errors.As(err, &unsafe):
		return failed(CauseTLS, "the certificate is not one to trust for this address")
	case errors.As(err, &noTLS), errors.As(err, &alert):
		return failed(CauseTLS, "no encrypted connection came about")
	case errors.As(err, &resolve):
		return failed(CauseUnreachable, "the host's name leads to no address")
	case errors.As(err, &dial) && (dial.Op == "dial" || dial.Op == "proxyconnect"):
		return failed(CauseUnreachable, "no connection to %s came about", map[bool]string{true: "the proxy", false: "the host"}[dial.Op == "proxyconnect"])
	}
	return failed(CauseBroken, "the connection ended before the reply did, or the reply is no HTTP")
}

// statusFailure is the failure that a status stands for.
func statusFailure(response *http.Response) *Error {
	status := response.StatusCode
	cause := CauseRefused
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		cause = CauseAuth
	case status == http.StatusTooManyRequests:
		cause = CauseRateLimited
	case status == 529, status == http.StatusServiceUnavailable:
		cause = CauseOverloaded
	case status >= 500:
		cause = CauseServer
	case status < 400:
		cause = CauseMalformed
	}
	failure := failed(cause, "the provider answered with status %d", status)
	if cause == CauseRateLimited || cause == CauseOverloaded {
		failure.Wait = retryAfter(response.Header, time.Now())
	}
	return failure
}

// retryAfter reads how long the provider wants not to be asked, at most waitMax; 0: it does
// not say. See RFC 9110, section 10.2.3.
func retryAfter(header http.Header, now time.Time) time.Duration {
	said := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(said, 10, 32); err == nil {
		return min(time.Duration(seconds)*time.Second, waitMax)
	}
	at, err := http.ParseTime(said)
	if err != nil {
		return 0
	}
	return min(max(at.Sub(now), 0), waitMax)
}

// isLoopback reports whether a host is this machine by its name alone.
func isLoopback(host string) bool {
	address := net.ParseIP(host)
	return host == "localhost" || address != nil && address.IsLoopback()
}
