//go:build unix

package mcplist_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/mcplist"
)

// remote is a real server with two tools, behind a token.
func remote(t *testing.T, kind string) *httptest.Server {
	t.Helper()
	server := mcp.NewServer(&mcp.Implementation{Name: "remote", Version: "1"}, nil)
	for _, name := range []string{"create_issue", "list_issues"} {
		mcp.AddTool(server, &mcp.Tool{Name: name, Description: "It does " + name + "."}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
			t.Error("a tool was called")
			return nil, nil, nil
		})
	}
	var handler http.Handler = mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	if kind == client.TransportSSE {
		handler = mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return server }, nil)
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer tok-3141592653" {
			http.Error(w, "who are you, tok-3141592653?", http.StatusUnauthorized)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	return web
}

func at(kind, address string) (client.Server, client.Launch) {
	return client.Server{Name: "remote", Prefix: "mcp__remote__", Transport: kind, URL: "${BASE}/mcp?key=${KEY}"},
		client.Launch{URL: address + "/mcp?key=hunter-2718281828", Headers: map[string]string{"Authorization": "Bearer tok-3141592653"}}
}

// Ensure that servers behind both kinds of addresses are asked for their list with the
// client's headers, and for nothing else.
func TestAddresses(t *testing.T) {
	for _, kind := range []string{client.TransportHTTP, client.TransportSSE} {
		server, launch := at(kind, remote(t, kind).URL)
		began := time.Now()
		answer, err := mcplist.Asker{Version: "1"}.List(t.Context(), server, launch)
		if got := offered(answer, server); err != nil || got != "create_issue: It does create_issue.\nlist_issues: It does list_issues." {
			t.Errorf("%s: got %q, %v", kind, got, err)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s: it took %v", kind, took)
		}
		launch.Headers = nil
		_, err = mcplist.Asker{Version: "1"}.List(t.Context(), server, launch)
		if err == nil || !strings.HasPrefix(err.Error(), "it wants a login (status 401)") {
			t.Errorf("%s without a token: got %v", kind, err)
		}
	}
}

// Ensure that whatever is at an address, the error says so in time and in own words, and that
// a header reaches no other host.
func TestFaultyAddresses(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("another host got %s with %v", r.URL, r.Header)
	}))
	t.Cleanup(elsewhere.Close)
	answers := map[string]struct {
		handler http.HandlerFunc
		want    string
	}{
		"html": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<html>hunter-2718281828</html>")
		}, ""},
		"no json": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, "{")
		}, ""},
		"500": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, "it answered with status 500"},
		"404": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404) }, "it answered with status 404"},
		"403": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(403) }, "it wants a login (status 403)"},
		"moved": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		}, "it sends to another host"},
		"circle": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.Path, http.StatusTemporaryRedirect)
		}, "it redirects more than 5 times"},
		"hangs": {func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-r.Context().Done():
			case <-time.After(2 * time.Second):
			}
		}, "it gave no list within 1s"},
		"too much": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for range 10 << 10 {
				if _, err := fmt.Fprintf(w, ": %s\n", strings.Repeat("x", 1000)); err != nil {
					return
				}
			}
		}, "it said more than 4 MiB"},
		"endpoint": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprintf(w, "event: endpoint\ndata: %s/x\n\n", elsewhere.URL)
		}, ""},
	}
	for name, test := range answers {
		for _, kind := range []string{client.TransportHTTP, client.TransportSSE} {
			web := httptest.NewServer(test.handler)
			server, launch := at(kind, web.URL)
			began := time.Now()
			_, err := mcplist.Asker{Version: "1", Time: time.Second}.List(t.Context(), server, launch)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) && kind == client.TransportHTTP {
				t.Errorf("%s %s: got %v, want %s", name, kind, err, test.want)
			}
			if took := time.Since(began); took > 5*time.Second || err != nil && (strings.Contains(err.Error(), "2718281828") || strings.Contains(err.Error(), "3141592653")) {
				t.Errorf("%s %s: %v, after %v", name, kind, err, took)
			}
			t.Log(name, kind, err)
			web.CloseClientConnections()
			web.Close()
		}
	}
	for address, want := range map[string]string{"": "its address is none", "ftp://x": "its address is none", "http://": "its address is none", "%zz": "its address is none", "http://127.0.0.1:1/": "no connection to its host came about"} {
		_, err := mcplist.Asker{}.List(t.Context(), client.Server{Transport: client.TransportHTTP}, client.Launch{URL: address})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v", address, err)
		}
	}
}

// Ensure that messages go by the scheme of the address alone: where a server has them sent by
// another, a header of https would go out unencrypted.
func TestAnotherScheme(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "event: endpoint\ndata: https://%s/x\n\n", r.Host)
		_ = http.NewResponseController(w).Flush()
		select { // a stream that ends may be noticed before what it said
		case <-r.Context().Done():
		case <-t.Context().Done():
		}
	}))
	t.Cleanup(web.Close)
	server, launch := at(client.TransportSSE, web.URL)
	_, err := mcplist.Asker{Version: "1", Time: 5 * time.Second}.List(t.Context(), server, launch)
	if err == nil || !strings.HasPrefix(err.Error(), "it sends to another host or by another scheme") {
		t.Errorf("got %v", err)
	}
}
