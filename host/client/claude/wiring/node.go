package wiring

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// node is a value of a JSON file that knows where it stands: findings name the
// line.
type node struct {
	kind    string // "object", "list", "text", "number", "true or false", "null"
	at      int    // offset of its first byte
	members []member
	items   []node
	text    string
	number  float64
	yes     bool
}

type member struct {
	key   string
	at    int
	value node
}

// depthMax bounds nesting; hooks need seven levels.
const depthMax = 64

var errTooDeep = fmt.Errorf("it is nested deeper than %d levels", depthMax)

// syntaxError is JSON gone wrong at a place.
type syntaxError struct {
	at     int
	reason string
}

func (e *syntaxError) Error() string { return e.reason }

// parseJSON reads a file. Of a key that stands twice both are kept.
func parseJSON(data []byte) (node, error) {
	var any json.RawMessage
	if err := json.Unmarshal(data, &any); err != nil {
		if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
			return node{}, &syntaxError{max(0, int(wrong.Offset)-1), wrong.Error()}
		}
		return node{}, &syntaxError{0, err.Error()}
	}
	p := parser{data: data, decoder: json.NewDecoder(bytes.NewReader(data))}
	return p.value(0)
}

type parser struct {
	data    []byte
	decoder *json.Decoder
}

// next returns a token and where it begins.
func (p *parser) next() (json.Token, int, error) {
	at := int(p.decoder.InputOffset())
	for at < len(p.data) && strings.IndexByte(" \t\r\n,:", p.data[at]) >= 0 {
		at++
	}
	token, err := p.decoder.Token()
	return token, at, err
}

func (p *parser) value(depth int) (node, error) {
	token, at, err := p.next()
	if err != nil {
		return node{}, err
	}
	n := node{at: at}
	switch t := token.(type) {
	case json.Delim:
		if depth >= depthMax {
			return node{}, &syntaxError{at, errTooDeep.Error()}
		}
		if t == '{' {
			n.kind = "object"
			return n, p.object(&n, depth)
		}
		n.kind = "list"
		return n, p.list(&n, depth)
	case string:
		n.kind, n.text = "text", t
	case float64:
		n.kind, n.number = "number", t
	case bool:
		n.kind, n.yes = "true or false", t
	default:
		n.kind = "null"
	}
	return n, nil
}

func (p *parser) object(n *node, depth int) error {
	for p.decoder.More() {
		token, at, err := p.next()
		if err != nil {
			return err
		}
		key, _ := token.(string)
		value, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.members = append(n.members, member{key, at, value})
	}
	_, err := p.decoder.Token()
	return err
}

func (p *parser) list(n *node, depth int) error {
	for p.decoder.More() {
		value, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.items = append(n.items, value)
	}
	_, err := p.decoder.Token()
	return err
}

// get returns the value of a key, the last one where there are several.
func (n node) get(key string) (node, bool) {
	for i := len(n.members) - 1; i >= 0; i-- {
		if n.members[i].key == key {
			return n.members[i].value, true
		}
	}
	return node{}, false
}
