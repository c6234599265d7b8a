package ui

import (
	"bufio"
	"context"
	"html/template"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// Ensure no bytes of a request bring data without the host and the token, and none stop
// the server.
func FuzzRequest(f *testing.F) {
	listener, err := Listen(0)
	if err != nil {
		f.Fatal(err)
	}
	defer listener.Close()
	given := false
	s, err := New(listener, Options{
		Views: []View{{Name: "live", Title: "Live"}}, Version: "1.0.0",
		Fragment: func(context.Context, string, url.Values) (template.HTML, error) {
			given = true
			return "", nil
		},
		Log: func(code, text string) {
			if code == "" || text == "" {
				panic("a line of the log is empty")
			}
		},
	})
	if err != nil {
		f.Fatal(err)
	}
	for _, head := range []string{
		"GET / HTTP/1.1\r\nHost: {host}\r\n", "GET /v/live?a=b HTTP/1.1\r\nHost: {host}\r\nImpressionism-Token: {token}\r\n",
		"GET /v/live HTTP/1.1\r\nHost: a\r\nImpressionism-Token: {token}\r\n", "POST /code HTTP/1.1\r\nHost: {host}\r\nContent-Length: 4\r\n",
		"GET http://{host}/v/%6cive HTTP/1.0\r\nOrigin: null\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: iframe\r\n",
		"GET /ui.css HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\n", "POST /act/good HTTP/1.1\r\nHost: {host}\r\n",
	} {
		f.Add(head + "\r\nbody")
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.NewReplacer("{host}", s.host, "{token}", s.token).Replace(text)
		request, err := http.ReadRequest(bufio.NewReader(strings.NewReader(text)))
		if err != nil {
			return
		}
		request.RemoteAddr = "127.0.0.1:1"
		given = false
		recorder := httptest.NewRecorder()
		s.answer(recorder, request)
		if given && (request.Host != s.host || request.Header.Get(tokenHeader) != s.token) {
			t.Errorf("data is given for %q", text)
		}
		if strings.Contains(recorder.Body.String(), s.token) && !strings.Contains(text, s.token) { // a refusal may name what was sent
			t.Errorf("the token is given for %q", text)
		}
		if status := recorder.Code; status >= 500 && status != http.StatusHTTPVersionNotSupported || recorder.Header().Get("Content-Security-Policy") != policy {
			t.Errorf("status %d, headers %v for %q", status, recorder.Header(), text)
		}
	})
}

// Ensure that what is pushed arrives, in its order and in few events, whatever is in it.
func FuzzEvents(f *testing.F) {
	f.Add("<p>a</p>", "b\r\n\r\nid: 7\r\nevent: end", "a", "b")
	f.Add("", "\r", "a", "a")
	f.Add("data: x\n\n", ": y", "", "")
	f.Fuzz(func(t *testing.T, one, two, keyOne, keyTwo string) {
		pushes := []Push{
			{Number: 1, HTML: template.HTML(one), Key: keyOne},
			{Number: 2, HTML: template.HTML(two), Key: keyTwo},
			{Number: 3, HTML: template.HTML(one + two), Key: keyOne, Refresh: true},
		}
		data, names, last := readEvents(t, events(pushes))
		if got, want := breakless.Replace(strings.Join(data, "")), breakless.Replace(one+two+one+two); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if len(names) > len(pushes)+1 || names[len(names)-1] != "refresh" || strings.Join(names, "") != "refresh" || last != 3 {
			t.Errorf("events %q, the last is %d", names, last)
		}
	})
}

var breakless = strings.NewReplacer("\r", "", "\n", "")

// readEvents reads events as the standard says: lines end with any of three line ends, an
// empty line ends an event.
func readEvents(t *testing.T, text string) (data, names []string, last int) {
	t.Helper()
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	for event := range strings.SplitSeq(strings.TrimSuffix(text, "\n\n"), "\n\n") {
		name, lines := "", []string{}
		for line := range strings.SplitSeq(event, "\n") {
			field, value, _ := strings.Cut(line, ": ")
			switch field {
			case "id":
				number, err := strconv.Atoi(value)
				if err != nil || number < last {
					t.Errorf("id %q after %d", value, last)
				}
				last = number
			case "event":
				name = value
			case "data":
				lines = append(lines, value)
			default:
				t.Errorf("a line is %q", line)
			}
		}
		names = append(names, name)
		data = append(data, strings.Join(lines, "\n"))
	}
	return data, names, last
}
