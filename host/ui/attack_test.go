package ui_test

import (
	"context"
	"html/template"
	"net/url"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/ui"
)

// attack is one request that must be refused.
type attack struct {
	name    string
	request string // raw; see site.fill; "{token}" is the right one, "{code}" a fresh one
	status  string // of the answer
	code    string // in the log
}

const (
	own      = "Host: {host}\r\n"
	withKey  = "Impressionism-Token: {token}\r\n"
	done     = "Connection: close\r\n\r\n"
	fragment = "GET /v/live HTTP/1.1\r\n"
	shell    = "GET / HTTP/1.1\r\n"
	exchange = "POST /code HTTP/1.1\r\n"
	length   = "Content-Length: {length}\r\n"
	good     = "POST /act/good HTTP/1.1\r\n"
)

// Ways to name this machine that are not the one of the page: with each of them, a name
// or a number of a stranger's choice could lead here.
var hostAttacks = []attack{
	{"a name bound to this machine", fragment + "Host: rebound.example:{port}\r\n" + withKey + done, "421", "ui-host"},
	{"a raw name without a port", fragment + "Host: rebound.example\r\n" + withKey + done, "421", "ui-host"},
	{"the shell by a strange name", shell + "Host: rebound.example:{port}\r\n" + done, "421", "ui-host"},
	{"a script by a strange name", "GET /ui.js HTTP/1.1\r\nHost: rebound.example:{port}\r\n" + done, "421", "ui-host"},
	{"no port", fragment + "Host: 127.0.0.1\r\n" + withKey + done, "421", "ui-host"},
	{"the wrong port", fragment + "Host: 127.0.0.1:1\r\n" + withKey + done, "421", "ui-host"},
	{"localhost", fragment + "Host: localhost:{port}\r\n" + withKey + done, "421", "ui-host"},
	{"all addresses", fragment + "Host: 0.0.0.0:{port}\r\n" + withKey + done, "421", "ui-host"},
	{"IPv6 loopback", fragment + "Host: [::1]:{port}\r\n" + withKey + done, "421", "ui-host"},
	{"IPv4 in IPv6", fragment + "Host: [::ffff:127.0.0.1]:{port}\r\n" + withKey + done, "421", "ui-host"},
	{"another loopback address", fragment + "Host: 127.0.0.2:{port}\r\n" + withKey + done, "421", "ui-host"},
	{"a short address", fragment + "Host: 127.1:{port}\r\n" + withKey + done, "421", "ui-host"},
	{"a number as address", fragment + "Host: 2130706433:{port}\r\n" + withKey + done, "421", "ui-host"},
	{"a dot at the end", fragment + "Host: 127.0.0.1.:{port}\r\n" + withKey + done, "421", "ui-host"},
	{"HTTP/1.0 without a host", "GET /v/live HTTP/1.0\r\n" + withKey + "\r\n", "421", "ui-host"},
	{"the address of a stranger, as to a proxy", "GET http://rebound.example:{port}/v/live HTTP/1.1\r\n" + own + withKey + done, "421", "ui-host"},
	{"a user's name in the host", fragment + "Host: a@{host}\r\n" + withKey + done, "400", "ui-malformed"},
	{"HTTP/1.1 without a host", fragment + withKey + done, "400", "ui-malformed"},
	{"two hosts", fragment + own + "Host: rebound.example\r\n" + withKey + done, "400", "ui-malformed"},
}

