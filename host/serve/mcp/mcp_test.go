package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var found = []Hit{{ID: "database-migrations", Description: "Write \"migrations\"", Similarity: .91}}

// connect gives a client of a server that finds the same for every query.
func connect(t *testing.T, search Search) *mcp.ClientSession {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- Serve(t.Context(), fromClient, toClient, "1.2.3", Words{Kinds: []string{"skill", "command"}, Loader: "the loader", Hint: "a/hint"}, search)
	}()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = toServer.Close() // as a client does that is gone
		select {
		case err := <-ended:
			if err != nil {
				t.Error("the end of the client is an error:", err)
			}
		case <-time.After(time.Minute):
			t.Error("the server outlives its client")
		}
	})
	return session
}

func call(t *testing.T, session *mcp.ClientSession, arguments any) (text string, isError bool) {
	t.Helper()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "search", Arguments: arguments})
	if err != nil {
		return err.Error(), true
	}
	return result.Content[0].(*mcp.TextContent).Text, result.IsError
}

// Ensure the model gets what the search found, as JSON of three fields.
func TestSearch(t *testing.T) {
	session := connect(t, func(_ context.Context, input Input) ([]Hit, error) {
		if input.Query != "slow query" || input.Limit != hitsDefault {
			t.Errorf("searched %+v", input)
		}
		return found, nil
	})
	text, isError := call(t, session, map[string]any{"query": "slow query"})
	var got []Hit
	if err := json.Unmarshal([]byte(text), &got); err != nil || isError {
		t.Fatalf("got %s, %v", text, err)
	}
	if diff := cmp.Diff(found, got); diff != "" {
		t.Error(diff)
	}
}

// Ensure whatever a model asks it is told what to do instead, the search is spared
// what it need not see, and the server goes on.
func TestBadInput(t *testing.T) {
	session := connect(t, func(context.Context, Input) ([]Hit, error) { return nil, errors.New("the index is away") })
	for want, arguments := range map[string]any{
		"query is blank":            map[string]any{"query": " \n"},
		"at most 4096":              map[string]any{"query": strings.Repeat("x", QueryBytesMax+1)},
		"there is no kind":          map[string]any{"query": "x", "kinds": []string{"wish"}},
		"1 to 20":                   map[string]any{"query": "x", "limit": 21},
		"limit is -1":               map[string]any{"query": "x", "limit": -1},
		"query":                     map[string]any{},
		"nothing":                   map[string]any{"query": "x", "nothing": true},
		"type":                      map[string]any{"query": []int{1}},
		"the index is away":         map[string]any{"query": "x"},
		"see: impressionism status": map[string]any{"query": "x", "limit": 20},
	} {
		if text, isError := call(t, session, arguments); !isError || !strings.Contains(text, want) {
			t.Errorf("%.60v: got %q, want %q", arguments, text, want)
		}
	}
}

// Ensure a search that panics ends neither the server nor the conversation.
func TestPanic(t *testing.T) {
	session := connect(t, func(context.Context, Input) ([]Hit, error) { panic("over this query") })
	for range 2 {
		if text, isError := call(t, session, map[string]any{"query": "x"}); !isError || !strings.Contains(text, "over this query") {
			t.Errorf("got %q", text)
		}
	}
}

// Ensure nothing found is an empty list, which a model cannot take for a failure.
func TestNothingFound(t *testing.T) {
	session := connect(t, func(context.Context, Input) ([]Hit, error) { return nil, nil })
	if text, isError := call(t, session, map[string]any{"query": "x"}); isError || text != "[]" {
		t.Errorf("got %q", text)
	}
}

// schemaTokensMax is what listing the tools may cost every request of every user.
const schemaTokensMax = 300

var words = regexp.MustCompile(`[A-Za-z]{1,6}|[0-9]{1,3}|[^A-Za-z0-9\s]`)

// Ensure the one tool is read-only, needs no more than it says, and costs at most 300
// tokens: counted as six letters, three digits or one sign each, which is more than
// any tokenizer makes of it.
func TestSchemaIsSmall(t *testing.T) {
	session := connect(t, nil)
	list, err := session.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 1 {
		t.Fatalf("got %v, %v", list, err)
	}
	tool := list.Tools[0]
	if a := tool.Annotations; !a.ReadOnlyHint || *a.DestructiveHint || *a.OpenWorldHint {
		t.Errorf("annotations are %+v", a)
	}
	if hint, _ := tool.Meta["a/hint"].(string); !strings.Contains(hint, "commands") {
		t.Errorf("the client's search is told %v", tool.Meta)
	}
	tool.Meta = nil // the model is not sent it
	encoded, err := json.Marshal(tool)
	if err != nil {
		t.Fatal(err)
	}
	if tokens := len(words.FindAll(encoded, -1)); tokens > schemaTokensMax {
		t.Errorf("%d tokens at most, want %d: %s", tokens, schemaTokensMax, encoded)
	} else {
		t.Logf("at most %d tokens: %s", tokens, encoded)
	}
	if list.NextCursor != "" || session.InitializeResult().Instructions != "" {
		t.Error("the model is told more than the tool")
	}
}

// Ensure that the tool names all kinds by the words by which people ask for them, and how a
// result is loaded only where there is one way.
func TestAbout(t *testing.T) {
	for _, test := range []struct {
		kinds  []string
		loader string
		want   string
	}{
		{[]string{"skill", "command", "tool"}, "X", "Find the right skill, command or tool for a task, or its name, among all skills, slash commands and tools that"},
		{[]string{"skill", "command", "tool"}, "X", "Load a result with X, unless it says how."},
		{[]string{"skill", "command"}, "X", "skill or command for a task, or its name, among all skills and slash commands that"},
		{[]string{"skill"}, "", "before you do that by hand."},
	} {
		if got := about(test.kinds, test.loader); !strings.Contains(got, test.want) || test.loader == "" && strings.Contains(got, "Load") {
			t.Errorf("%s: got %q, want %q in it", test.kinds, got, test.want)
		}
	}
}

// Ensure no bytes from a client end the server with a panic, and none keep it alive.
func FuzzServe(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n"))
	f.Add([]byte(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":"x"}}}` + "\n"))
	f.Add([]byte("\x00\n[]\n{}\nnull\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_ = Serve(ctx, strings.NewReader(string(data)), io.Discard, "1", Words{Kinds: []string{"skill"}}, func(context.Context, Input) ([]Hit, error) { return found, nil })
		if ctx.Err() != nil {
			t.Errorf("it still serves after the end of %q", data)
		}
	})
}
