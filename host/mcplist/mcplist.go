// Package mcplist asks one MCP server for the list of its tools, and reads such a list from a
// file. A server is a stranger's program: all that it says and does has a limit, and it ends
// with all that it started. The package calls no tool, offers a server nothing, and keeps
// nothing.
package mcplist

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/visible"
)

// Limits of one server. People wait for it, and its descriptions end up in an index.
const (
	TimeMax             = 20 * time.Second // from its start to its list; many are downloaded first
	BytesMax            = 4 << 20          // of all that it says
	DescriptionBytesMax = 64 << 10         // of one tool, before it is cut for its file
	pagesMax            = 100
	saidCharsMax        = 200 // of a server's words in an error
	partingTime         = time.Second
)

// protocolVersion is the one that servers are spoken to in: the newest that begins with
// initialize, which every server knows.
const protocolVersion = "2025-11-25"

// Asker asks servers.
type Asker struct {
	Version string        // of this program, for servers
	Time    time.Duration // 0: TimeMax
}

// Answer is what a server, or a file, says that it offers.
type Answer struct {
	Tools    []Tool
	Rejected []Rejected
	More     int      // rejected tools that are not among Rejected
	Notes    []string // what else a person should know, a sentence each
}

// List asks a server for its tools, and ends it. launch is how it is started or reached.
// Errors say what the server did instead; they hold no value of a variable or header.
func (a Asker) List(ctx context.Context, server client.Server, launch client.Launch) (Answer, error) {
	limit := cmp.Or(a.Time, TimeMax)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	secrets := Secrets(server, launch)
	talk := &talk{hide: hiding(secrets, launch.Secrets), secrets: secrets, limit: limit}
	var err error
	if server.Transport == client.TransportStdio {
		err = talk.withProcess(ctx, a.Version, launch)
	} else {
		err = talk.withAddress(ctx, a.Version, server.Transport, launch)
	}
	if err != nil {
		return Answer{}, err
	}
	talk.list.answer.Notes = append(talk.list.answer.Notes, talk.notes...)
	return talk.list.answer, nil
}

// talk is what is said to and by one server.
type talk struct {
	hide    func(text string) string // replaces values that are not to be shown
	secrets []string                 // these values
	limit   time.Duration
	list    list
	watch   *watch
	notes   []string
}

// over has the list read over a transport. The error is in words for people.
func (t *talk) over(ctx context.Context, version string, transport mcp.Transport) error {
	t.list.hide = t.hide
	client := mcp.NewClient(&mcp.Implementation{Name: "impressionism", Version: version}, &mcp.ClientOptions{
		Capabilities:   &mcp.ClientCapabilities{}, // none: no roots, sampling or elicitation
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
	})
	client.AddReceivingMiddleware(refuse)
	ended := make(chan error, 1)
	go func() { // the SDK may wait for a server that ignores its input
		ended <- t.read(ctx, client, &watched{transport, t})
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return t.unanswered(ctx)
	}
}

// read follows the pages of the list.
func (t *talk) read(ctx context.Context, client *mcp.Client, transport mcp.Transport) error {
	session, err := client.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: protocolVersion})
	if err != nil {
		return t.failure(ctx, "initialize", err)
	}
	defer part(session)
	cursors := map[string]bool{}
	for cursor := ""; ; {
		result, err := session.ListTools(ctx, &mcp.ListToolsParams{Cursor: cursor})
		if offersNone(session, err) {
			return nil
		}
		if err = cmp.Or(t.list.fault, err); err != nil {
			return t.failure(ctx, "tools/list", err)
		}
		cursor = result.NextCursor
		switch {
		case cursor == "":
			return nil
		case cursors[cursor]:
			return errors.New("the pages of its list lead back to one that was read")
		case len(cursors) == pagesMax-1:
			return fmt.Errorf("its list has more than %d pages", pagesMax)
		}
		cursors[cursor] = true
	}
}

// part ends a session. A remote server is told, and may not answer.
func part(session *mcp.ClientSession) {
	done := make(chan struct{})
	go func() { // it ends with the connection
		_ = session.Close() // the list is here
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(partingTime):
	}
}

// offersNone reports whether a server has no tools: it announces none and knows no list.
func offersNone(session *mcp.ClientSession, err error) bool {
	answered, isAnswer := errors.AsType[*jsonrpc.Error](err)
	capabilities := session.InitializeResult().Capabilities
	return isAnswer && answered.Code == jsonrpc.CodeMethodNotFound && (capabilities == nil || capabilities.Tools == nil)
}

// refuse answers a server that asks for something: the client offers nothing.
func refuse(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
		if method == "ping" || strings.HasPrefix(method, "notifications/") {
			return next(ctx, method, request)
		}
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "this client only lists tools"}
	}
}

