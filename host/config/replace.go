package config

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Replace sets a top-level value of a configuration file to a plain word and
// leaves every other byte as it is, comments too. Where the key is absent it is
// appended. The error reports that the file has to be edited by hand. The text is edited,
// because yaml.v3 writes a file anew from its nodes: blank lines, quotes and columns of
// comments change.
func Replace(file []byte, key, value string) ([]byte, error) {
	return Set(file, []string{key}, value)
}

// Set is Replace for a value at any depth. Tables that are missing on the way to it are
// added.
func Set(file []byte, path []string, value string) ([]byte, error) {
	if len(file) > FileBytesMax {
		return nil, fmt.Errorf("it has more than %d bytes", FileBytesMax)
	}
	if rest, marked := bytes.CutPrefix(file, byteOrderMark); marked {
		changed, err := Set(rest, path, value)
		if err != nil {
			return nil, err
		}
		return slices.Concat(byteOrderMark, changed), nil
	}
	if ends := bytes.Count(file, []byte("\n")); ends > 0 && bytes.Count(file, []byte("\r\n")) == ends { // as Windows ends lines
		changed, err := Set(bytes.ReplaceAll(file, []byte("\r\n"), []byte("\n")), path, value)
		return bytes.ReplaceAll(changed, []byte("\n"), []byte("\r\n")), err
	}
	var before map[string]any
	var document yaml.Node
	if err := errors.Join(yaml.Unmarshal(file, &document), yaml.Unmarshal(file, &before)); err != nil {
		return nil, fmt.Errorf("it is no valid YAML (%s); mend that, or edit it by hand: %s", mistake(err), Flow(path, value))
	}
	root := &yaml.Node{Kind: yaml.MappingNode}
	if len(document.Content) > 0 {
		root = document.Content[0]
	}
	changed := edited(file, root, path, value)
	var after, want map[string]any
	if err := yaml.Unmarshal(file, &want); err == nil { // a copy of its own
		want = with(want, path, value)
	}
	if err := yaml.Unmarshal(changed, &after); err != nil || !reflect.DeepEqual(after, want) {
		return nil, fmt.Errorf("%s cannot be set without changing more of the file; edit it by hand: %s", strings.Join(path, "."), Flow(path, value))
	}
	return changed, nil
}

// mistake is the first that a YAML reader found, on one line.
func mistake(err error) string {
	words := strings.Join(strings.Fields(err.Error()), " ")
	words, _, _ = strings.Cut(words, " yaml: ")
	return strings.TrimPrefix(words, "yaml: ")
}

// edited puts a value where its path leads; what cannot be edited so shows when the
// result is read.
func edited(file []byte, root *yaml.Node, path []string, value string) []byte {
	var key *yaml.Node
	at := root
	for len(path) > 0 && at.Kind == yaml.MappingNode {
		name, next := entryOf(at, path[0])
		if next == nil {
			break
		}
		key, at, path = name, next, path[1:]
	}
	switch {
	case len(path) == 0:
		return replacedScalar(file, at, value)
	case key == nil && at.Style&yaml.FlowStyle == 0:
		return append(ended(file), block(path, value, 0)...)
	case at.Kind == yaml.MappingNode && at.Style&yaml.FlowStyle != 0:
		entry := Flow(path, value)
		if len(at.Content) > 0 {
			entry += ", "
		}
		return inserted(file, at.Line, at.Column+1, entry)
	case at.Kind == yaml.MappingNode:
		return insertedBelow(file, key.Line, block(path, value, at.Column-1))
	}
	return insertedBelow(file, key.Line, block(path, value, key.Column+1)) // a key without a value
}

// entryOf finds a key of a mapping and its value.
func entryOf(mapping *yaml.Node, name string) (key, value *yaml.Node) {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == name {
			return mapping.Content[i], mapping.Content[i+1]
		}
	}
	return nil, nil
}