// Requests that pages of other origins can make a browser send.
var originAttacks = []attack{
	{"fetch from another site", fragment + own + withKey + "Origin: https://evil.example\r\n" + done, "403", "ui-origin"},
	{"fetch from another port", fragment + own + withKey + "Origin: http://127.0.0.1:1\r\n" + done, "403", "ui-origin"},
	{"fetch from localhost", fragment + own + withKey + "Origin: http://localhost:{port}\r\n" + done, "403", "ui-origin"},
	{"fetch from the same host over TLS", fragment + own + withKey + "Origin: https://{host}\r\n" + done, "403", "ui-origin"},
	{"fetch from a sandboxed frame", fragment + own + withKey + "Origin: null\r\n" + done, "403", "ui-origin"},
	{"two origins", fragment + own + withKey + "Origin: http://{host}\r\nOrigin: https://evil.example\r\n" + done, "403", "ui-origin"},
	{"asking whether a fetch is allowed", "OPTIONS /v/live HTTP/1.1\r\n" + own + "Origin: https://evil.example\r\nAccess-Control-Request-Method: GET\r\nAccess-Control-Request-Headers: impressionism-token\r\n" + done, "403", "ui-origin"},
	{"form of another site", exchange + own + "Origin: https://evil.example\r\nContent-Type: text/plain\r\n" + length + done + "{code}", "403", "ui-origin"},
	{"form of a file", exchange + own + "Origin: null\r\nContent-Type: text/plain\r\n" + length + done + "{code}", "403", "ui-origin"},
	{"form without an origin", exchange + own + "Sec-Fetch-Site: cross-site\r\n" + length + done + "{code}", "403", "ui-site"},
	{"form of another port", exchange + own + "Sec-Fetch-Site: same-site\r\n" + length + done + "{code}", "403", "ui-site"},
	{"a button of another site", good + own + withKey + "Sec-Fetch-Site: cross-site\r\n" + length + done + "id=7", "403", "ui-site"},
	{"image of another site", shell + own + "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: image\r\n" + done, "403", "ui-site"},
	{"script of another site", "GET /ui.js HTTP/1.1\r\n" + own + "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: script\r\n" + done, "403", "ui-site"},
	{"script of another port", "GET /ui.js HTTP/1.1\r\n" + own + "Sec-Fetch-Site: same-site\r\nSec-Fetch-Dest: script\r\n" + done, "403", "ui-site"},
	{"link of another site", shell + own + "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n" + done, "403", "ui-site"},
	{"two words for the site", shell + own + "Sec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site\r\n" + done, "403", "ui-site"},
	{"frame", shell + own + "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Dest: iframe\r\n" + done, "403", "ui-use"},
	{"object", shell + own + "Sec-Fetch-Dest: object\r\n" + done, "403", "ui-use"},
	{"data as a script", fragment + own + withKey + "Sec-Fetch-Dest: script\r\n" + done, "403", "ui-use"},
	{"data as an image", fragment + own + withKey + "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Dest: image\r\n" + done, "403", "ui-use"},
	{"a service worker", "GET /ui.js HTTP/1.1\r\n" + own + "Sec-Fetch-Dest: serviceworker\r\nService-Worker: script\r\n" + done, "403", "ui-use"},
	{"data in the address bar", fragment + own + withKey + "Sec-Fetch-Site: none\r\nSec-Fetch-Dest: empty\r\n" + done, "403", "ui-use"},
}

