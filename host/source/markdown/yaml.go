package markdown

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Limits of one front matter, so that neither deep nesting nor aliases of
// aliases can eat time or memory. Real front matter stays below a tenth of each.
const (
	depthMax = 32
	nodesMax = 10_000 // aliases counted as what they stand for
)

// decodeYAML reads front matter that is a map, or empty. The parser's time must
// grow no faster than the text. See RATIONALE.md, "Why this YAML parser for
// front matter?".
func decodeYAML(text string) (fields map[string]any, err error) {
	defer func() { // the parser is not ours and the input is a stranger's
		if recover() != nil {
			fields, err = nil, errors.New("the YAML parser gave up")
		}
	}()
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if len(document.Content) == 0 {
		return map[string]any{}, nil
	}
	value, err := (&unfolding{}).value(document.Content[0])
	if err != nil {
		return nil, err
	}
	switch value := value.(type) {
	case nil:
		return map[string]any{}, nil
	case map[string]any:
		return value, nil
	}
	return nil, errors.New("it is no map of keys and values")
}

// unfolding turns nodes into values, aliases into what they stand for.
type unfolding struct {
	nodes int
	depth int
}

func (u *unfolding) value(node *yaml.Node) (any, error) {
	if u.nodes++; u.nodes > nodesMax {
		return nil, fmt.Errorf("it unfolds to more than %d values", nodesMax)
	}
	if u.depth++; u.depth > depthMax { // also ends an alias inside its own anchor
		return nil, fmt.Errorf("it is nested more than %d deep", depthMax)
	}
	defer func() { u.depth-- }()
	switch node.Kind {
	case yaml.AliasNode:
		return u.value(node.Alias)
	case yaml.SequenceNode:
		list := make([]any, 0, len(node.Content))
		for _, child := range node.Content {
			value, err := u.value(child)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		return list, nil
	case yaml.MappingNode:
		return u.mapping(node)
	}
	return scalar(node), nil
}

// mapping keeps the last of two equal keys; a key that is no scalar is written
// out.
func (u *unfolding) mapping(node *yaml.Node) (any, error) {
	fields := make(map[string]any, len(node.Content)/2)
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, err := u.value(node.Content[i])
		if err != nil {
			return nil, err
		}
		if fields[spell(key)], err = u.value(node.Content[i+1]); err != nil {
			return nil, err
		}
	}
	return fields, nil
}

// scalar keeps the spelling of numbers and booleans beside their value: a
// version of 1.10 is not 1.1.
func scalar(node *yaml.Node) any {
	switch node.ShortTag() {
	case "!!null":
		return nil
	case "!!bool", "!!int", "!!float":
		var value any
		if err := node.Decode(&value); err != nil {
			return node.Value
		}
		if number, ok := value.(float64); ok && (math.IsNaN(number) || math.IsInf(number, 0)) {
			return node.Value // JSON has no such numbers
		}
		return literal{text: node.Value, value: value}
	}
	return node.Value
}

// MarshalJSON writes the value, not the spelling.
func (l literal) MarshalJSON() ([]byte, error) { return json.Marshal(l.value) }
