package config

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// parse reads one YAML document that is a table.
func parse(data []byte, path string) (root node, problem *FileError) {
	if text := checkShape(data); text != "" {
		return node{}, &FileError{Path: path, Problem: text}
	}
	// The parser has panicked on odd input before; a stranger's file must not
	// take the hook down.
	defer func() {
		if crash := recover(); crash != nil {
			problem = &FileError{Path: path, Problem: "is not YAML that can be read here"}
		}
	}()
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return node{}, syntaxError(path, err)
	}
	c := converter{path: path}
	for _, document := range file.Docs {
		if document.Body == nil {
			continue
		}
		if root.kind != nullNode {
			return node{}, c.fail(document.Body, "a second document starts here")
		}
		if root, problem = c.node(document.Body, 0); problem != nil {
			return node{}, problem
		}
	}
	return root, nil
}

func syntaxError(path string, err error) *FileError {
	failure := &FileError{Path: path, Problem: "is not YAML"}
	var detailed interface {
		error
		GetMessage() string
		GetToken() *token.Token
	}
	if errors.As(err, &detailed) {
		failure.Problem = strings.TrimSpace(detailed.GetMessage())
		if t := detailed.GetToken(); t != nil && t.Position != nil {
			failure.Line, failure.Column = t.Position.Line, t.Position.Column
		}
	}
	return failure
}

// converter turns the parser's tree into nodes.
type converter struct{ path string }

func (c converter) fail(at ast.Node, problem string) *FileError {
	line, column := position(at)
	return &FileError{Path: c.path, Line: line, Column: column, Problem: problem}
}

func position(at ast.Node) (line, column int) {
	if t := at.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line, t.Position.Column
	}
	return 0, 0
}

func (c converter) node(from ast.Node, depth int) (node, *FileError) {
	if depth > depthMax {
		return node{}, c.fail(from, fmt.Sprintf("is more than %d levels deep", depthMax))
	}
	var n node
	n.line, n.column = position(from)
	switch v := from.(type) {
	case *ast.NullNode, *ast.CommentGroupNode:
		return n, nil
	case *ast.MappingNode:
		return c.table(n, v.Values, depth)
	case *ast.MappingValueNode:
		return c.table(n, []*ast.MappingValueNode{v}, depth)
	case *ast.SequenceNode:
		n.kind, n.list = listNode, make([]node, 0, len(v.Values))
		for _, item := range v.Values {
			child, problem := c.node(item, depth+1)
			if problem != nil {
				return node{}, problem
			}
			n.list = append(n.list, child)
		}
		return n, nil
	}
	var ok bool
	if n.scalar, ok = scalar(from); !ok {
		return node{}, c.fail(from, "only plain values are read here: no anchors, aliases, tags, infinities")
	}
	n.kind = scalarNode
	return n, nil
}

func (c converter) table(n node, values []*ast.MappingValueNode, depth int) (node, *FileError) {
	n.kind, n.table = tableNode, make([]entry, 0, len(values))
	for _, value := range values {
		if _, plain := value.Key.(ast.ScalarNode); !plain || value.Key.IsMergeKey() {
			return node{}, c.fail(value.Key, "a key must be a plain word")
		}
		child, problem := c.node(value.Value, depth+1)
		if problem != nil {
			return node{}, problem
		}
		line, column := position(value.Key)
		n.table = append(n.table, entry{value.Key.GetToken().Value, line, column, child})
	}
	return n, nil
}

func scalar(from ast.Node) (any, bool) {
	switch v := from.(type) {
	case *ast.StringNode:
		return v.Value, true
	case *ast.LiteralNode:
		return v.Value.Value, true
	case *ast.BoolNode:
		return v.Value, true
	case *ast.IntegerNode:
		switch number := v.Value.(type) {
		case int64:
			return number, true
		case uint64:
			if number <= math.MaxInt64 {
				return int64(number), true
			}
			return float64(number), true
		}
	case *ast.FloatNode:
		return v.Value, !math.IsInf(v.Value, 0) && !math.IsNaN(v.Value)
	}
	return nil, false
}
