package triggers

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/ed-irl/impressionism/host/internal/yamlnode"
)

// Limits of YAML: real files have no lists within lists on one line.
const (
	yamlBytesMax  = 256 << 10
	lineDashesMax = 16
)

// readYAML reads every document of a file.
func readYAML(data []byte) ([]node, error) {
	if len(data) > yamlBytesMax {
		return nil, fmt.Errorf("it is larger than %d KiB; divide it, or save it as JSON", yamlBytesMax>>10)
	}
	parsed, err := yamlnode.Parse(data, yamlnode.Limits{ListsOnLine: lineDashesMax, Depth: depthMax, Values: nodesMax})
	var documents []node
	for _, document := range parsed {
		documents = append(documents, valueOf(document))
	}
	return documents, err
}

// valueOf turns the parser's tree into nodes, aliases into what they stand for.
func valueOf(from *yaml.Node) node {
	from = yamlnode.Resolved(from)
	n := node{line: from.Line, text: from.Value}
	switch from.Kind {
	case yaml.SequenceNode:
		n.kind = listKind
		for _, child := range from.Content {
			n.list = append(n.list, valueOf(child))
		}
		return n
	case yaml.MappingNode:
		n.kind = mapKind
		for i := 0; i+1 < len(from.Content); i += 2 {
			n.fields = append(n.fields, field{plainName(from.Content[i].Value), valueOf(from.Content[i+1])})
		}
		return n
	}
	n.kind = scalarKind(from)
	return n
}

func scalarKind(from *yaml.Node) kind {
	switch from.ShortTag() {
	case "!!null":
		return nullKind
	case "!!bool":
		return boolKind
	case "!!int", "!!float":
		return numberKind
	}
	return textKind
}
