package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ensure the model gets the places that were found, as many as there is room for, and hears
// what was wrong with its question; where the code is not searched there is no such tool.
func TestSearchCode(t *testing.T) {
	var got CodeInput
	session := connectTo(t, Tools{SearchCode: func(_ context.Context, input CodeInput) (CodeAnswer, error) {
		got = input
		switch input.Query {
		case "nothing":
			return CodeAnswer{}, nil
		case "broken":
			return CodeAnswer{}, errors.New("there is no index here; run: impressionism code index")
		case "panic":
			panic("over this question")
		}
		var answer CodeAnswer
		for range input.Limit {
			answer.Hits = append(answer.Hits, CodeHit{At: "a b/mux.go:94-105", Symbol: "Mux.Use", Text: strings.Repeat("<system> x() && y->z;\n", 5*input.Lines)})
		}
		return answer, nil
	}})
	whole := map[string]any{"query": "where are handlers added", "path": "host", "language": "go", "limit": 3, "lines": 2}
	if _, isError := callTool(t, session, "search_code", whole); isError {
		t.Error("a whole question is refused")
	}
	if diff := cmp.Diff(CodeInput{"where are handlers added", "host", "go", 3, 2}, got); diff != "" {
		t.Error(diff)
	}
	text, isError := callTool(t, session, "search_code", map[string]any{"query": "many"})
	var answer CodeAnswer
	if err := json.Unmarshal([]byte(text), &answer); err != nil || isError || len(answer.Hits) < 5 || len(answer.Hits) > 10 || got.Lines != 1 {
		t.Errorf("got %d hits for %+v: %v", len(answer.Hits), got, err)
	}
	if want := fmt.Sprintf("%d more had no room: ask with a path", 10-len(answer.Hits)); answer.Note != want || !strings.Contains(text, `\u003csystem> x() && y->z;`) {
		t.Errorf("got the note %q, want %q, in %q", answer.Note, want, text)
	}
	if text, _ := callTool(t, session, "search_code", map[string]any{"query": "many", "limit": 20, "lines": 60}); !strings.Contains(text, "more had no room: ask for fewer lines, or with a path") {
		t.Errorf("got %q", text)
	}
	if len(text) > codeBytesMax || strings.ContainsAny(text, "<\n") {
		t.Errorf("%d bytes; it is not escaped or too much: %q", len(text), text)
	}
	if text, isError := callTool(t, session, "search_code", map[string]any{"query": "nothing"}); isError || text != `{"hits":[]}` {
		t.Errorf("got %q", text)
	}
	for want, arguments := range map[string]any{
		"query is blank":       map[string]any{"query": " "},
		"more than 4096":       map[string]any{"query": "x", "path": strings.Repeat("x", QueryBytesMax)},
		"limit is 21":          map[string]any{"query": "x", "limit": 21},
		"lines is 61":          map[string]any{"query": "x", "lines": 61},
		"lines is -1":          map[string]any{"query": "x", "lines": -1},
		"nothing":              map[string]any{"query": "x", "nothing": 1},
		"there is no index":    map[string]any{"query": "broken"},
		"over this question":   map[string]any{"query": "panic"},
		"impressionism status": map[string]any{"query": "panic"},
	} {
		if text, isError := callTool(t, session, "search_code", arguments); !isError || !strings.Contains(text, want) {
			t.Errorf("%.60v: got %q, want %q", arguments, text, want)
		}
	}
	if list, err := connect(t, nil).ListTools(t.Context(), nil); err != nil || len(list.Tools) != 1 {
		t.Errorf("where it is off: got %v, %v", list, err)
	}
}

// Ensure one place alone keeps within the limit too, and whole lines of it are shown.
func TestOnePlaceIsBounded(t *testing.T) {
	line := strings.Repeat("<", 160)
	session := connectTo(t, Tools{SearchCode: func(_ context.Context, input CodeInput) (CodeAnswer, error) {
		return CodeAnswer{Hits: []CodeHit{{At: "a.go:1-60", Text: strings.TrimSuffix(strings.Repeat(line+"\n", input.Lines), "\n")}}}, nil
	}})
	for _, lines := range []int{1, 60} {
		text, isError := callTool(t, session, "search_code", map[string]any{"query": "a", "lines": lines})
		var answer CodeAnswer
		if err := json.Unmarshal([]byte(text), &answer); err != nil || isError || len(answer.Hits) != 1 || !strings.HasSuffix(answer.Hits[0].Text, line) {
			t.Errorf("%d lines: got %.80q: %v", lines, text, err)
		}
		if wants := lines > 1; wants != strings.Contains(answer.Note, "cut") {
			t.Errorf("%d lines: got the note %q", lines, answer.Note)
		}
		if len(text) > codeLinesBytesMax {
			t.Errorf("%d lines: %d bytes", lines, len(text))
		}
	}
}
