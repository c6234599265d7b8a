// Package yamlnode parses YAML that a stranger may have written, as nodes with their lines
// and columns. What a node means is its reader's.
package yamlnode

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Limits of a text; 0 is none. Its size is bounded by whoever reads it: the parser's time
// grows with the text, and with its length times its depth.
type Limits struct {
	Documents   int // that are read; what comes after them is not looked at
	ListsOnLine int // begun at one line's start, which is the short way to depth
	Depth       int // of a document with its aliases written out
	Values      int // of a document with its aliases written out
}

// Parse returns what stands in each document. An error begins with "line N: " where the
// parser knows the line. With a limit of depth, no alias leads into itself.
func Parse(data []byte, limits Limits) (documents []*yaml.Node, err error) {
	if err := limits.checkLines(data); err != nil {
		return nil, err
	}
	defer func() { // the parser is not ours, and has panicked on odd input before
		if recover() != nil {
			documents, err = nil, errors.New("the YAML parser gave up")
		}
	}()
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	for limits.Documents == 0 || len(documents) < limits.Documents {
		var document yaml.Node
		switch err := decoder.Decode(&document); {
		case errors.Is(err, io.EOF):
			return documents, nil
		case err != nil:
			return nil, errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
		}
		values := 0
		if err := limits.check(document.Content[0], 1, &values); err != nil {
			return nil, err
		}
		documents = append(documents, document.Content[0])
	}
	return documents, nil
}

// Resolved returns a node, or what it is an alias of.
func Resolved(node *yaml.Node) *yaml.Node {
	for node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	return node
}

func (l Limits) checkLines(data []byte) error {
	number := 0
	for line := range bytes.Lines(data) {
		number++
		marks := line[:len(line)-len(bytes.TrimLeft(line, "-? \t"))]
		lists := bytes.Count(marks, []byte("-")) + bytes.Count(marks, []byte("?"))
		if l.ListsOnLine > 0 && lists > l.ListsOnLine && bytes.ContainsAny(bytes.TrimSpace(marks), " \t") {
			return fmt.Errorf("line %d: more than %d lists within each other", number, l.ListsOnLine)
		}
	}
	return nil
}

func (l Limits) check(node *yaml.Node, depth int, values *int) error {
	*values++
	switch {
	case l.Depth == 0:
		return nil
	case *values > l.Values:
		return fmt.Errorf("line %d: more than %d values", node.Line, l.Values)
	case depth > l.Depth: // also ends an alias inside its own anchor
		return fmt.Errorf("line %d: nested more than %d deep", node.Line, l.Depth)
	case node.Kind == yaml.AliasNode:
		return l.check(node.Alias, depth+1, values)
	}
	for _, child := range node.Content {
		if err := l.check(child, depth+1, values); err != nil {
			return err
		}
	}
	return nil
}
