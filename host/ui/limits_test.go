package ui_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/ui"
)

// dial opens a connection and sends bytes over it.
func (s *site) dial(t *testing.T, request string) *net.TCPConn {
	t.Helper()
	connection, err := net.Dial("tcp", s.host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	_ = connection.SetReadDeadline(time.Now().Add(20 * time.Second))
	if _, err := io.WriteString(connection, s.fill(request)); err != nil {
		t.Fatal(err)
	}
	return connection.(*net.TCPConn)
}

// Ensure a code opens one page, within a minute, and that a refusal says which of both it
// was: somebody else's use is something to know.
func TestCodeOnceAndInTime(t *testing.T) {
	var passed atomic.Int64
	page := serve(t, func(o *ui.Options) {
		o.Now = func() time.Time { return time.Now().Add(time.Duration(passed.Load())) }
	})
	exchanged := func(code string) (status, answer string) {
		return page.ask(t, exchange+own+length+done+code)
	}
	first, second, third := page.code(), page.code(), page.code()
	if status, answer := exchanged(first); status != "200" {
		t.Errorf("the first: %s", answer)
	}
	if status, answer := exchanged(first); status != "403" || !strings.Contains(answer, "used already") {
		t.Errorf("twice: %s", answer)
	}
	passed.Add(int64(ui.CodeLife - time.Second))
	if status, answer := exchanged(second); status != "200" {
		t.Errorf("in time: %s", answer)
	}
	passed.Add(int64(2 * time.Second))
	if status, answer := exchanged(third); status != "403" || !strings.Contains(answer, "older than a minute") {
		t.Errorf("late: %s", answer)
	}
	passed.Store(-int64(time.Hour)) // the clock is set back
	if status, answer := exchanged(third); status != "403" {
		t.Errorf("late by a clock that was set back: %s", answer)
	}
	if !page.names("ui-code", 0) {
		t.Error("the log names none of it")
	}
}

// Ensure that codes of many pages do not pile up, and that old ones lose.
func TestCodesAreBounded(t *testing.T) {
	page := serve(t, nil)
	first := page.code()
	for range 1000 {
		page.code()
	}
	if status, _ := page.ask(t, exchange+own+length+done+first); status != "403" {
		t.Errorf("the first of a thousand codes: %s", status)
	}
}

// Ensure a request that comes too slowly is cut: its head, its body, be it read or not, and
// a connection that sends byte after byte; and that what waits for it is named.
func TestSlowRequests(t *testing.T) {
	page := serveWithin(t, 300*time.Millisecond, nil)
	for name, slow := range map[string]struct{ request, code string }{
		"head":                   {fragment + "Host: ", "ui-slow-request"},
		"body":                   {exchange + own + "Content-Length: 30\r\n" + done + "half", "ui-body"},
		"body, to be kept open":  {exchange + own + "Content-Length: 30\r\n\r\nhalf", "ui-body"},
		"body that nobody reads": {shell + own + "Content-Length: 30\r\n\r\nhalf", ""},
		"body of a refused one":  {"GET /none HTTP/1.1\r\n" + own + "Content-Length: 30\r\n\r\nhalf", "ui-path"},
	} {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			connection := page.dial(t, slow.request)
			_, _ = io.Copy(io.Discard, connection)
			if took := time.Since(begin); took > 10*time.Second {
				t.Errorf("it was kept for %s", took)
			}
			wait(t, slow.code+" in the log", func() bool { return slow.code == "" || page.names(slow.code, 0) })
		})
	}
	t.Run("byte after byte", func(t *testing.T) {
		connection := page.dial(t, "")
		begin := time.Now()
		for _, err := connection.Write([]byte("G")); err == nil; _, err = connection.Write([]byte("E")) {
			if time.Sleep(10 * time.Millisecond); time.Since(begin) > 10*time.Second {
				t.Fatal("it is never cut")
			}
		}
	})
}

