// Package ui serves a local page: HTTP on the loopback address alone, behind a guard that
// a foreign page, another program's page and another user of the machine do not pass. It
// knows no command and no shape of data: what the page shows comes from the functions of
// Options. What it refuses, and why, stands in SECURITY.md, "A page in the browser".
package ui

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"
)

// View is an entry of the navigation.
type View struct {
	Name  string // in addresses: "#live" shows the fragment "live"; lower-case letters, digits, "-"
	Title string // for people
	Key   string // the key that shows it: "1"
}

// Push is one change of a page. Its HTML consists of elements with hx-swap-oob: outerMorph
// changes the element with the same id, "afterbegin:#feed" puts the content of the element
// first into #feed. An id that the page does not hold is passed over.
type Push struct {
	Number int64         // rises; a page that comes again asks for what follows it
	HTML   template.HTML // in which every text is escaped; may be empty
	// Key names what the push is about. Pushes with one key reach the page in events of
	// their own, one after the other: within one event all places are looked up before
	// any is changed, so a change of a row that the same event adds would be lost.
	Key     string
	Refresh bool   // the page reads its whole view again, as after a gap
	Notice  string // words to the user, shown for some seconds; plain text
}

// Options say what a page shows. Only Fragment, Views and Version must be there.
type Options struct {
	Views []View
	// Fragment returns the main part of a view, or of what the fragments of views link
	// to ("#skills/pdf-forms?days=30" is view "skills/pdf-forms"), or a part that they
	// ask for by hx-get="/v/why?id=7". It holds the page's h1, where it is a main part.
	// The query has "w", the room in CSS pixels, besides the address's own words. An
	// element with data-after="N" lets the stream go on after push N. An error is shown
	// in words.
	Fragment func(ctx context.Context, view string, query url.Values) (template.HTML, error)
	// Stream returns what is pushed to one page after the push with a number, until ctx
	// ends; -1: from now on. The query is the fragment's, and "view". Nil: no pushes.
	Stream func(ctx context.Context, after int64, query url.Values) <-chan Push
	// Act does what a button with hx-post="/act/good" asks for, and returns what takes
	// the button's place. Nil: the page is read-only.
	Act     func(ctx context.Context, action string, form url.Values) (template.HTML, error)
	Styles  []string                // further CSS, after which the page's own comes
	Sprite  template.HTML           // SVG definitions that fragments use, once in the page; no data
	Private bool                    // the page says that it shows no texts
	Version string                  // of the program: a page of another version is told and stops
	Idle    time.Duration           // Serve ends after so long without an open page; 0: 30 minutes
	Log     func(code, text string) // what was refused, and why; may be nil
	Now     func() time.Time        // nil: time.Now
}

// Limits. A browser opens six connections to one origin; a page has one stream.
const (
	connectionsMax = 200
	streamsMax     = 32
	headerBytesMax = 16 << 10
	bodyBytesMax   = 4 << 10
	idleTimeout    = time.Minute            // of a connection
	endGrace       = 300 * time.Millisecond // for pages to hear that the server ends
	idleUsual      = 30 * time.Minute
)

// times bound what the other side may take.
type times struct {
	headers, body time.Duration // until they are there
	reader        time.Duration // to take one answer or one event
}

var timesUsual = times{headers: 5 * time.Second, body: 5 * time.Second, reader: 10 * time.Second}

// ErrIdle is returned by Serve if no page was open for Options.Idle.
var ErrIdle = errors.New("no page was open")

// Server is a page that waits to be served.
type Server struct {
	options  Options
	times    times
	listener net.Listener
	host     string // exactly what requests must name
	origin   string
	token    string
	codes    codes
	assets   map[string]asset
	shell    []byte
	log      *logger
	streams  atomic.Int64
	seen     atomic.Pointer[time.Time] // when a page was last heard of
	ending   chan struct{}             // closed when Serve ends
}

// Listen opens a port of the loopback address; port 0 is any free one. There is no other
// address to listen on.
func Listen(port int) (net.Listener, error) {
	if port < 0 || port > 65535 {
		return nil, fmt.Errorf("port %d: ports are numbers from 1 to 65535; 0 is any free one", port)
	}
	listener, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil && port != 0 {
		return nil, fmt.Errorf("%w; name another port, or none for a free one", err)
	}
	return listener, err
}

// New returns a server for the listener, which must be one of Listen's.
func New(l net.Listener, o Options) (*Server, error) {
	address, ok := l.Addr().(*net.TCPAddr)
	if !ok || !address.IP.IsLoopback() || address.IP.To4() == nil {
		return nil, fmt.Errorf("serve a page on %s: only 127.0.0.1 is served", l.Addr())
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Idle <= 0 {
		o.Idle = idleUsual
	}
	s := &Server{options: o, times: timesUsual, listener: l, host: address.String(), token: secret(32), ending: make(chan struct{})}
	if address.Port == 80 {
		s.host = address.IP.String() // browsers leave this port out
	}
	s.origin = "http://" + s.host
	s.log = &logger{log: o.Log, now: o.Now}
	s.codes.now = o.Now
	s.touch()
	var err error
	if s.assets, err = pack(o.Styles); err != nil {
		return nil, err
	}
	s.shell = s.renderShell()
	return s, nil
}

// Address returns the address of the page with a fresh one-time code in its fragment,
// which no server and no log sees. It opens one page, within a minute; other tabs get the
// token from that one.
func (s *Server) Address() string {
	return s.origin + "/#code=" + s.codes.issue()
}

// Serve answers until ctx ends (nil), no page was open for Options.Idle (ErrIdle), or the
// listener fails. It closes the listener, and leaves no goroutine behind.
func (s *Server) Serve(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	// Requests end a little later than ctx: once they can see why.
	requests, endRequests := context.WithCancel(context.WithoutCancel(ctx))
	defer endRequests()
	server := &http.Server{
		Handler:           http.HandlerFunc(s.answer),
		ReadHeaderTimeout: s.times.headers, IdleTimeout: idleTimeout, MaxHeaderBytes: headerBytesMax,
		DisableGeneralOptionsHandler: true,
		ErrorLog:                     s.log.standard(),
		BaseContext:                  func(net.Listener) context.Context { return requests },
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, c)
		},
	}
	served := make(chan error, 1)
	// Serving blocks, and so does waiting for a page: each has a goroutine, which ends
	// with this call.
	connections := &limited{Listener: s.listener, server: s}
	go func() { served <- server.Serve(connections) }()
	idle := make(chan struct{})
	go func() { defer close(idle); s.endWhenIdle(ctx, cancel) }()
	var err error
	select {
	case <-ctx.Done():
	case err = <-served:
		served <- err
	}
	close(s.ending)
	endRequests()
	cancel(nil)
	<-idle
	grace, stop := context.WithTimeout(context.Background(), endGrace)
	defer stop()
	if server.Shutdown(grace) != nil {
		_ = server.Close() // a page that does not listen is cut
	}
	<-served
	connections.telling.Wait()
	if errors.Is(context.Cause(ctx), ErrIdle) {
		return ErrIdle
	}
	return err
}

// touch notes that a page is there.
func (s *Server) touch() {
	now := s.options.Now()
	s.seen.Store(&now)
}

func (s *Server) endWhenIdle(ctx context.Context, end context.CancelCauseFunc) {
	tick := time.NewTicker(min(s.options.Idle/10, 10*time.Second))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if s.streams.Load() > 0 {
			s.touch()
		} else if s.options.Now().Sub(*s.seen.Load()) >= s.options.Idle {
			end(ErrIdle)
			return
		}
	}
}
