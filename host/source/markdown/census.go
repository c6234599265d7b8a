package markdown

import (
	"fmt"

	"github.com/goccy/go-yaml/ast"
)

// census counts the nodes that a document unfolds to.
type census struct {
	anchors map[string]int // nodes below each anchor
	depth   int
}

func (c *census) check(node ast.Node) error {
	_, err := c.count(node)
	return err
}

func (c *census) count(node ast.Node) (int, error) {
	if c.depth++; c.depth > depthMax {
		return 0, fmt.Errorf("it is nested more than %d deep", depthMax)
	}
	defer func() { c.depth-- }()
	total := 1
	for _, child := range children(node) {
		n, err := c.count(child)
		if err != nil {
			return 0, err
		}
		if total += n; total > nodesMax {
			return 0, fmt.Errorf("it unfolds to more than %d values", nodesMax)
		}
	}
	switch n := node.(type) {
	case *ast.AnchorNode:
		c.anchors[n.Name.GetToken().Value] = total
	case *ast.AliasNode:
		below, known := c.anchors[n.Value.GetToken().Value]
		if !known {
			return 0, fmt.Errorf("the alias %s stands before its anchor", n.Value.GetToken().Value)
		}
		total += below
	}
	return total, nil
}

func children(node ast.Node) []ast.Node {
	switch n := node.(type) {
	case *ast.MappingNode:
		var all []ast.Node
		for _, pair := range n.Values {
			all = append(all, pair.Key, pair.Value)
		}
		return all
	case *ast.MappingValueNode:
		return []ast.Node{n.Key, n.Value}
	case *ast.SequenceNode:
		return n.Values
	case *ast.AnchorNode:
		return []ast.Node{n.Value}
	case *ast.TagNode:
		return []ast.Node{n.Value}
	case *ast.MappingKeyNode:
		return []ast.Node{n.Value}
	}
	return nil
}
