// Package mcp offers the search of the catalog and of the project's code and the proposing of
// lessons to a model, over the Model Context Protocol. It is the side of the protocol that
// answers; package mcplist is the other one. It must not know how a search finds, or what
// becomes of a lesson.
package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Limits of one search, and of one message from the client.
const (
	QueryBytesMax = 4 << 10
	HitsMax       = 20
	hitsDefault   = 5
	lineBytesMax  = 1 << 20

	// searchTime bounds one search, of the code, too: a model that waits for longer asks otherwise.
	searchTime = 10 * time.Second
)

// Hit is an item as the model sees it.
type Hit struct {
	ID          string  `json:"id"`
	Description string  `json:"description,omitempty"`
	Load        string  `json:"load,omitempty"` // how to load it, where that is not as for all, or that it is whole, or what prints the rest
	Similarity  float64 `json:"similarity"`
}

// Search finds items for an input that is within the limits. The context ends with the time
// that a search has.
type Search func(ctx context.Context, input Input) ([]Hit, error)

// Input is the input of the tool. Every request that lists the tool pays for the words
// of its schema.
type Input struct {
	Query string `json:"query" jsonschema:"the task, in words"`
	Limit int    `json:"limit,omitempty" jsonschema:"1 to 20, default 5"`
	// Kinds is for whoever knows what kind of help is wanted.
	Kinds []string `json:"kinds,omitempty" jsonschema:"only skill, command, lesson or tool (MCP)"`
}

// Words are those of the tool that differ between clients.
type Words struct {
	Kinds  []string // of items
	Loader string   // what loads an item, as in "the skill_view tool"; "": nothing does
	Hint   string   // key of the tool's _meta for words that only a search for tools reads; "": none
}

// Tools answer the calls.
type Tools struct {
	Search     Search
	SearchCode SearchCode // nil: the tool is not offered
	Remember   Remember   // nil: the tool is not offered
}

// Serve answers the client on a pair of streams until it closes them or the
// context ends. What it was asked before they were closed it answers in finishWait.
func Serve(ctx context.Context, in io.Reader, out io.Writer, version string, words Words, tools Tools) error {
	server := mcp.NewServer(&mcp.Implementation{Name: "impressionism", Version: version}, &mcp.ServerOptions{
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}, // no logging, and the list never changes
	})
	mcp.AddTool(server, searchTool(words), func(ctx context.Context, _ *mcp.CallToolRequest, input Input) (*mcp.CallToolResult, any, error) {
		return answer(ctx, words.Kinds, tools.Search, input)
	})
	if tools.SearchCode != nil {
		mcp.AddTool(server, codeTool(), func(ctx context.Context, _ *mcp.CallToolRequest, input CodeInput) (*mcp.CallToolResult, any, error) {
			return places(ctx, tools.SearchCode, input)
		})
	}
	if tools.Remember != nil {
		mcp.AddTool(server, rememberTool(), func(ctx context.Context, _ *mcp.CallToolRequest, lesson Lesson) (*mcp.CallToolResult, any, error) {
			return proposed(ctx, tools.Remember, lesson)
		})
	}
	err := server.Run(ctx, finishing{&mcp.IOTransport{Reader: io.NopCloser(in), Writer: keptOpen{out}, MaxLineLength: lineBytesMax}, ctx.Done()})
	if ctx.Err() != nil || errors.Is(err, io.EOF) || errors.Is(err, mcp.ErrConnectionClosed) || errors.Is(err, syscall.EPIPE) {
		return nil // the client is done
	}
	if err != nil {
		return fmt.Errorf("serve the client: %w", err)
	}
	return nil
}

func searchTool(words Words) *mcp.Tool {
	closed, harmless := false, false
	tool := &mcp.Tool{
		Name:        "search",
		Description: about(words.Kinds, words.Loader),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed, DestructiveHint: &harmless},
	}
	if words.Hint != "" {
		tool.Meta = mcp.Meta{words.Hint: hint(words.Kinds)}
	}
	return tool
}

// hint holds the words by which people ask for what they have. The model is not sent them.
func hint(kinds []string) string {
	words := strings.Fields("find search list show which right best name available installed connected already slash")
	for _, kind := range kinds {
		words = append(words, kind, kind+"s")
	}
	return strings.Join(words, " ")
}

// about says when the tool is the right one, in words by which people ask: where the client
// keeps tools back, the model finds them by whole words of their descriptions.
func about(kinds []string, loader string) string {
	all := make([]string, len(kinds))
	for i, kind := range kinds {
		if all[i] = kind + "s"; kind == "command" {
			all[i] = "slash commands"
		}
	}
	text := "Find the right " + enumerate(kinds, "or") + " for a task, or its name, among all " + enumerate(all, "and") +
		" that are already installed or connected. Use it to list what there is for something, before you do that by hand."
	if loader != "" {
		text += " Load a result with " + loader + ", unless it says how."
	}
	return text
}

// enumerate returns the words as in "a, b and c".
func enumerate(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	end := len(words) - 1
	return strings.Join(words[:end], ", ") + " " + last + " " + words[end]
}

// answer tells the model what was wrong with its input, so that it can ask again.
func answer(ctx context.Context, kinds []string, search Search, input Input) (_ *mcp.CallToolResult, _ any, err error) {
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
	for _, kind := range input.Kinds {
		if !slices.Contains(kinds, kind) {
			return nil, nil, fmt.Errorf("there is no kind %.40q; there are: %s", kind, strings.Join(kinds, ", "))
		}
	}
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	hits, err := search(ctx, input)
	if err != nil {
		return nil, nil, fmt.Errorf("search: %w; see: impressionism status", err)
	}
	if hits == nil {
		hits = []Hit{}
	}
	encoded, err := encode(hits)
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(encoded)}}}, nil, nil
}

// encode returns an answer as JSON that reads as code does, but that no text of it begins a tag:
// of what HTML gives a meaning only '<' is escaped, which stands in texts alone.
func encode(value any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.ReplaceAll(bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), []byte("<"), []byte(`\u003c`)), nil
}

// keptOpen leaves the stream to whom it belongs.
type keptOpen struct{ io.Writer }

func (keptOpen) Close() error { return nil }
