package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v3"
)

// parse reads one YAML document.
func parse(data []byte, path string) (root node, problem *FileError) {
	if text := checkShape(data); text != "" {
		return node{}, &FileError{Path: path, Problem: text}
	}
	// Parsers have panicked on odd input before; a stranger's file must not take
	// the hook down.
	defer func() {
		if crash := recover(); crash != nil {
			root, problem = node{}, &FileError{Path: path, Problem: "is not YAML that can be read here"}
		}
	}()
	documents, err := decode(data)
	if err != nil {
		return node{}, syntaxError(path, data, err)
	}
	c := converter{path: path}
	for _, document := range documents {
		if root.kind != nullNode {
			return node{}, c.fail(document, "a second document starts here")
		}
		if root, problem = c.node(document, 0); problem != nil {
			return node{}, problem
		}
	}
	return root, nil
}

// decode gives what stands in each document; empty ones are passed over.
func decode(data []byte) (found []*yaml.Node, err error) {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	for {
		var document yaml.Node
		switch err := decoder.Decode(&document); {
		case errors.Is(err, io.EOF):
			return found, nil
		case err != nil:
			return nil, err
		}
		if body := document.Content[0]; body.Tag != nullTag || !plain(body) {
			found = append(found, body)
		}
	}
}

// converter turns the parser's tree into nodes.
type converter struct{ path string }

func (c converter) fail(at *yaml.Node, problem string) *FileError {
	return &FileError{Path: c.path, Line: at.Line, Column: at.Column, Problem: problem}
}

func (c converter) node(from *yaml.Node, depth int) (node, *FileError) {
	switch {
	case depth > depthMax:
		return node{}, c.fail(from, fmt.Sprintf("is more than %d levels deep", depthMax))
	case !plain(from):
		return node{}, c.fail(from, notPlain)
	}
	n := node{line: from.Line, column: from.Column}
	switch from.Kind {
	case yaml.MappingNode:
		return c.table(n, from.Content, depth)
	case yaml.SequenceNode:
		n.kind, n.list = listNode, make([]node, 0, len(from.Content))
		for _, item := range from.Content {
			child, problem := c.node(item, depth+1)
			if problem != nil {
				return node{}, problem
			}
			n.list = append(n.list, child)
		}
		return n, nil
	}
	if from.Tag == nullTag {
		return n, nil
	}
	var ok bool
	if n.scalar, ok = scalar(from); !ok {
		return node{}, c.fail(from, notPlain)
	}
	n.kind = scalarNode
	return n, nil
}

// table reads keys and values, which the parser lists in turns.
func (c converter) table(n node, content []*yaml.Node, depth int) (node, *FileError) {
	n.kind, n.table = tableNode, make([]entry, 0, len(content)/2)
	lines := make(map[string]int, len(content)/2)
	for i := 0; i+1 < len(content); i += 2 {
		key := content[i]
		if key.Kind != yaml.ScalarNode || key.Tag == mergeTag || !plain(key) {
			return node{}, c.fail(key, "a key must be a plain word")
		}
		if line, twice := lines[key.Value]; twice {
			return node{}, c.fail(key, fmt.Sprintf("mapping key %.40q already defined at line %d", key.Value, line))
		}
		lines[key.Value] = key.Line
		child, problem := c.node(content[i+1], depth+1)
		if problem != nil {
			return node{}, problem
		}
		n.table = append(n.table, entry{key.Value, key.Line, key.Column, child})
	}
	return n, nil
}
