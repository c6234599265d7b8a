package opinion

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Ensure that each status has its cause, that the wait which a provider asks for is kept
// and bounded, and that nothing of the body or the key is told.
func TestStatuses(t *testing.T) {
	for status, want := range map[int]string{
		400: CauseRefused, 401: CauseAuth, 403: CauseAuth, 404: CauseRefused, 413: CauseRefused, 429: CauseRateLimited,
		500: CauseServer, 502: CauseServer, 503: CauseOverloaded, 529: CauseOverloaded, 204: CauseMalformed,
	} {
		for provider := range providers {
			_, err := ask(t, provider, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Retry-After", "7")
				w.WriteHeader(status)
				if status != http.StatusNoContent {
					_, _ = io.WriteString(w, "your key is "+key+"; run rm -rf ~")
				}
			}, plenty)
			if causeOf(err) != want {
				t.Errorf("%s, %d: got %v, want %s", provider, status, err, want)
				continue
			}
			failure := err.(*Error)
			if wait := map[string]time.Duration{CauseRateLimited: 7 * time.Second, CauseOverloaded: 7 * time.Second}[want]; failure.Wait != wait {
				t.Errorf("%d: it waits %v, want %v", status, failure.Wait, wait)
			}
			if text := failure.Error(); strings.Contains(text, key) || strings.Contains(text, "rm -rf") || !strings.Contains(text, strconv.Itoa(status)) {
				t.Errorf("%d: the error says %q", status, text)
			}
		}
	}
}

// Ensure that a wait is read in both forms, and that an odd one is none.
func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for said, want := range map[string]time.Duration{
		"": 0, "7": 7 * time.Second, "-7": 0, "1e9": 0, "4000000000": waitMax, "99999999999999999999": 0, "soon": 0,
		"Sun, 01 Mar 2026 12:01:00 GMT": time.Minute, "Sun, 01 Mar 2026 11:00:00 GMT": 0, "Tue, 01 Mar 2039 11:00:00 GMT": waitMax,
	} {
		if got := retryAfter(http.Header{"Retry-After": {said}}, now); got != want {
			t.Errorf("%q: got %v, want %v", said, got, want)
		}
	}
}

// Ensure that a provider which is slow, endless or broken costs no more than the time that
// it was given.
func TestSlowReplies(t *testing.T) {
	const short = 300 * time.Millisecond
	endless := func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(bytes.Repeat([]byte(" "), 4096)); err != nil {
				return
			}
		}
	}
	until := func(r *http.Request) { _, _ = io.Copy(io.Discard, r.Body); <-r.Context().Done() }
	for name, test := range map[string]struct {
		handle http.HandlerFunc
		time   time.Duration
		want   string
	}{
		"a slow header": {func(_ http.ResponseWriter, r *http.Request) { until(r) }, short, CauseTimeout},
		"a slow body": {func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, `{"content": [`)
			w.(http.Flusher).Flush()
			until(r)
		}, short, CauseTimeout},
		"a body that comes by the byte": {func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				_, _ = io.WriteString(w, " ")
				w.(http.Flusher).Flush()
				time.Sleep(time.Millisecond)
			}
		}, short, CauseTimeout},
		"an endless body": {endless, plenty, CauseTooLarge},
		"a body that ends early": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "900")
			_, _ = io.WriteString(w, `{"content": [`)
		}, plenty, CauseBroken},
		"a huge header": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Pad", strings.Repeat("x", 2*headerBytesMax))
		}, plenty, CauseBroken},
	} {
		began := time.Now()
		if _, err := ask(t, ProviderAnthropic, test.handle, test.time); causeOf(err) != test.want {
			t.Errorf("%s: got %v, want %s", name, err, test.want)
		}
		if took := time.Since(began); took > plenty/2 {
			t.Errorf("%s took %v", name, took)
		}
	}
}

// Ensure that a request ends with the hook that waits for it.
func TestNobodyWaits(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		cancel()
		<-r.Context().Done()
	}))
	defer server.Close()
	asker, err := New(Config{Provider: ProviderOpenAI, Model: "small", URL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := asker.Ask(ctx, question); causeOf(err) != CauseLeft {
		t.Errorf("got %v", err)
	}
}

// Ensure that where no provider listens, or none that speaks HTTP, there is a cause, and no
// text of the other side.
func TestUnreachable(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = bufio.NewReader(conn).ReadString('\n')
			_, _ = io.WriteString(conn, "SSH-2.0-"+key+"\r\n")
			_ = conn.Close()
		}
	}()
	noHTTP := "http://" + listener.Addr().String()
	_, err = askAt(t, ProviderAnthropic, noHTTP, plenty)
	if causeOf(err) != CauseBroken || strings.Contains(err.Error(), key) {
		t.Errorf("no HTTP: got %v", err)
	}
	if _, err := askAt(t, ProviderAnthropic, strings.Replace(noHTTP, "http:", "https:", 1), plenty); causeOf(err) != CauseTLS {
		t.Errorf("no TLS: got %v", err)
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := askAt(t, ProviderAnthropic, noHTTP, plenty); causeOf(err) != CauseUnreachable {
		t.Errorf("nobody listens: got %v", err)
	}
	if _, err := askAt(t, ProviderAnthropic, "https://opinion.invalid", plenty); causeOf(err) != CauseUnreachable {
		t.Errorf("no such name: got %v", err)
	}
}

