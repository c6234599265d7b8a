// Package jsonnode parses JSON that a stranger may have written, as nodes with their places,
// for messages that name one. What a node means is its reader's.
package jsonnode

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Kind is what a value is, in words for messages.
type Kind string

// Kinds of values.
const (
	Object Kind = "an object"
	List   Kind = "a list"
	Text   Kind = "a text"
	Number Kind = "a number"
	Bool   Kind = "true or false"
	Null   Kind = "null"
)

// Node is a value with its place.
type Node struct {
	At     int // byte offset of its first character
	Line   int // of it, from 1
	Kind   Kind
	Text   string // of a text or a number
	Value  any    // of a scalar: string, json.Number, bool or nil
	Fields []Field
	Items  []*Node
}

// Field is a field of an object, with the place of its name.
type Field struct {
	Name     string
	At, Line int
	Value    *Node
}

// Field returns the value of a field, or nil, also of a node that is nil. The last of
// several counts, as for encoding/json and in JavaScript.
func (n *Node) Field(name string) *Node {
	var found *Node
	if n != nil {
		for _, f := range n.Fields {
			if f.Name == name {
				found = f.Value
			}
		}
	}
	return found
}

// depthMax bounds the parser's recursion.
const depthMax = 64

// Error is why a text is no JSON value, and at which byte.
type Error struct {
	At      int
	Message string
}

func (e *Error) Error() string { return e.Message }

// Parse returns the one value that the text is. Its size is bounded by whoever reads it.
func Parse(data []byte) (*Node, *Error) {
	p := &parser{data: data, decoder: json.NewDecoder(bytes.NewReader(data)), line: 1}
	p.decoder.UseNumber()
	n, err := p.value(0)
	if err == nil {
		rest := p.start()
		if _, more := p.decoder.Token(); !errors.Is(more, io.EOF) {
			return nil, &Error{rest, "there is something after the JSON value"}
		}
		return n, nil
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return nil, &Error{p.offending(int(syntax.Offset), syntax.Error()), syntax.Error()}
	}
	if placed, ok := errors.AsType[*Error](err); ok {
		return nil, placed
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, &Error{len(data), "it ends before the JSON value does"}
	}
	return nil, &Error{p.start(), err.Error()}
}

type parser struct {
	data    []byte
	decoder *json.Decoder
	line    int // of the byte counted, to which lines were counted
	counted int
}

// offending is where the character stands that an error names: encoding/json counts to it
// or past it.
func (p *parser) offending(offset int, message string) int {
	if offset < len(p.data) && strings.HasPrefix(message, fmt.Sprintf("invalid character %q", rune(p.data[offset]))) {
		return offset
	}
	return max(offset-1, 0)
}

// start is where the next token begins.
func (p *parser) start() int {
	at := int(p.decoder.InputOffset())
	for at < len(p.data) && bytes.IndexByte([]byte(" \t\r\n,:"), p.data[at]) >= 0 {
		at++
	}
	return at
}

// place is where the next token begins, with its line.
func (p *parser) place() (at, line int) {
	at = p.start()
	p.line += bytes.Count(p.data[p.counted:at], []byte("\n"))
	p.counted = at
	return at, p.line
}

func (p *parser) value(depth int) (*Node, error) {
	n := &Node{}
	n.At, n.Line = p.place()
	if depth > depthMax {
		return nil, &Error{n.At, fmt.Sprintf("it is nested deeper than %d levels", depthMax)}
	}
	token, err := p.decoder.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		if t == '{' {
			return n, p.object(n, depth)
		}
		return n, p.list(n, depth)
	case string:
		n.Kind, n.Text = Text, t
	case json.Number:
		n.Kind, n.Text = Number, t.String()
	case bool:
		n.Kind = Bool
	case nil:
		n.Kind = Null
	}
	n.Value = token
	return n, nil
}

func (p *parser) object(n *Node, depth int) error {
	n.Kind = Object
	for p.decoder.More() {
		var f Field
		f.At, f.Line = p.place()
		token, err := p.decoder.Token()
		if err != nil {
			return err
		}
		f.Name, _ = token.(string) // the decoder takes nothing else for a name
		if f.Value, err = p.value(depth + 1); err != nil {
			return err
		}
		n.Fields = append(n.Fields, f)
	}
	_, err := p.decoder.Token()
	return err
}

func (p *parser) list(n *Node, depth int) error {
	n.Kind = List
	for p.decoder.More() {
		inner, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.Items = append(n.Items, inner)
	}
	_, err := p.decoder.Token()
	return err
}
