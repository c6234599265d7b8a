package triggers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// readJSON reads JSON values, usually one.
func readJSON(data []byte) ([]node, error) {
	d := newJSONReader(data, 1)
	var documents []node
	for {
		value, err := d.value(0)
		if errors.Is(err, io.EOF) && len(documents) > 0 {
			return documents, nil
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", d.line(), plainJSONError(err))
		}
		documents = append(documents, value)
	}
}

// readJSONLines reads a JSON value a line; blank lines are passed over.
func readJSONLines(data []byte) ([]node, error) {
	var documents []node
	number := 0
	for line := range bytes.Lines(data) {
		if number++; len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if len(documents) == casesMax+1 {
			break // told as too many
		}
		d := newJSONReader(line, number)
		value, err := d.value(0)
		if err == nil {
			if _, err = d.decoder.Token(); errors.Is(err, io.EOF) {
				err = nil
			} else {
				err = errors.New("more than one value")
			}
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, plainJSONError(err))
		}
		documents = append(documents, value)
	}
	return documents, nil
}

// jsonReader builds nodes from tokens, since only those have places.
type jsonReader struct {
	data    []byte
	decoder *json.Decoder
	nodes   int
	lines   int // up to offset
	offset  int64
}

func newJSONReader(data []byte, firstLine int) *jsonReader {
	d := &jsonReader{data: data, decoder: json.NewDecoder(bytes.NewReader(data)), lines: firstLine}
	d.decoder.UseNumber()
	return d
}

// line is that of what was read last.
func (d *jsonReader) line() int {
	end := min(d.decoder.InputOffset(), int64(len(d.data)))
	d.lines += bytes.Count(d.data[d.offset:end], []byte("\n"))
	d.offset = end
	return d.lines
}

func (d *jsonReader) value(depth int) (node, error) {
	token, err := d.decoder.Token()
	if err != nil {
		return node{}, err
	}
	d.nodes++
	if err := limit(d.nodes, depth); err != nil {
		return node{}, err
	}
	n := node{line: d.line()}
	switch token := token.(type) {
	case json.Delim:
		n, err := d.nested(n, token, depth)
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return n, err
	case string:
		n.kind, n.text = textKind, token
	case bool:
		n.kind, n.text = boolKind, fmt.Sprint(token)
	case json.Number:
		n.kind, n.text = numberKind, token.String()
	}
	return n, nil
}

func (d *jsonReader) nested(n node, open json.Delim, depth int) (node, error) {
	n.kind = listKind
	if open == '{' {
		n.kind = mapKind
	}
	for d.decoder.More() {
		name := ""
		if n.kind == mapKind {
			token, err := d.decoder.Token()
			if err != nil {
				return node{}, err
			}
			name, _ = token.(string)
		}
		value, err := d.value(depth + 1)
		if err != nil {
			return node{}, err
		}
		if n.kind == mapKind {
			n.fields = append(n.fields, field{plainName(name), value})
		} else {
			n.list = append(n.list, value)
		}
	}
	_, err := d.decoder.Token() // the closing one
	return n, err
}

func plainJSONError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the JSON ends too early")
	}
	return err
}
