package markdown

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Limits of one front matter, so that neither deep nesting nor aliases of
// aliases can eat time or memory. Real front matter stays below a tenth of each.
const (
	depthMax    = 32
	bracketsMax = 200
	nodesMax    = 10_000 // aliases counted as what they stand for
)

type frontMatter struct {
	values map[string]any
	texts  map[string]string // numbers and booleans of the top level as written
	json   json.RawMessage
}

// decodeYAML reads front matter that is a map, or empty.
func decodeYAML(text string) (fields frontMatter, err error) {
	defer func() { // the parser is not ours and the input is a stranger's
		if recover() != nil {
			err = errors.New("the YAML parser gave up")
		}
	}()
	if err := checkNesting(text); err != nil {
		return frontMatter{}, err
	}
	file, err := parser.ParseBytes([]byte(text), 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return frontMatter{}, errors.New(firstLine(yaml.FormatError(err, false, false)))
	}
	fields.values = map[string]any{}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return fields, nil
	}
	body := file.Docs[0].Body
	if err := (&census{anchors: map[string]int{}}).check(body); err != nil {
		return frontMatter{}, err
	}
	var value any
	if err := yaml.NodeToValue(body, &value, yaml.AllowDuplicateMapKey()); err != nil {
		return frontMatter{}, errors.New(firstLine(yaml.FormatError(err, false, false)))
	}
	if value != nil {
		values, ok := plain(value).(map[string]any)
		if !ok {
			return frontMatter{}, errors.New("it is no map of keys and values")
		}
		fields.values = values
	}
	fields.texts = literals(body)
	fields.json, err = json.Marshal(fields.values)
	return fields, err
}

// checkNesting refuses what would send the recursive parser deep. It sees more
// than YAML does, brackets in block text too, hence its wide limit.
func checkNesting(text string) error {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '[', '{':
			depth++
		case ']', '}':
			depth = max(0, depth-1)
		}
		if depth > bracketsMax {
			return fmt.Errorf("brackets are nested more than %d deep", bracketsMax)
		}
	}
	if strings.Contains(text, strings.Repeat("- ", depthMax+1)) {
		return fmt.Errorf("lists are nested more than %d deep", depthMax)
	}
	return nil
}

// plain makes a decoded value fit for JSON.
func plain(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key := range v {
			v[key] = plain(v[key])
		}
		return v
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
		return v
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprint(v)
		}
		return v
	case nil, bool, string, int64, uint64, int:
		return v
	}
	return fmt.Sprint(value)
}

// literals gives the top-level numbers and booleans as written: a version of
// 1.10 is not 1.1.
func literals(body ast.Node) map[string]string {
	texts := map[string]string{}
	mapping, ok := body.(*ast.MappingNode)
	if !ok {
		return texts
	}
	for _, pair := range mapping.Values {
		switch pair.Value.(type) {
		case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
			texts[pair.Key.GetToken().Value] = pair.Value.GetToken().Value
		}
	}
	return texts
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