// replacedScalar writes a value over one that stands on one line.
func replacedScalar(file []byte, at *yaml.Node, value string) []byte {
	lines := bytes.SplitAfter(file, []byte("\n"))
	if at.Line < 1 || at.Line > len(lines) {
		return nil
	}
	line := lines[at.Line-1]
	from := offset(line, at.Column)
	end := len(bytes.TrimRight(line, "\r\n"))
	switch rest := line[from:end]; {
	case at.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 && len(rest) > 1:
		end = from + 1 + bytes.IndexByte(rest[1:], rest[0]) + 1
	case at.Style == 0 && bytes.HasPrefix(rest, []byte(at.Value)):
		end = from + len(at.Value)
	}
	lines[at.Line-1] = fmt.Appendf(bytes.Clone(line[:from]), "%s%s", value, line[end:])
	return bytes.Join(lines, nil)
}

func inserted(file []byte, line, column int, text string) []byte {
	lines := bytes.SplitAfter(file, []byte("\n"))
	if line < 1 || line > len(lines) {
		return nil
	}
	at := offset(lines[line-1], column)
	lines[line-1] = fmt.Appendf(bytes.Clone(lines[line-1][:at]), "%s%s", text, lines[line-1][at:])
	return bytes.Join(lines, nil)
}

func insertedBelow(file []byte, line int, text string) []byte {
	lines := bytes.SplitAfter(ended(file), []byte("\n"))
	if line < 1 || line > len(lines) {
		return nil
	}
	lines[line-1] = append(bytes.Clone(lines[line-1]), text...)
	return bytes.Join(lines, nil)
}

// offset is where a column, counted in characters from 1, begins in a line.
func offset(line []byte, column int) int {
	at := 0
	for ; column > 1 && at < len(line); column-- {
		_, size := utf8.DecodeRune(line[at:])
		at += size
	}
	return at
}

// block is a path with its value in lines of their own.
func block(path []string, value string, indent int) string {
	var lines strings.Builder
	for i, key := range path {
		fmt.Fprintf(&lines, "%s%s:", strings.Repeat(" ", indent+2*i), key)
		if i == len(path)-1 {
			fmt.Fprintf(&lines, " %s", value)
		}
		lines.WriteByte('\n')
	}
	return lines.String()
}

// Flow is a path with its value on one line.
func Flow(path []string, value string) string {
	text := path[len(path)-1] + ": " + value
	for i := len(path) - 2; i >= 0; i-- {
		text = path[i] + ": { " + text + " }"
	}
	return text
}

// with puts a value into what was read of a file.
func with(values map[string]any, path []string, value string) map[string]any {
	if values == nil {
		values = map[string]any{}
	}
	if len(path) == 1 {
		var read any
		if yaml.Unmarshal([]byte(value), &read) != nil {
			read = value
		}
		values[path[0]] = read
		return values
	}
	inner, _ := values[path[0]].(map[string]any)
	values[path[0]] = with(inner, path[1:], value)
	return values
}

// ended returns a file with its last line ended.
func ended(file []byte) []byte {
	if len(file) == 0 || file[len(file)-1] == '\n' {
		return bytes.Clone(file)
	}
	return append(bytes.Clone(file), '\n')
}

// Section is a top-level key of a configuration file with all that belongs to it, as it
// stands there.
func Section(file []byte, key string) string {
	file = bytes.TrimPrefix(file, byteOrderMark)
	var document yaml.Node
	if yaml.Unmarshal(file, &document) != nil || len(document.Content) == 0 {
		return ""
	}
	lines := bytes.SplitAfter(file, []byte("\n"))
	from, to := 0, len(lines)
	for i := 0; i < len(document.Content[0].Content); i += 2 {
		name := document.Content[0].Content[i]
		if from > 0 {
			to = name.Line - 1
			break
		}
		if name.Value == key {
			from = name.Line
		}
	}
	if from == 0 {
		return ""
	}
	for to > from && isMargin(lines[to-1]) {
		to--
	}
	return string(ended(bytes.Join(lines[from-1:to], nil)))
}

// isMargin reports whether a line belongs to what comes after it.
func isMargin(line []byte) bool {
	return len(bytes.TrimSpace(line)) == 0 || line[0] == '#'
}
