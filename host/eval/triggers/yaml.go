package triggers

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Limits of YAML: the parser's time grows with depth times length, and lists
// within lists on one line are the short way to depth.
const (
	yamlBytesMax  = 256 << 10
	lineDashesMax = 16
)

// readYAML reads every document of a file.
func readYAML(data []byte) (documents []node, err error) {
	if err := checkShape(data); err != nil {
		return nil, err
	}
	defer func() { // the parser is not ours and the input is a stranger's
		if recover() != nil {
			documents, err = nil, errors.New("the YAML parser gave up")
		}
	}()
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	y := yamlReader{}
	for {
		var document yaml.Node
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			return documents, nil
		}
		if err != nil {
			return nil, errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
		}
		value, err := y.value(document.Content[0], 0)
		if err != nil {
			return nil, err
		}
		documents = append(documents, value)
	}
}

func checkShape(data []byte) error {
	if len(data) > yamlBytesMax {
		return fmt.Errorf("it is larger than %d KiB; divide it, or save it as JSON", yamlBytesMax>>10)
	}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		marks := line[:len(line)-len(bytes.TrimLeft(line, "-? \t"))]
		if dashes := bytes.Count(marks, []byte("-")) + bytes.Count(marks, []byte("?")); dashes > lineDashesMax && bytes.ContainsAny(bytes.TrimSpace(marks), " \t") {
			return fmt.Errorf("line %d: more than %d lists within each other", number, lineDashesMax)
		}
	}
	return nil
}

// yamlReader turns the parser's tree into nodes, aliases into what they stand
// for.
type yamlReader struct{ nodes int }

func (y *yamlReader) value(from *yaml.Node, depth int) (node, error) {
	y.nodes++
	if err := limit(y.nodes, depth); err != nil { // also ends an alias inside its own anchor
		return node{}, fmt.Errorf("line %d: %w", from.Line, err)
	}
	n := node{line: from.Line, text: from.Value}
	switch from.Kind {
	case yaml.AliasNode:
		return y.value(from.Alias, depth+1)
	case yaml.SequenceNode:
		n.kind = listKind
		for _, child := range from.Content {
			value, err := y.value(child, depth+1)
			if err != nil {
				return node{}, err
			}
			n.list = append(n.list, value)
		}
		return n, nil
	case yaml.MappingNode:
		n.kind = mapKind
		for i := 0; i+1 < len(from.Content); i += 2 {
			value, err := y.value(from.Content[i+1], depth+1)
			if err != nil {
				return node{}, err
			}
			n.fields = append(n.fields, field{plainName(from.Content[i].Value), value})
		}
		return n, nil
	}
	n.kind = scalarKind(from)
	return n, nil
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