// Ensure a page that does not read is cut, from its stream and from a large view, and that
// others are served meanwhile.
func TestSlowReaders(t *testing.T) {
	large := template.HTML("<p>" + strings.Repeat("large ", 4<<20) + "</p>")
	page := serveWithin(t, 500*time.Millisecond, func(o *ui.Options) {
		o.Fragment = func(context.Context, string, url.Values) (template.HTML, error) { return large, nil }
		o.Stream = func(ctx context.Context, _ int64, _ url.Values) <-chan ui.Push {
			pushes := make(chan ui.Push)
			go func() {
				for n := int64(1); ctx.Err() == nil; n++ {
					select {
					case pushes <- ui.Push{Number: n, HTML: large[:1<<20]}:
					case <-ctx.Done():
					}
				}
			}()
			return pushes
		}
	})
	token := page.token(t)
	key := strings.ReplaceAll(withKey, "{token}", token)
	for name, request := range map[string]string{"view": fragment + own + key + "\r\n", "stream": "GET /stream HTTP/1.1\r\n" + own + key + "\r\n"} {
		t.Run(name, func(t *testing.T) {
			logged := page.lines()
			page.dial(t, request)
			wait(t, "ui-slow-reader in the log", func() bool { return page.names("ui-slow-reader", logged) })
			if status, _ := page.ask(t, "GET /healthz HTTP/1.1\r\n"+own+done); status != "200" {
				t.Errorf("another page is answered with %q", status)
			}
		})
	}
}

// Ensure connections beyond the limit are refused at once, in words, and that there is
// room again when others end.
func TestConnectionLimit(t *testing.T) {
	page := serveWithin(t, time.Minute, nil) // none of them ends by itself
	var open []net.Conn
	for range ui.ConnectionsMax {
		open = append(open, page.dial(t, ""))
	}
	for range 40 {
		if status, answer := page.ask(t, "GET /healthz HTTP/1.1\r\n"+own+done); status != "503" {
			t.Fatalf("one more: %q", answer)
		}
	}
	if !page.names("ui-connections", 0) {
		t.Errorf("the log has %s", page.log())
	}
	for _, connection := range open[:10] {
		connection.Close()
	}
	wait(t, "room again", func() bool {
		status, _ := page.ask(t, "GET /healthz HTTP/1.1\r\n"+own+done)
		return status == "200"
	})
}

// Ensure a flood of connections beyond the limit costs nothing that lasts, and fills no log.
func TestConnectionFlood(t *testing.T) {
	page := serve(t, nil)
	for range ui.ConnectionsMax + 500 {
		connection, err := net.Dial("tcp", page.host)
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
	}
	wait(t, "a refusal", func() bool { return page.names("ui-connections", 0) })
	if lines := page.lines(); lines > 40 {
		t.Errorf("the log has %d lines", lines)
	}
}

// Ensure only so many streams are open, and that one more is told so.
func TestStreamLimit(t *testing.T) {
	page := serve(t, nil)
	request := "GET /stream HTTP/1.1\r\n" + own + strings.ReplaceAll(withKey, "{token}", page.token(t)) + "\r\n"
	var open []net.Conn
	for range ui.StreamsMax {
		open = append(open, page.dial(t, request))
	}
	wait(t, "all streams", func() bool { return page.streams() == ui.StreamsMax })
	if status, answer := page.ask(t, request); status != "503" || !page.names("ui-streams", 0) {
		t.Errorf("one more: %q", answer)
	}
	open[0].Close()
	wait(t, "one less", func() bool { return page.streams() < ui.StreamsMax })
	wait(t, "room again", func() bool {
		page.dial(t, request)
		return page.streams() == ui.StreamsMax
	})
}

