package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Limits of one question about the code, and of its answer.
const (
	codeHitsDefault = 10
	codeLinesMax    = 60

	// Bytes of an answer: about 700 tokens, which have three bytes each in such lists of
	// paths and code; more for who asks for lines.
	codeBytesMax      = 2100
	codeLinesBytesMax = 12 << 10
)

// CodeInput is the input of the tool search_code.
type CodeInput struct {
	Query    string `json:"query" jsonschema:"what the code does, or a symbol"`
	Path     string `json:"path,omitempty" jsonschema:"folder or glob"`
	Language string `json:"language,omitempty" jsonschema:"as in go"`
	Limit    int    `json:"limit,omitempty" jsonschema:"1 to 20, default 10"`
	Lines    int    `json:"lines,omitempty" jsonschema:"of each, 1 to 60"`
}

// CodeHit is a place of the project's sources.
type CodeHit struct {
	At         string  `json:"at"` // path:start-end
	Symbol     string  `json:"symbol,omitempty"`
	Text       string  `json:"text"` // its first lines, or the one that names it
	Similarity float64 `json:"similarity"`
	Stale      bool    `json:"stale,omitempty"` // the file was changed since, the lines may be others
}

// CodeAnswer is what a search of the code found, best first.
type CodeAnswer struct {
	Hits []CodeHit `json:"hits"`
	Note string    `json:"note,omitempty"` // that nothing may fit, or what keeps the answer poor
}

// SearchCode finds places for an input that is within the limits. The context ends with the
// time that a search has.
type SearchCode func(ctx context.Context, input CodeInput) (CodeAnswer, error)

func codeTool() *mcp.Tool {
	closed, harmless := false, false
	return &mcp.Tool{
		Name: "search_code",
		Description: "Find where something is done or defined in this project's code, by meaning or by symbol, " +
			"with paths and lines as they are now. Use it before grep when you do not know the code's words.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed, DestructiveHint: &harmless},
	}
}

// places tells the model what was wrong with its input, so that it can ask again.
func places(ctx context.Context, search SearchCode, input CodeInput) (_ *mcp.CallToolResult, _ any, err error) {
	defer func() {
		if reason := recover(); reason != nil { // hooks have the same process
			err = fmt.Errorf("search_code: %v; see: impressionism status", reason)
		}
	}()
	room := codeBytesMax
	if input.Lines > 1 {
		room = codeLinesBytesMax
	}
	if input.Limit == 0 {
		input.Limit = codeHitsDefault
	}
	if input.Lines == 0 {
		input.Lines = 1
	}
	switch {
	case strings.TrimSpace(input.Query) == "":
		return nil, nil, errors.New("query is blank: say what the code does, or name a symbol")
	case len(input.Query)+len(input.Path)+len(input.Language) > QueryBytesMax:
		return nil, nil, fmt.Errorf("the input has more than %d bytes: say it in a sentence", QueryBytesMax)
	case input.Limit < 1 || input.Limit > HitsMax:
		return nil, nil, fmt.Errorf("limit is %d; it must be 1 to %d", input.Limit, HitsMax)
	case input.Lines < 1 || input.Lines > codeLinesMax:
		return nil, nil, fmt.Errorf("lines is %d; it must be 1 to %d", input.Lines, codeLinesMax)
	}
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	answer, err := search(ctx, input)
	if err != nil {
		return nil, nil, fmt.Errorf("search_code: %w", err)
	}
	encoded, err := fitting(answer, input.Lines, room)
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(encoded)}}}, nil, nil
}

// fitting encodes as many hits as there is room for, the best first, and of one alone as much of
// its text. The note says how many had none, and whether that text was cut.
func fitting(answer CodeAnswer, lines, room int) ([]byte, error) {
	if answer.Hits == nil {
		answer.Hits = []CodeHit{}
	}
	found, otherwise, isCut := len(answer.Hits), "ask with a path", false
	if lines > 1 {
		otherwise = "ask for fewer lines, or with a path"
	}
	var notes []string
	if answer.Note != "" {
		notes = append(notes, answer.Note)
	}
	for {
		told := slices.Clone(notes)
		if isCut {
			told = append(told, "the text is cut: read the file for the rest")
		}
		if more := found - len(answer.Hits); more > 0 {
			told = append(told, fmt.Sprintf("%d more had no room: %s", more, otherwise))
		}
		answer.Note = strings.Join(told, "; ")
		encoded, err := encode(answer)
		if err != nil || len(encoded) <= room || len(answer.Hits) == 0 {
			return encoded, err
		}
		if len(answer.Hits) > 1 {
			answer.Hits = answer.Hits[:len(answer.Hits)-1]
			continue
		}
		only := answer.Hits[0]
		if only.Text == "" {
			return encoded, nil // a path and a symbol, which have limits
		}
		only.Text = only.Text[:max(0, strings.LastIndexByte(only.Text, '\n'))]
		answer.Hits, isCut = []CodeHit{only}, true
	}
}