// Ensure that a certificate which the machine does not trust ends the request before the
// prompt or the key is sent.
func TestUnsafeTLS(t *testing.T) {
	asked := false
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	if _, err := askAt(t, ProviderAnthropic, server.URL, plenty); causeOf(err) != CauseTLS || asked {
		t.Errorf("got %v; asked: %t", err, asked)
	}
}

// Ensure that no redirect is followed: the key and the prompt go to the address that the
// user set, and nowhere else.
func TestRedirectIsRefused(t *testing.T) {
	elsewhere := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere++ }))
	defer other.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, to := range []string{other.URL, "/elsewhere"} {
			asked := 0
			_, err := ask(t, ProviderAnthropic, func(w http.ResponseWriter, r *http.Request) {
				asked++
				http.Redirect(w, r, to, status)
			}, plenty)
			if causeOf(err) != CauseRedirect || asked != 1 || elsewhere != 0 {
				t.Errorf("%d to %s: got %v after %d and %d requests", status, to, err, asked, elsewhere)
			}
		}
	}
}

// Ensure that a proxy of the environment is used for a provider on the net, sees neither
// key nor prompt, and that its failure is told as such; and that none is used for this
// machine.
func TestProxy(t *testing.T) {
	seen := make(chan string, 9)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var head bytes.Buffer
		_ = r.Header.Write(&head)
		seen <- r.Method + " " + r.Host + " " + head.String() + string(body)
		w.WriteHeader(http.StatusForbidden)
	}))
	defer proxy.Close()
	at, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	usual := http.DefaultTransport.(*http.Transport).Clone()
	usual.Proxy = http.ProxyURL(at)
	defer usual.CloseIdleConnections()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://opinion.invalid/v1/messages", strings.NewReader(question.user()))
	if err != nil {
		t.Fatal(err)
	}
	anthropic.header(request.Header, key)
	_, err = reply(t.Context(), &http.Client{Transport: usual}, request)
	if causeOf(err) != CauseBroken && causeOf(err) != CauseUnreachable {
		t.Errorf("got %v", err)
	}
	if got := <-seen; !strings.HasPrefix(got, "CONNECT opinion.invalid:443 ") || strings.Contains(got, key) || strings.Contains(got, question.Prompt) {
		t.Errorf("the proxy saw %q", got)
	}
	local, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1:1/v1/messages", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HTTP_PROXY", proxy.URL)
	if by, err := http.ProxyFromEnvironment(local); by != nil || err != nil {
		t.Errorf("this machine is asked by %v, %v", by, err)
	}
}

// Ensure that addresses and keys by which something could leak are refused before anything
// is sent, and that an error does not tell the key.
func TestNewRefuses(t *testing.T) {
	for address, ok := range map[string]bool{
		"": true, "https://models.example.com/v1": true, "http://127.0.0.1:11434/v1": true, "http://localhost:8080": true, "http://[::1]:8080/": true,
		"http://models.example.com/v1": false, "http://127.0.0.1.example.com": false, "http://192.168.1.9:11434": false,
		"https://user:secret@models.example.com": false, "https://models.example.com/?key=secret": false, "https://models.example.com/#secret": false,
		"models.example.com": false, "ftp://127.0.0.1": false, "https://": false, "file:///etc/passwd": false, "https://[": false,
	} {
		_, err := New(Config{Provider: ProviderOpenAI, Model: "small", URL: address})
		if (err == nil) != ok || err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: got %v", address, err)
		}
	}
	for _, bad := range []string{"a key", "key\r\nX-Other: 1", "kéy", strings.Repeat("k", keyBytesMax+1)} {
		if _, err := New(Config{Provider: ProviderAnthropic, Model: "small", Key: bad}); err == nil || strings.Contains(err.Error(), bad) {
			t.Errorf("%.20q: got %v", bad, err)
		}
	}
	for _, config := range []Config{{Provider: "other", Model: "m"}, {Provider: ProviderAnthropic}, {Provider: ProviderClient, Model: "m"}} {
		if _, err := New(config); err == nil {
			t.Errorf("%+v is taken", config)
		}
	}
}