// failure says what a server did instead of an answer to a method.
func (t *talk) failure(ctx context.Context, method string, err error) error {
	answered, isAnswer := errors.AsType[*jsonrpc.Error](err)
	switch {
	case t.watch != nil && t.watch.fault() != nil:
		return t.watch.fault()
	case ctx.Err() != nil:
		return t.unanswered(ctx)
	case t.list.fault != nil:
		return t.list.fault
	case isAnswer:
		return fmt.Errorf("it answered %s with an error: %s", method, t.said(answered.Message))
	}
	return fmt.Errorf("%s: %s", method, t.said(inner(err).Error()))
}

func (t *talk) unanswered(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("it gave no list within %v", t.limit)
	}
	return context.Cause(ctx)
}

// said is a server's word as a person may see it. A secret may have a line end in it, and may
// be sent with hidden characters in between: it is looked for before and after these go.
func (t *talk) said(text string) string { return shown(t.hide(visible.Line(t.hide(text)))) }

// shown is a stranger's text as one short line.
func shown(text string) string {
	const scanned = 64 << 10
	text = strings.ToValidUTF8(text[:min(len(text), scanned)], "")
	return cut.Runes(redact.Text(visible.Line(text)), saidCharsMax)
}

// Secrets returns the values that a server is started or reached with and that nobody is to
// see: of its variables and headers, what stands for variables in its arguments and address,
// and the Secrets of the launch.
func Secrets(server client.Server, launch client.Launch) []string {
	secrets := slices.Clone(launch.Secrets)
	for _, variable := range launch.Environ {
		name, value, _ := strings.Cut(variable, "=")
		for _, own := range server.Variables {
			if name == own {
				secrets = append(secrets, value)
			}
		}
	}
	for _, value := range launch.Headers {
		secrets = append(secrets, value)
		if _, token, ok := strings.Cut(value, " "); ok { // Bearer …
			secrets = append(secrets, token)
		}
	}
	written, replaced := append([]string{server.Command, server.URL}, server.Args...), append([]string{launch.Command, launch.URL}, launch.Args...)
	for i, text := range written[:min(len(written), len(replaced))] {
		secrets = append(secrets, filledIn(text, replaced[i])...)
	}
	return secrets
}

// filledIn returns what stands for the variables of a text, as in ${KEY}: for each what lies
// between the texts around it.
func filledIn(written, replaced string) []string {
	before, rest, found := strings.Cut(written, "${")
	if written == replaced || !found || !strings.HasPrefix(replaced, before) {
		return nil
	}
	replaced = replaced[len(before):]
	_, rest, _ = strings.Cut(rest, "}")
	after, _, more := strings.Cut(rest, "${")
	end := len(replaced) - len(after)
	if more && after != "" {
		end = strings.Index(replaced, after)
	}
	if end < 0 || !more && !strings.HasSuffix(replaced, after) {
		return []string{replaced}
	}
	if more && after == "" { // two side by side: nobody knows where one ends
		return []string{replaced}
	}
	return append(filledIn(rest, replaced[end:]), replaced[:end])
}

// secretCharsMin is from which length on a value is replaced wherever it stands: shorter ones
// are switches, and parts of words.
const secretCharsMin = 6

// hiding returns a function that replaces secrets in texts. Of the short ones, it replaces
// those of words alone, where no letter, digit or "_" is beside them.
func hiding(secrets, words []string) func(string) string {
	secrets = slices.SortedFunc(slices.Values(secrets), func(a, b string) int { return len(b) - len(a) }) // or the end of a longer one is left
	var pairs []string
	for _, secret := range secrets {
		if utf8.RuneCountInString(secret) >= secretCharsMin {
			pairs = append(pairs, secret, redacted)
		}
	}
	replacer := strings.NewReplacer(pairs...)
	return func(text string) string {
		text = replacer.Replace(text)
		for _, word := range words {
			if utf8.RuneCountInString(word) < secretCharsMin {
				text = withoutWord(text, word)
			}
		}
		return text
	}
}

// redacted stands where a secret was.
const redacted = "[redacted]"

// withoutWord replaces a word where it is no part of another one.
func withoutWord(text, word string) string {
	if word == "" {
		return text
	}
	var b strings.Builder
	last := ' ' // the character before text
	for {
		before, after, found := strings.Cut(text, word)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if before != "" {
			last, _ = utf8.DecodeLastRuneInString(before)
		}
		next, _ := utf8.DecodeRuneInString(after)
		if isWordRune(last) || after != "" && isWordRune(next) {
			b.WriteString(word)
		} else {
			b.WriteString(redacted)
		}
		last, _ = utf8.DecodeLastRuneInString(word)
		text = after
	}
}

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
