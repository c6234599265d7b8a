package markdown

import (
	"encoding/json"
	"errors"
	"math"

	"go.yaml.in/yaml/v3"

	"github.com/ed-irl/impressionism/host/internal/yamlnode"
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
func decodeYAML(text string) (map[string]any, error) {
	documents, err := yamlnode.Parse([]byte(text), yamlnode.Limits{Documents: 1, Depth: depthMax, Values: nodesMax})
	if err != nil {
		return nil, err
	}
	if len(documents) == 0 {
		return map[string]any{}, nil
	}
	switch value := valueOf(documents[0]).(type) {
	case nil:
		return map[string]any{}, nil
	case map[string]any:
		return value, nil
	}
	return nil, errors.New("it is no map of keys and values")
}

// valueOf turns nodes into values, aliases into what they stand for. Of two equal keys it
// keeps the last; a key that is no scalar is written out.
func valueOf(node *yaml.Node) any {
	node = yamlnode.Resolved(node)
	switch node.Kind {
	case yaml.SequenceNode:
		list := make([]any, 0, len(node.Content))
		for _, child := range node.Content {
			list = append(list, valueOf(child))
		}
		return list
	case yaml.MappingNode:
		fields := make(map[string]any, len(node.Content)/2)
		for i := 0; i+1 < len(node.Content); i += 2 {
			fields[spell(valueOf(node.Content[i]))] = valueOf(node.Content[i+1])
		}
		return fields
	}
	return scalar(node)
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
