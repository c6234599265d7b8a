package ui

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/cut"
)

// Headers of the page's own requests. A foreign page cannot send them without asking
// first, and is not answered.
const (
	tokenHeader   = "Impressionism-Token"
	versionHeader = "Impressionism-Version"
)

// refusal is why a request is not answered.
type refusal struct {
	status     int
	code, text string
	allow      string // the method that the path takes, if it was another
}

// route is what one path serves.
type route struct {
	method string
	uses   []string // what the browser may want it for (Sec-Fetch-Dest)
	token  bool     // it has data, so the page must show its token
	serve  func(s *Server, w http.ResponseWriter, r *http.Request)
}

// routes are all paths, besides those of assets. A path that ends in "/" has one more
// name, which its handler checks.
var routes = map[string]route{
	"/":        {method: http.MethodGet, uses: []string{"document"}, serve: (*Server).serveShell},
	"/code":    {method: http.MethodPost, uses: []string{"empty"}, serve: (*Server).serveCode},
	"/healthz": {method: http.MethodGet, uses: []string{"document", "empty"}, serve: (*Server).serveHealth},
	"/alive":   {method: http.MethodGet, uses: []string{"empty"}, token: true, serve: (*Server).serveHealth},
	"/stream":  {method: http.MethodGet, uses: []string{"empty"}, token: true, serve: (*Server).serveStream},
	"/v/":      {method: http.MethodGet, uses: []string{"empty"}, token: true, serve: (*Server).serveFragment},
	"/act/":    {method: http.MethodPost, uses: []string{"empty"}, token: true, serve: (*Server).serveAction},
}

// policy is what the page may load and do: its own files, and nothing inline.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// answer is the one way into the server.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	if c, ok := r.Context().Value(connKey{}).(*conn); ok {
		c.answering(true)
		defer c.answering(false)
	}
	if r.ContentLength != 0 {
		// net/http itself waits for the rest of a body that nobody reads.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.times.body))
	}
	setHeaders(w.Header())
	route, refused := s.admit(r)
	if refused != nil {
		s.refuse(w, r, refused)
		return
	}
	if route.token {
		s.touch()
	}
	route.serve(s, w, r)
}

func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "same-origin") // with "no-referrer" our own requests would name the origin "null"
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// admit returns the route of a request, or why it is refused. The order matters: who asks
// comes first, so that a stranger does not learn which paths there are.
func (s *Server) admit(r *http.Request) (route, *refusal) {
	for _, check := range []func(*http.Request) *refusal{s.checkHost, s.checkForm, s.checkOrigin} {
		if refused := check(r); refused != nil {
			return route{}, refused
		}
	}
	found, ok := s.route(r.URL.Path)
	if !ok {
		return route{}, &refusal{status: http.StatusNotFound, code: codePath, text: "this page has no such path"}
	}
	if r.Method != found.method {
		return route{}, &refusal{status: http.StatusMethodNotAllowed, code: codeMethod, text: "this path takes " + found.method + " alone", allow: found.method}
	}
	if refused := checkUse(r, found); refused != nil {
		return route{}, refused
	}
	if found.token {
		return found, s.checkToken(r)
	}
	return found, nil
}

func (s *Server) route(path string) (route, bool) {
	if _, ok := s.assets[path]; ok {
		return route{method: http.MethodGet, uses: []string{"script", "style"}, serve: (*Server).serveAsset}, true
	}
	if found, ok := routes[path]; ok && (path == "/" || !strings.HasSuffix(path, "/")) {
		return found, true
	}
	for _, family := range []string{"/v/", "/act/"} {
		if name, ok := strings.CutPrefix(path, family); ok && isName(name) {
			return routes[family], true
		}
	}
	return route{}, false
}

// nameBytesMax bounds the name of a view.
const nameBytesMax = 200

// isName reports whether text is a name of views, such as "live" or "skills/pdf-forms".
func isName(text string) bool {
	if len(text) > nameBytesMax {
		return false
	}
	for part := range strings.SplitSeq(text, "/") {
		if part == "" || strings.Trim(part, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return false
		}
	}
	return true
}

// checkHost refuses requests that are not for this very address: a name that was bound to
// it by a stranger's name server is not it.
func (s *Server) checkHost(r *http.Request) *refusal {
	if !isLoopback(r.RemoteAddr) {
		return &refusal{status: http.StatusForbidden, code: codeHost, text: "this page is for this machine alone"}
	}
	if r.Host != s.host {
		return &refusal{status: http.StatusMisdirectedRequest, code: codeHost, text: fmt.Sprintf("this page is at %s alone, not at %q", s.origin, cut.Bytes(r.Host, 80))}
	}
	return nil
}

func isLoopback(address string) bool {
	parsed, err := netip.ParseAddrPort(address)
	return err == nil && parsed.Addr().Unmap().IsLoopback()
}

