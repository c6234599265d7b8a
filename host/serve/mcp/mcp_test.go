package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var found = []Hit{{ID: "database-migrations", Description: "Write \"migrations\"", Similarity: .91}}

// connect gives a client of a server that finds the same for every query.
func connect(t *testing.T, search Search) *mcp.ClientSession {
	t.Helper()
	return connectTo(t, Tools{Search: search})
}

// connectTo gives a client of a server with these tools.
func connectTo(t *testing.T, tools Tools) *mcp.ClientSession {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- Serve(t.Context(), fromClient, toClient, "1.2.3", Words{Kinds: []string{"skill", "command", "tool", "lesson"}, Loader: "the Skill tool", Hint: "a/hint"}, tools)
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
	return callTool(t, session, "search", arguments)
}

func callTool(t *testing.T, session *mcp.ClientSession, tool string, arguments any) (text string, isError bool) {
	t.Helper()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
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

// Ensure that who hands over all messages at once, as from a file, gets all answers, also of a
// search that takes as long as it may, and that a call that never ends keeps no server alive, and
// none alive whose context ended, as by a signal.
func TestAnswersAfterLastMessage(t *testing.T) {
	const messages = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":ARGUMENTS}}
`
	arguments := map[string]string{"search": `{"query":"x"}`, "search_code": `{"query":"x"}`, "remember": `{"title":"x","text":"x"}`}
	for name, test := range map[string]struct {
		tool      string
		takes     time.Duration
		ends      time.Duration // of the context; 0: never
		answers   string
		serverMax time.Duration
	}{
		"search":                   {"search", time.Second, 0, "database-migrations", time.Second},
		"search at its limit":      {"search", time.Hour, 0, "deadline exceeded", searchTime},
		"search_code":              {"search_code", searchTime - time.Second, 0, "mux.go", searchTime - time.Second},
		"search_code at its limit": {"search_code", time.Hour, 0, "deadline exceeded", searchTime},
		"a call that hangs":        {"remember", time.Hour, 0, "", finishWait},
		"a server that is to end":  {"search_code", time.Hour, time.Second, "", time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			wait := func(ctx context.Context) error {
				select {
				case <-ctx.Done():
				case <-time.After(test.takes):
				}
				return ctx.Err()
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if test.ends > 0 {
				time.AfterFunc(test.ends, cancel)
			}
			var out strings.Builder
			began := time.Now()
			input := strings.NewReplacer(`"search"`, `"`+test.tool+`"`, "ARGUMENTS", arguments[test.tool]).Replace(messages)
			err := Serve(ctx, strings.NewReader(input), &out, "1", Words{Kinds: []string{"skill"}}, Tools{
				Search: func(ctx context.Context, _ Input) ([]Hit, error) { return found, wait(ctx) },
				SearchCode: func(ctx context.Context, _ CodeInput) (CodeAnswer, error) {
					return CodeAnswer{Hits: []CodeHit{{At: "mux.go:1-2"}}}, wait(ctx)
				},
				Remember: func(ctx context.Context, _ Lesson) (string, error) { return "", wait(ctx) },
			})
			if took := time.Since(began); err != nil || took > test.serverMax {
				t.Errorf("%s: %v after %v", name, err, took)
			}
			if got := out.String(); test.answers != "" && !strings.Contains(got, test.answers) || test.answers == "" && strings.Contains(got, `"id":2`) {
				t.Errorf("%s: got %s", name, got)
			}
		})
	}
}

// What listing the tools may cost every request of every user: search and remember together,
// and search_code.
const (
	schemaTokensMax     = 500
	codeSchemaTokensMax = 250
)

var words = regexp.MustCompile(`[A-Za-z]{1,6}|[0-9]{1,3}|[^A-Za-z0-9\s]`)

// Ensure the tools need no more than they say, and cost at most 500 tokens together, search_code
// 250 more, with all kinds that there are: counted as six letters, three digits or one sign
// each, which is more than any tokenizer makes of it. The searches are read-only.
func TestSchemaIsSmall(t *testing.T) {
	session := connectTo(t, Tools{
		Remember:   func(context.Context, Lesson) (string, error) { return "", nil },
		SearchCode: func(context.Context, CodeInput) (CodeAnswer, error) { return CodeAnswer{}, nil },
	})
	list, err := session.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 3 {
		t.Fatalf("got %v, %v", list, err)
	}
	tokens := 0
	for _, tool := range list.Tools {
		if a := tool.Annotations; a.ReadOnlyHint != strings.HasPrefix(tool.Name, "search") || *a.DestructiveHint || *a.OpenWorldHint {
			t.Errorf("annotations of %s are %+v", tool.Name, a)
		}
		if hint, _ := tool.Meta["a/hint"].(string); strings.Contains(hint, "commands") != (tool.Name == "search") {
			t.Errorf("the client's search is told %v of %s", tool.Meta, tool.Name)
		}
		tool.Meta, tool.Annotations = nil, nil // the model is not sent them
		encoded, err := json.Marshal(tool)
		if err != nil {
			t.Fatal(err)
		}
		if limits := "at most 120 words and 600 characters"; bytes.Contains(encoded, []byte(limits)) != (tool.Name == "remember") {
			t.Errorf("%s: %q of a lesson: %s", tool.Name, limits, encoded)
		}
		n := len(words.FindAll(encoded, -1))
		if tool.Name != "search_code" {
			tokens += n
		} else if n > codeSchemaTokensMax {
			t.Errorf("search_code: %d tokens at most, want %d", n, codeSchemaTokensMax)
		}
		t.Logf("at most %d tokens: %s", n, encoded)
	}
	if tokens > schemaTokensMax {
		t.Errorf("%d tokens at most, want %d", tokens, schemaTokensMax)
	}
	if list.NextCursor != "" || session.InitializeResult().Instructions != "" {
		t.Error("the model is told more than the tools")
	}
}

// Ensure what the model wants remembered is handed on whole, and that it hears what was wrong
// with it; where nothing may be proposed there is no such tool.
func TestRemember(t *testing.T) {
	var got []Lesson
	session := connectTo(t, Tools{Remember: func(_ context.Context, lesson Lesson) (string, error) {
		got = append(got, lesson)
		switch lesson.Text {
		case "refuse":
			return "", errors.New("it has 1 word")
		case "panic":
			panic("over this lesson")
		}
		return "Proposed L-aaaaa", nil
	}})
	whole := map[string]any{"title": "Use pnpm", "text": "Never npm.", "when": "installing", "paths": []string{"web/**"}}
	if text, isError := callTool(t, session, "remember", whole); isError || text != "Proposed L-aaaaa" {
		t.Errorf("got %q, %v", text, isError)
	}
	if diff := cmp.Diff([]Lesson{{Title: "Use pnpm", Text: "Never npm.", When: "installing", Paths: []string{"web/**"}}}, got); diff != "" {
		t.Error(diff)
	}
	for want, arguments := range map[string]any{
		"text is blank":    map[string]any{"title": "x", "text": " \n"},
		"at most 4096":     map[string]any{"title": "x", "text": strings.Repeat("x", LessonBytesMax)},
		"at most 20":       map[string]any{"title": "x", "text": "x", "paths": make([]string, PathsMax+1)},
		"title":            map[string]any{"text": "x"},
		"nothing":          map[string]any{"title": "x", "text": "x", "nothing": 1},
		"it has 1 word":    map[string]any{"title": "x", "text": "refuse"},
		"over this lesson": map[string]any{"title": "x", "text": "panic"},
	} {
		if text, isError := callTool(t, session, "remember", arguments); !isError || !strings.Contains(text, want) {
			t.Errorf("%.60v: got %q, want %q", arguments, text, want)
		}
	}
	if list, err := connect(t, nil).ListTools(t.Context(), nil); err != nil || len(list.Tools) != 1 {
		t.Errorf("where it is off: got %v, %v", list, err)
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
	f.Add([]byte(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"remember","arguments":{"title":"x","text":"x"}}}` + "\n"))
	f.Add([]byte("\x00\n[]\n{}\nnull\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_ = Serve(ctx, strings.NewReader(string(data)), io.Discard, "1", Words{Kinds: []string{"skill"}}, Tools{
			Search:   func(context.Context, Input) ([]Hit, error) { return found, nil },
			Remember: func(context.Context, Lesson) (string, error) { return "", nil },
		})
		if ctx.Err() != nil {
			t.Errorf("it still serves after the end of %q", data)
		}
	})
}
