package config

import (
	"bytes"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/ed-irl/impressionism/host/internal/yamlnode"
)

// document is what a file holds: its values, and what of it was left out.
type document struct {
	root     node
	errors   []*FileError
	warnings []*FileError
}

// byteOrderMark is what some editors begin a file with.
var byteOrderMark = []byte("\ufeff")

// parse reads one YAML document. A key that cannot be read costs itself; the
// others count.
func parse(data []byte, path string) document {
	if len(data) > FileBytesMax {
		return document{errors: []*FileError{{Path: path, Problem: tooLarge}}}
	}
	data = bytes.TrimPrefix(data, byteOrderMark) // it belongs to no key
	c := converter{path: path}
	found, err := decode(data)
	if err != nil {
		c.root = c.salvage(data, err)
		return c.document
	}
	for i, from := range found {
		if i > 0 {
			c.refuse(c.fail(from, "a second document starts here; only the first counts"))
			break
		}
		c.root = c.value(from)
	}
	return c.document
}

// decode returns what stands in each document; empty ones are passed over. Nothing bounds
// its depth: aliases are refused, and what is too deep costs its key alone.
func decode(data []byte) ([]*yaml.Node, error) {
	found, err := yamlnode.Parse(data, yamlnode.Limits{ListsOnLine: lineDashesMax})
	return slices.DeleteFunc(found, func(body *yaml.Node) bool { return body.Tag == nullTag && plain(body) }), err
}

// converter turns the parser's tree into nodes.
type converter struct {
	document
	path  string
	above int // lines of the file before the text that is converted
}

func (c *converter) fail(at *yaml.Node, problem string) *FileError {
	return &FileError{Path: c.path, Line: c.above + at.Line, Column: at.Column, Problem: problem}
}

func (c *converter) refuse(problem *FileError) { c.errors = record(c.errors, problem) }

// value converts a whole document; where nothing of it can be read, it is null.
func (c *converter) value(from *yaml.Node) node {
	n, problem := c.node(from, "", 0)
	if problem != nil {
		c.refuse(problem)
		return node{}
	}
	return n
}

// node converts a value; prefix is that of the keys in it, empty or with a dot at
// its end.
func (c *converter) node(from *yaml.Node, prefix string, depth int) (node, *FileError) {
	switch {
	case depth > depthMax:
		return node{}, c.fail(from, fmt.Sprintf("is more than %d levels deep", depthMax))
	case !plain(from):
		return node{}, c.fail(from, notPlain)
	}
	n := node{line: c.above + from.Line, column: from.Column}
	switch from.Kind {
	case yaml.MappingNode:
		return c.table(n, from.Content, prefix, depth), nil
	case yaml.SequenceNode:
		n.kind, n.list = listNode, make([]node, 0, len(from.Content))
		for _, item := range from.Content {
			child, problem := c.node(item, prefix, depth+1)
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
	n.kind, n.text = scalarNode, from.Value
	return n, nil
}

// table reads keys and values, which the parser lists in turns. What is wrong
// with a key or its value costs that key.
func (c *converter) table(n node, content []*yaml.Node, prefix string, depth int) node {
	n.kind, n.table = tableNode, make([]entry, 0, len(content)/2)
	at := make(map[string]int, len(content)/2)
	for i := 0; i+1 < len(content); i += 2 {
		key := content[i]
		if key.Kind != yaml.ScalarNode || key.Tag == mergeTag || !plain(key) {
			c.refuse(c.fail(key, "a key must be a plain word"))
			continue
		}
		child, problem := c.node(content[i+1], prefix+key.Value+".", depth+1)
		if problem != nil {
			problem.Key = prefix + key.Value
			c.refuse(problem)
			continue
		}
		c.add(&n, at, prefix, entry{key.Value, c.above + key.Line, key.Column, child})
	}
	return n
}

// add puts an entry into a table. Of a key that is written twice two tables count
// together, and else the first value alone.
func (c *converter) add(n *node, at map[string]int, prefix string, e entry) {
	position, twice := at[e.key]
	if !twice {
		at[e.key] = len(n.table)
		n.table = append(n.table, e)
		return
	}
	first := &n.table[position]
	problem := &FileError{Path: c.path, Line: e.line, Column: e.column, Key: prefix + e.key}
	if first.value.kind != tableNode || e.value.kind != tableNode {
		problem.Problem = fmt.Sprintf("is already set at line %d, which counts", first.line)
		c.refuse(problem)
		return
	}
	problem.Problem = fmt.Sprintf("already begins at line %d; both parts count", first.line)
	problem.Allowed = "write them as one"
	c.warnings = record(c.warnings, problem)
	inner := make(map[string]int, len(first.value.table))
	for i, held := range first.value.table {
		inner[held.key] = i
	}
	for _, more := range e.value.table {
		c.add(&first.value, inner, prefix+e.key+".", more)
	}
}