// Ensure a stream is server-sent events as a browser reads them: pushes that come together
// are one event, pushes with one key are not, and no text of a push ends an event.
func TestStreamEvents(t *testing.T) {
	asked := make(chan int64, 2)
	pushes := make(chan ui.Push, 10)
	page := serve(t, func(o *ui.Options) {
		o.Stream = func(_ context.Context, after int64, _ url.Values) <-chan ui.Push {
			asked <- after
			return pushes
		}
	})
	key := strings.ReplaceAll(withKey, "{token}", page.token(t))
	pushes <- ui.Push{Number: 7, HTML: "<p>a\rb\r\nc\n\nid: 99</p>", Key: "a"}
	pushes <- ui.Push{Number: 8, HTML: "<p>other</p>", Key: "b"}
	pushes <- ui.Push{Number: 9, HTML: "<p>a again</p>", Key: "a"}
	pushes <- ui.Push{Number: 10, Refresh: true, Notice: "read\n\nid: 98\u202e again"}
	close(pushes)
	// The connection stays open for writing: the stream of a page that goes ends at once.
	answer, err := io.ReadAll(page.dial(t, "GET /stream?after=6 HTTP/1.1\r\n"+own+key+done))
	if err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(strings.ReplaceAll(string(answer), "\r\n", "\n"), "retry: ")
	want := "300\n\n"
	if !strings.HasPrefix(got, want) {
		t.Fatalf("got %q", answer)
	}
	for _, event := range []string{
		"id: 8\ndata: <p>a\ndata: b\ndata: c\ndata: \ndata: id: 99</p><p>other</p>\n\n",
		"id: 10\ndata: <p>a again</p>\n\n", "id: 10\nevent: refresh\ndata: \n\n",
		"id: 10\nevent: notice\ndata: read\ndata: \ndata: id: 98 again\n\n",
	} {
		if !strings.Contains(got, event) {
			t.Errorf("got %q, want %q", got, event)
		}
	}
	if after := <-asked; after != 6 {
		t.Errorf("it goes on after %d", after)
	}
	page.ask(t, "GET /stream?after=6 HTTP/1.1\r\n"+own+key+"Last-Event-ID: 9\r\n"+done)
	if after := <-asked; after != 9 {
		t.Errorf("it goes on after %d", after)
	}
}

// Ensure the first of several pushes does not wait long for others.
func TestGather(t *testing.T) {
	page := serve(t, nil)
	connection := page.dial(t, "GET /stream HTTP/1.1\r\n"+own+strings.ReplaceAll(withKey, "{token}", page.token(t))+"\r\n")
	wait(t, "the stream", func() bool { return page.streams() == 1 })
	begin := time.Now()
	page.push(5)
	lines, events := bufio.NewScanner(connection), 0
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "id: ") {
			events++
		}
		if strings.Contains(lines.Text(), "row 5") {
			break
		}
	}
	if took := time.Since(begin); events == 5 || took > 5*time.Second {
		t.Errorf("%d events after %s", events, took)
	}
}

// Ensure an error of a view is shown in words under the view's title, without what hides
// in them, and logged; and that an action of a read-only page is refused.
func TestErrorsInWords(t *testing.T) {
	page := serve(t, func(o *ui.Options) {
		o.Fragment = func(context.Context, string, url.Values) (template.HTML, error) {
			return "", errors.New("read <script>alert(1)</script>\x1b[31m\u202e of state.db")
		}
	})
	key := strings.ReplaceAll(withKey, "{token}", page.token(t))
	status, answer := page.ask(t, fragment+own+key+done)
	if status != "500" || !strings.Contains(answer, "<h1>Live</h1>") || !strings.Contains(answer, "&lt;script&gt;") || strings.ContainsAny(answer, "\x1b\u202e") {
		t.Errorf("got %q", answer)
	}
	if !page.names("ui-view", 0) {
		t.Error("the log does not name it")
	}
	status, answer = page.ask(t, good+own+key+length+done+"id=7")
	if status != "403" || !strings.Contains(answer, "read-only") || !page.names("ui-action", 0) {
		t.Errorf("got %q", answer)
	}
}

// Ensure the shell has no data, and that all there is of assets stays small enough to be
// there at once.
func TestShellAndAssets(t *testing.T) {
	page := serve(t, nil)
	_, shellText := page.ask(t, shell+own+done)
	if strings.Contains(shellText, secretText) || !strings.Contains(shellText, "<h1>") || !strings.Contains(shellText, `class="skip"`) {
		t.Errorf("the shell is %s", shellText)
	}
	if strings.Contains(shellText, "style=") || strings.Contains(shellText, "onclick") || strings.Contains(shellText, "<script>") {
		t.Error("the shell has something inline")
	}
	sum := 0
	for _, name := range []string{"/htmx.js", "/sse.js", "/ui.js", "/ui.css", "/views.css"} {
		status, answer := page.ask(t, fmt.Sprintf("GET %s HTTP/1.1\r\n%sAccept-Encoding: gzip\r\n%s", name, own, done))
		_, body, _ := strings.Cut(answer, "\r\n\r\n")
		t.Logf("%s: %d bytes", name, len(body))
		if sum += len(body); status != "200" {
			t.Errorf("%s: %s", name, status)
		}
	}
	if sum > 26<<10 { // of 30 KB, the rest is for charts
		t.Errorf("script and style are %d bytes", sum)
	}
}
