package config

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"

	"go.yaml.in/yaml/v3"
)

// Replace sets a top-level value of a configuration file to what stands on one line and
// leaves every other byte as it is, comments too. Where the key is absent it is
// appended. The error says that the file has to be edited by hand.
func Replace(file []byte, key, value string) ([]byte, error) {
	if len(file) > FileBytesMax {
		return nil, fmt.Errorf("it has more than %d bytes", FileBytesMax)
	}
	var document yaml.Node
	if err := yaml.Unmarshal(file, &document); err != nil {
		return nil, err
	}
	changed := fmt.Appendf(ended(file), "%s: %s\n", key, value)
	if at := valueOf(document, key); at != nil {
		lines := bytes.SplitAfter(file, []byte("\n"))
		line := lines[at.Line-1]
		text := fmt.Appendf(bytes.Clone(line[:min(at.Column-1, len(line))]), "%s", value)
		if at.LineComment != "" {
			text = fmt.Appendf(text, " %s", at.LineComment)
		}
		lines[at.Line-1] = append(text, line[len(bytes.TrimRight(line, "\r\n")):]...)
		changed = bytes.Join(lines, nil)
	}
	var check map[string]any
	var want any
	if err := errors.Join(yaml.Unmarshal([]byte(value), &want), yaml.Unmarshal(changed, &check)); err != nil || !reflect.DeepEqual(check[key], want) {
		return nil, fmt.Errorf("%s cannot be set without changing more of the file; edit it by hand: %s: %s", key, key, value)
	}
	return changed, nil
}

// ended gives a file with its last line ended.
func ended(file []byte) []byte {
	if len(file) == 0 || file[len(file)-1] == '\n' {
		return bytes.Clone(file)
	}
	return append(bytes.Clone(file), '\n')
}

// valueOf finds the value of a top-level key.
func valueOf(document yaml.Node, key string) *yaml.Node {
	if len(document.Content) == 0 || document.Content[0].Kind != yaml.MappingNode {
		return nil
	}
	pairs := document.Content[0].Content
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i].Value == key {
			return pairs[i+1]
		}
	}
	return nil
}
