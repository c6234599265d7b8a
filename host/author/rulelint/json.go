package rulelint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// node is a JSON value with its place.
type node struct {
	at     int  // byte offset of its first character
	kind   byte // 'o', 'a', 's', 'n', 'b', '0' (null)
	text   string
	value  any // of a scalar
	fields []field
	items  []*node
}

type field struct {
	name  string
	at    int
	value *node
}

func (n *node) field(name string) *node {
	if n == nil {
		return nil
	}
	for _, f := range n.fields {
		if f.name == name {
			return f.value
		}
	}
	return nil
}

// jsonDepthMax bounds the reader's recursion.
const jsonDepthMax = 64

type jsonError struct {
	at      int
	message string
}

func (e *jsonError) Error() string { return e.message }

// parseJSON reads one JSON value and where its parts stand.
func parseJSON(data []byte) (*node, *jsonError) {
	p := &jsonParser{data: data, decoder: json.NewDecoder(bytes.NewReader(data))}
	p.decoder.UseNumber()
	n, err := p.value(0)
	if err == nil {
		rest := p.start()
		if _, more := p.decoder.Token(); !errors.Is(more, io.EOF) {
			return nil, &jsonError{rest, "there is something after the JSON value"}
		}
		return n, nil
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return nil, &jsonError{p.offending(int(syntax.Offset), syntax.Error()), syntax.Error()}
	}
	if placed, ok := errors.AsType[*jsonError](err); ok {
		return nil, placed
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, &jsonError{len(data), "it ends before the JSON value does"}
	}
	return nil, &jsonError{p.start(), err.Error()}
}

// offending is where the character stands that an error names: encoding/json
// counts to it or past it.
func (p *jsonParser) offending(offset int, message string) int {
	if offset < len(p.data) && strings.HasPrefix(message, fmt.Sprintf("invalid character %q", rune(p.data[offset]))) {
		return offset
	}
	return max(offset-1, 0)
}

type jsonParser struct {
	data    []byte
	decoder *json.Decoder
}

// start is where the next token begins.
func (p *jsonParser) start() int {
	at := int(p.decoder.InputOffset())
	for at < len(p.data) && bytes.IndexByte([]byte(" \t\r\n,:"), p.data[at]) >= 0 {
		at++
	}
	return at
}

func (p *jsonParser) value(depth int) (*node, error) {
	n := &node{at: p.start()}
	if depth > jsonDepthMax {
		return nil, &jsonError{n.at, fmt.Sprintf("it is nested deeper than %d levels", jsonDepthMax)}
	}
	token, err := p.decoder.Token()
	if err != nil {
		return nil, err
	}
	n.value = token
	switch t := token.(type) {
	case json.Delim:
		if t == '{' {
			return n, p.object(n, depth)
		}
		return n, p.array(n, depth)
	case string:
		n.kind, n.text = 's', t
	case json.Number:
		n.kind, n.text = 'n', t.String()
	case bool:
		n.kind = 'b'
	case nil:
		n.kind = '0'
	}
	return n, nil
}

func (p *jsonParser) object(n *node, depth int) error {
	n.kind = 'o'
	for p.decoder.More() {
		at := p.start()
		token, err := p.decoder.Token()
		if err != nil {
			return err
		}
		name, ok := token.(string)
		if !ok {
			return &jsonError{at, "a key must be a string"}
		}
		inner, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.fields = append(n.fields, field{name, at, inner})
	}
	_, err := p.decoder.Token()
	return err
}

func (p *jsonParser) array(n *node, depth int) error {
	n.kind = 'a'
	for p.decoder.More() {
		inner, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.items = append(n.items, inner)
	}
	_, err := p.decoder.Token()
	return err
}