// Requests of other programs and users of the machine.
var keyAttacks = []attack{
	{"no token", fragment + own + done, "401", "ui-token"},
	{"an empty token", fragment + own + "Impressionism-Token:\r\n" + done, "401", "ui-token"},
	{"a wrong token", fragment + own + "Impressionism-Token: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n" + done, "401", "ui-token"},
	{"a longer token", fragment + own + "Impressionism-Token: {token}A\r\n" + done, "401", "ui-token"},
	{"two tokens", fragment + own + withKey + "Impressionism-Token: A\r\n" + done, "401", "ui-token"},
	{"the token in the query", "GET /v/live?token={token}&Impressionism-Token={token} HTTP/1.1\r\n" + own + done, "401", "ui-token"},
	{"the token in a cookie, which every port gets", fragment + own + "Cookie: token={token}; Impressionism-Token={token}\r\n" + done, "401", "ui-token"},
	{"the token for a proxy", fragment + own + "Authorization: Bearer {token}\r\nProxy-Authorization: Bearer {token}\r\n" + done, "401", "ui-token"},
	{"the stream without a token", "GET /stream HTTP/1.1\r\n" + own + done, "401", "ui-token"},
	{"a web socket", "GET /stream HTTP/1.1\r\n" + own + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", "401", "ui-token"},
	{"a button without a token", good + own + "Origin: http://{host}\r\n" + length + done + "id=7", "401", "ui-token"},
	{"a page of another version", fragment + own + withKey + "Impressionism-Version: 0.9.0\r\n" + done, "409", "ui-version"},
	{"a wrong code", exchange + own + length + done + "AAAAAAAAAAAAAAAAAAAAAA", "403", "ui-code"},
	{"no code", exchange + own + "Content-Length: 0\r\n" + done, "403", "ui-code"},
	{"the code in the query", "POST /code?code={code} HTTP/1.1\r\n" + own + "Content-Length: 0\r\n" + done, "403", "ui-code"},
	{"half of a code", exchange + own + "Content-Length: 40\r\n" + done + "half", "400", "ui-body"},
	{"a large body", exchange + own + length + done + strings.Repeat("A", 5<<10), "413", "ui-body"},
	{"a large body in pieces", exchange + own + "Transfer-Encoding: chunked\r\n" + done + strings.Repeat("400\r\n"+strings.Repeat("A", 0x400)+"\r\n", 6) + "0\r\n\r\n", "413", "ui-body"},
}

// What no browser sends.
var formAttacks = []attack{
	{"two slashes", "GET //v/live HTTP/1.1\r\n" + own + withKey + done, "400", "ui-path"},
	{"the folder above", "GET /v/../v/live HTTP/1.1\r\n" + own + withKey + done, "400", "ui-path"},
	{"the folder above, hidden", "GET /v/%2e%2e/v/live HTTP/1.1\r\n" + own + withKey + done, "400", "ui-path"},
	{"a hidden slash", "GET /v%2flive HTTP/1.1\r\n" + own + withKey + done, "400", "ui-path"},
	{"a hidden letter", "GET /v/%6cive HTTP/1.1\r\n" + own + withKey + done, "400", "ui-path"},
	{"a null character", "GET /v/live%00.css HTTP/1.1\r\n" + own + withKey + done, "400", "ui-path"},
	{"a back slash", "GET /v\\live HTTP/1.1\r\n" + own + withKey + done, "400", "ui-path"},
	{"a parameter in the path", "GET /v/live;a=b HTTP/1.1\r\n" + own + withKey + done, "400", "ui-path"},
	{"a slash at the end", "GET /v/live/ HTTP/1.1\r\n" + own + withKey + done, "404", "ui-path"},
	{"capitals", "GET /V/live HTTP/1.1\r\n" + own + withKey + done, "404", "ui-path"},
	{"a family without a name", "GET /v/ HTTP/1.1\r\n" + own + withKey + done, "404", "ui-path"},
	{"the sources", "GET /assets/ui.js HTTP/1.1\r\n" + own + done, "404", "ui-path"},
	{"a path that may be", "GET /favicon.ico HTTP/1.1\r\n" + own + done, "404", "ui-path"},
	{"a query that is none", "GET /v/live?a=%zz HTTP/1.1\r\n" + own + withKey + done, "400", "ui-path"},
	{"no number to go on from", "GET /stream?after=-7 HTTP/1.1\r\n" + own + withKey + done, "400", "ui-path"},
	{"its own address, as to a proxy", "GET http://{host}/v/live HTTP/1.1\r\n" + own + withKey + done, "400", "ui-protocol"},
	{"a tunnel", "CONNECT {host} HTTP/1.1\r\n" + own + done, "400", "ui-protocol"},
	{"the whole server", "OPTIONS * HTTP/1.1\r\n" + own + done, "400", "ui-protocol"},
	{"HTTP/1.0", "GET /v/live HTTP/1.0\r\n" + own + withKey + "\r\n", "505", "ui-protocol"},
	{"HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "421", "ui-host"},
	{"HEAD", "HEAD /v/live HTTP/1.1\r\n" + own + withKey + done, "405", "ui-method"},
	{"POST to a view", "POST /v/live HTTP/1.1\r\n" + own + withKey + "Content-Length: 0\r\n" + done, "405", "ui-method"},
	{"DELETE", "DELETE /v/live HTTP/1.1\r\n" + own + withKey + done, "405", "ui-method"},
	{"TRACE, which would echo the token", "TRACE /v/live HTTP/1.1\r\n" + own + withKey + done, "405", "ui-method"},
	{"another method within POST", exchange + own + "X-HTTP-Method-Override: GET\r\nContent-Length: 0\r\n" + done, "403", "ui-code"},
	{"a method in small letters", "get /v/live HTTP/1.1\r\n" + own + withKey + done, "405", "ui-method"},
	{"the code by GET", "GET /code?code={code} HTTP/1.1\r\n" + own + done, "405", "ui-method"},
	{"huge headers", fragment + own + withKey + "X: " + strings.Repeat("A", 30<<10) + "\r\n" + done, "431", "ui-headers"},
	{"a huge address", "GET /v/live?" + strings.Repeat("A", 30<<10) + " HTTP/1.1\r\n" + own + withKey + done, "431", "ui-headers"},
	{"many headers", fragment + own + withKey + strings.Repeat("X: A\r\n", 6000) + done, "431", "ui-headers"},
	{"a header without a colon", fragment + own + "X\r\n" + done, "400", "ui-malformed"},
	{"a line end within a header", fragment + own + "X: a\rHost: rebound.example\r\n" + done, "400", "ui-malformed"},
	{"TLS", "\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03", "400", "ui-malformed"},
	{"no HTTP", "\x00\x01\x02\r\n\r\n", "400", "ui-malformed"},
	{"half a request", "GET /v/live HTTP/1.1\r\nHo", "400", "ui-malformed"},
}

// Ensure each attack is refused with a reason, named in the log, and has no effect: no
// data and no token come back, and no view is made.
func TestAttacks(t *testing.T) {
	page := serve(t, nil)
	token := page.token(t)
	page.read.Store(0)
	for family, attacks := range map[string][]attack{"host": hostAttacks, "origin": originAttacks, "key": keyAttacks, "form": formAttacks} {
		if len(attacks) < 15 {
			t.Errorf("only %d attacks are left in %s", len(attacks), family)
		}
		for _, attack := range attacks {
			t.Run(family+"/"+attack.name, func(t *testing.T) {
				page.checkRefused(t, attack, token)
			})
		}
	}
	if read := page.read.Load(); read > 0 || page.streams() > 0 {
		t.Errorf("%d views were made and %d streams opened", read, page.streams())
	}
}

func (s *site) checkRefused(t *testing.T, a attack, token string) {
	t.Helper()
	logged := s.lines()
	request := strings.NewReplacer("{token}", token, "{code}", s.code()).Replace(a.request)
	status, answer := s.ask(t, request)
	if status != a.status {
		t.Errorf("got status %q, want %q: %.400q", status, a.status, answer)
	}
	if strings.Contains(answer, secretText) || strings.Contains(answer, token) {
		t.Errorf("it is given away: %q", answer)
	}
	if strings.Contains(answer, "Access-Control-") {
		t.Errorf("other origins are let in: %q", answer)
	}
	wait(t, a.code+" in the log, which has:\n"+s.log(), func() bool { return s.names(a.code, logged) })
	if strings.HasPrefix(a.code, "ui-malformed") || a.code == "ui-headers" {
		return // net/http answers by itself
	}
	if head, body, _ := strings.Cut(answer, "\r\n\r\n"); !strings.Contains(head, "frame-ancestors 'none'") || (len(strings.Fields(body)) < 4 && status != "405") {
		t.Errorf("the refusal has no policy or no reason: %q", answer)
	}
	if strings.Contains(s.log(), token) {
		t.Error("the log has the token")
	}
}

// Ensure what the page itself sends is served, with and without a browser's headers.
func TestOwnRequests(t *testing.T) {
	page := serve(t, func(o *ui.Options) {
		o.Act = func(context.Context, string, url.Values) (template.HTML, error) { return "done", nil }
	})
	token := page.token(t)
	fetch := "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Dest: empty\r\n"
	for name, request := range map[string]string{
		"the shell":                 shell + own + "Sec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n" + done,
		"the shell again":           shell + own + "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Dest: document\r\n" + done,
		"the shell, plainly":        shell + own + done,
		"a script":                  "GET /htmx.js HTTP/1.1\r\n" + own + "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Dest: script\r\n" + done,
		"a style":                   "GET /views.css HTTP/1.1\r\n" + own + "Sec-Fetch-Dest: style\r\n" + done,
		"health":                    "GET /healthz HTTP/1.1\r\n" + own + done,
		"a view":                    fragment + own + withKey + fetch + "Impressionism-Version: 1.0.0\r\n" + done,
		"a view beside cookies":     fragment + own + withKey + "Cookie: session=of-another-port\r\n" + done,
		"a view with a query":       "GET /v/live?session=8f2c&text=a%2Fb HTTP/1.1\r\n" + own + withKey + done,
		"a button":                  good + own + withKey + fetch + "Origin: http://{host}\r\nContent-Type: application/x-www-form-urlencoded\r\n" + length + done + "id=7",
		"that the page still lives": "GET /alive HTTP/1.1\r\n" + own + withKey + fetch + done,
	} {
		if status, answer := page.ask(t, strings.ReplaceAll(request, "{token}", token)); status != "200" {
			t.Errorf("%s: got %.500q", name, answer)
		}
	}
	if page.lines() > 0 {
		t.Errorf("the log has %s", page.log())
	}
}
