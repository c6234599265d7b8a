package ui_test

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/ui"
)

// secretText is what only the page may read.
const secretText = "the prompt that nobody else may read"

// site is a page that a test serves.
type site struct {
	*ui.Server
	host string // 127.0.0.1:PORT
	end  func() error

	mutex     sync.Mutex
	logged    []string // "code: text"
	pushes    []ui.Push
	more      chan struct{} // closed when there are more pushes
	listening atomic.Int64
	read      atomic.Int64 // how often a view was asked for
}

func newSite(host string) *site { return &site{host: host, more: make(chan struct{})} }

// serve serves a page with two views and a list, "feed", until the test ends.
func serve(t *testing.T, change func(*ui.Options)) *site {
	t.Helper()
	return serveWithin(t, 0, change)
}

// serveWithin serves it with a time for all that the other side may take.
func serveWithin(t *testing.T, times time.Duration, change func(*ui.Options)) *site {
	t.Helper()
	listener, err := ui.Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(listener.Addr().String())
	options := ui.Options{
		Views:    []ui.View{{Name: "live", Title: "Live", Key: "1"}, {Name: "outcomes", Title: "Outcomes", Key: "2"}},
		Fragment: s.fragment, Stream: s.stream, Version: "1.0.0",
		Log: func(code, text string) {
			s.mutex.Lock()
			defer s.mutex.Unlock()
			s.logged = append(s.logged, code+": "+text)
		},
	}
	if change != nil {
		change(&options)
	}
	if s.Server, err = ui.New(listener, options); err != nil {
		t.Fatal(err)
	}
	if times > 0 {
		s.SetTimes(times)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	s.end = sync.OnceValue(func() error {
		cancel()
		select {
		case err := <-done:
			return err
		case <-time.After(5 * time.Second):
			return errors.New("the server does not end")
		}
	})
	t.Cleanup(func() {
		if err := s.end(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func (s *site) fragment(_ context.Context, view string, query url.Values) (template.HTML, error) {
	s.read.Add(1)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	switch view {
	case "live":
		return template.HTML(fmt.Sprintf(`<header class="top"><h1>Live</h1></header><p data-after="%d">%s, %s</p><div id="feed" data-limit="200"></div>`,
			len(s.pushes), secretText, template.HTMLEscapeString(query.Encode()))), nil
	case "outcomes":
		return `<header class="top"><h1>Outcomes</h1></header>`, nil
	}
	return "", fmt.Errorf("there is no view %q", view)
}

// stream sends what was pushed after a number, and what will be.
func (s *site) stream(ctx context.Context, after int64, _ url.Values) <-chan ui.Push {
	s.listening.Add(1)
	out := make(chan ui.Push)
	go func() {
		defer s.listening.Add(-1)
		for {
			s.mutex.Lock()
			if after < 0 {
				after = int64(len(s.pushes))
			}
			left, more := s.pushes[after:], s.more
			s.mutex.Unlock()
			for _, push := range left {
				select {
				case out <- push:
					after = push.Number
				case <-ctx.Done():
					return
				}
			}
			select {
			case <-more:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// streams counts the pages that listen.
func (s *site) streams() int { return int(s.listening.Load()) }

// push adds rows for all pages that listen.
func (s *site) push(rows int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for range rows {
		n := int64(len(s.pushes)) + 1
		s.pushes = append(s.pushes, ui.Push{Number: n, HTML: template.HTML(fmt.Sprintf(`<div hx-swap-oob="afterbegin:#feed"><button class="turn" id="r%d">row %d</button></div>`, n, n))})
	}
	close(s.more)
	s.more = make(chan struct{})
}

// add pushes something else, with words to the user.
func (s *site) add(html template.HTML, notice string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.pushes = append(s.pushes, ui.Push{Number: int64(len(s.pushes)) + 1, HTML: html, Notice: notice})
	close(s.more)
	s.more = make(chan struct{})
}

// names reports whether the log has a line of a code, after so many others.
func (s *site) names(code string, after int) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return slices.ContainsFunc(s.logged[after:], func(line string) bool { return strings.HasPrefix(line, code+": ") })
}

// lines counts what was logged so far.
func (s *site) lines() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return len(s.logged)
}

func (s *site) log() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return strings.Join(s.logged, "\n")
}

// token exchanges a fresh code for the token, as the page does.
func (s *site) token(t *testing.T) string {
	t.Helper()
	status, body := s.ask(t, "POST /code HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"+s.code())
	_, token, _ := strings.Cut(body, "\r\n\r\n")
	if status != "200" || len(token) != 43 {
		t.Fatalf("the code is exchanged for %s %q", status, body)
	}
	return token
}

// code is a fresh one.
func (s *site) code() string {
	_, code, _ := strings.Cut(s.Address(), "#code=")
	return code
}

// ask sends bytes and returns the status of the answer, "" if there is none, and all of it.
// "{host}" and "{port}" are filled in, "{length}" by the length of what follows the head.
func (s *site) ask(t *testing.T, request string) (status, answer string) {
	t.Helper()
	connection, err := net.Dial("tcp", s.host)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	_ = connection.SetDeadline(time.Now().Add(10 * time.Second))
	if _, err := io.WriteString(connection, s.fill(request)); err != nil {
		t.Logf("send: %v", err) // refused before all of it was sent
	}
	_ = connection.(*net.TCPConn).CloseWrite()
	data, err := io.ReadAll(connection)
	if err != nil {
		t.Logf("after %d bytes: %v", len(data), err)
	}
	if fields := strings.Fields(string(data)); len(fields) > 1 {
		status = fields[1]
	}
	return status, string(data)
}

func (s *site) fill(request string) string {
	_, body, _ := strings.Cut(request, "\r\n\r\n")
	_, port, _ := net.SplitHostPort(s.host)
	return strings.NewReplacer("{host}", s.host, "{port}", port, "{length}", strconv.Itoa(len(body))).Replace(request)
}

func wait(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("in vain: %s", what)
		}
	}
}