// checkForm refuses what browsers never send: other protocols, whole addresses as to a
// proxy, paths in disguise.
func (s *Server) checkForm(r *http.Request) *refusal {
	if !r.ProtoAtLeast(1, 1) {
		return &refusal{status: http.StatusHTTPVersionNotSupported, code: codeProtocol, text: "this page speaks HTTP/1.1"}
	}
	if !strings.HasPrefix(r.RequestURI, "/") {
		return &refusal{status: http.StatusBadRequest, code: codeProtocol, text: "this page is no proxy: ask for a path"}
	}
	path, _, _ := strings.Cut(r.RequestURI, "?")
	if path != r.URL.Path || strings.Contains(path, "//") || strings.Contains(path, "/.") || strings.ContainsAny(path, "\\;") {
		return &refusal{status: http.StatusBadRequest, code: codePath, text: "paths of this page are plain words"}
	}
	return nil
}

// checkOrigin refuses requests that pages of other origins make, other ports of this
// machine among them. The standard library's check of methods that change comes before
// our own, which is stricter: here, reading is what must not happen.
func (s *Server) checkOrigin(r *http.Request) *refusal {
	if origins := r.Header.Values("Origin"); len(origins) > 1 || len(origins) == 1 && origins[0] != s.origin {
		return &refusal{status: http.StatusForbidden, code: codeOrigin, text: fmt.Sprintf("requests from pages of %q are not answered", cut.Bytes(strings.Join(origins, ", "), 80))}
	}
	if err := http.NewCrossOriginProtection().Check(r); err != nil {
		return &refusal{status: http.StatusForbidden, code: codeSite, text: "requests from other sites are not answered: " + err.Error()}
	}
	switch sites := r.Header.Values("Sec-Fetch-Site"); {
	case len(sites) == 0:
	case len(sites) == 1 && (sites[0] == "same-origin" || sites[0] == "none"):
	default:
		return &refusal{status: http.StatusForbidden, code: codeSite, text: "requests from other sites are not answered: type the address, or copy it from the terminal"}
	}
	return nil
}

// checkUse refuses what the browser does not want for what it is: a page as a frame, as an
// image or as a script of another page.
func checkUse(r *http.Request, to route) *refusal {
	if use := r.Header.Get("Sec-Fetch-Dest"); use != "" && !slices.Contains(to.uses, use) {
		return &refusal{status: http.StatusForbidden, code: codeUse, text: fmt.Sprintf("this path is not for use as %q", cut.Bytes(use, 40))}
	}
	if r.Header.Get("Sec-Fetch-Site") == "none" && !slices.Contains(to.uses, "document") {
		return &refusal{status: http.StatusForbidden, code: codeUse, text: "this path is for the page alone: open " + r.Host}
	}
	return nil
}

// checkToken refuses requests that do not show the token in its header. Neither the
// query, which logs and histories keep, nor a cookie, which every port of the host gets,
// is looked at.
func (s *Server) checkToken(r *http.Request) *refusal {
	if version := r.Header.Get(versionHeader); version != "" && version != s.options.Version {
		return &refusal{status: http.StatusConflict, code: codeVersion, text: fmt.Sprintf("this page is of version %q, and the program is %q now: load the page again", cut.Bytes(version, 40), s.options.Version)}
	}
	tokens := r.Header.Values(tokenHeader)
	if len(tokens) == 0 {
		return &refusal{status: http.StatusUnauthorized, code: codeToken, text: "this page has no key to the data: open the address that the terminal printed"}
	}
	if len(tokens) > 1 || subtle.ConstantTimeCompare([]byte(tokens[0]), []byte(s.token)) != 1 {
		return &refusal{status: http.StatusUnauthorized, code: codeToken, text: "this page belongs to a program that has ended: open the address that the terminal printed last"}
	}
	return nil
}

// refuse answers with the reason in words, and logs it. What the request may hold of
// secrets, its headers and its query, is not logged.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, why *refusal) {
	path, _, _ := strings.Cut(r.RequestURI, "?")
	s.log.add(why.code, fmt.Sprintf("refused %s %q: %s", cut.Bytes(r.Method, 20), cut.Bytes(path, 100), why.text))
	if why.allow != "" {
		w.Header().Set("Allow", why.allow)
	}
	w.Header().Set("Connection", "close") // what a stranger sends besides is not read
	s.reply(w, why.status, "text/plain; charset=utf-8", []byte(why.text+"\n"))
}

// reply writes a whole answer, to a reader that reads within its time.
func (s *Server) reply(w http.ResponseWriter, status int, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Now().Add(s.times.reader))
	w.WriteHeader(status)
	_, err := w.Write(body)
	if err == nil {
		err = control.Flush()
	}
	s.noteSlow(err)
}

// noteSlow logs that a reader did not read. That it went away is nothing to log.
func (s *Server) noteSlow(err error) {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		s.log.add(codeSlowReader, fmt.Sprintf("cut a page that read nothing for %s", s.times.reader))
	}
}
