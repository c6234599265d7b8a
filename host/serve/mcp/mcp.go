// Package mcp offers the search of the catalog to a model, over the Model Context
// Protocol. It alone imports the protocol's SDK, and must not know how a search
// finds.
package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Limits of one search, and of one message from the client.
const (
	QueryBytesMax = 4 << 10
	HitsMax       = 20
	hitsDefault   = 5
	lineBytesMax  = 1 << 20
)

// Hit is an item as the model sees it.
type Hit struct {
	ID          string  `json:"id"`
	Description string  `json:"description"`
	Similarity  float64 `json:"similarity"`
}

// Search finds items for a query that is within the limits.
type Search func(ctx context.Context, query string, limit int) ([]Hit, error)

// Input is the input of the tool. Every request that lists the tool pays for the words
// of its schema.
type Input struct {
	Query string `json:"query" jsonschema:"the task, in words"`
	Limit int    `json:"limit,omitempty" jsonschema:"results, 1 to 20, default 5"`
}

// Serve answers the client on a pair of streams until it closes them or the
// context ends.
func Serve(ctx context.Context, in io.Reader, out io.Writer, version string, kinds []string, loader string, search Search) error {
	server := mcp.NewServer(&mcp.Implementation{Name: "impressionism", Version: version}, &mcp.ServerOptions{
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}, // no logging, and the list never changes
	})
	mcp.AddTool(server, searchTool(kinds, loader), func(ctx context.Context, _ *mcp.CallToolRequest, input Input) (*mcp.CallToolResult, any, error) {
		return answer(ctx, search, input)
	})
	err := server.Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(in), Writer: keptOpen{out}, MaxLineLength: lineBytesMax})
	if ctx.Err() != nil || errors.Is(err, io.EOF) || errors.Is(err, mcp.ErrConnectionClosed) {
		return nil // the client is done
	}
	if err != nil {
		return fmt.Errorf("serve the client: %w", err)
	}
	return nil
}

func searchTool(kinds []string, loader string) *mcp.Tool {
	closed, harmless := false, false
	about := "Find installed " + strings.Join(kinds, "s and ") + "s for a task."
	if loader != "" {
		about += " Load one with " + loader + "."
	}
	return &mcp.Tool{
		Name:        "search",
		Description: about,
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed, DestructiveHint: &harmless},
	}
}

// answer tells the model what was wrong with its input, so that it can ask again.
func answer(ctx context.Context, search Search, input Input) (_ *mcp.CallToolResult, _ any, err error) {
	defer func() {
		if reason := recover(); reason != nil { // hooks have the same process
			err = fmt.Errorf("search: %v; see: impressionism status", reason)
		}
	}()
	if input.Limit == 0 {
		input.Limit = hitsDefault
	}
	switch {
	case strings.TrimSpace(input.Query) == "":
		return nil, nil, errors.New("query is blank: say what the task is about")
	case len(input.Query) > QueryBytesMax:
		return nil, nil, fmt.Errorf("query has %d bytes, at most %d are searched: say it in a sentence", len(input.Query), QueryBytesMax)
	case input.Limit < 1 || input.Limit > HitsMax:
		return nil, nil, fmt.Errorf("limit is %d; it must be 1 to %d", input.Limit, HitsMax)
	}
	hits, err := search(ctx, input.Query, input.Limit)
	if err != nil {
		return nil, nil, fmt.Errorf("search: %w; see: impressionism status", err)
	}
	if hits == nil {
		hits = []Hit{}
	}
	encoded, err := json.Marshal(hits)
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(encoded)}}}, nil, nil
}

// keptOpen leaves the stream to whom it belongs.
type keptOpen struct{ io.Writer }

func (keptOpen) Close() error { return nil }
