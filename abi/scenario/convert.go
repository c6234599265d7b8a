package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ed-irl/impressionism/abi"
)

// Limits of a file whose aliases are written out.
const (
	expandedBytesMax = 4 << 20
	depthMax         = 32
)

// converter writes YAML as JSON and holds it to a Go type, since YAML alone knows
// the lines.
type converter struct {
	out bytes.Buffer
}

// value writes one node. A nil type is any.
func (c *converter) value(node *yaml.Node, t reflect.Type, at string, depth int) error {
	if node.Kind == yaml.AliasNode {
		return c.value(node.Alias, t, at, depth+1)
	}
	if depth > depthMax {
		return problem(node, at, "is nested deeper than %d", depthMax)
	}
	if c.out.Len() > expandedBytesMax {
		return problem(node, at, "is beyond %d bytes with all aliases written out", expandedBytesMax)
	}
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == reflect.TypeFor[any]() || t == reflect.TypeFor[abi.Embedding]() && node.Kind == yaml.SequenceNode {
		t = nil
	}
	switch node.Kind {
	case yaml.MappingNode:
		return c.object(node, t, at, depth)
	case yaml.SequenceNode:
		return c.list(node, t, at, depth)
	default:
		return c.scalar(node, t, at)
	}
}

func (c *converter) object(node *yaml.Node, t reflect.Type, at string, depth int) error {
	var fields map[string]reflect.Type
	switch {
	case t == nil:
	case t.Kind() == reflect.Struct && t != reflect.TypeFor[abi.Embedding]() && t != refType:
		fields = fieldsOf(t)
	case t.Kind() != reflect.Map:
		return problem(node, at, "has fields where %s is wanted", wanted(t))
	}
	seen := map[string]bool{}
	for i := 0; i < len(node.Content); i += 2 {
		key, inner := node.Content[i], t
		if key.Kind != yaml.ScalarNode || key.ShortTag() == "!!null" || key.ShortTag() == "!!merge" {
			return problem(key, at, "has a key that is no plain name")
		}
		field, known := fields[key.Value]
		switch {
		case seen[key.Value]:
			return problem(key, at, "has %.40q twice", key.Value)
		case fields != nil && !known:
			return problem(key, at, "has no field %.40q; its fields are %s", key.Value, strings.Join(slices.Sorted(maps.Keys(fields)), ", "))
		case fields != nil:
			inner = field
		case t != nil:
			inner = t.Elem()
			if err := ref(key, t.Key(), at); err != nil {
				return err
			}
		}
		seen[key.Value] = true
		c.separate(i > 0, "{", ",")
		c.text(key.Value)
		c.out.WriteByte(':')
		if err := c.value(node.Content[i+1], inner, strings.TrimPrefix(at+"."+key.Value, "."), depth+1); err != nil {
			return err
		}
	}
	c.separate(len(node.Content) > 0, "{", "")
	c.out.WriteByte('}')
	return nil
}

func (c *converter) list(node *yaml.Node, t reflect.Type, at string, depth int) error {
	if t != nil && t.Kind() != reflect.Slice {
		return problem(node, at, "is a list where %s is wanted", wanted(t))
	}
	c.out.WriteByte('[')
	for i, element := range node.Content {
		c.separate(i > 0, "", ",")
		var inner reflect.Type
		if t != nil {
			inner = t.Elem()
		}
		if err := c.value(element, inner, fmt.Sprintf("%s[%d]", at, i), depth+1); err != nil {
			return err
		}
	}
	c.out.WriteByte(']')
	return nil
}

func (c *converter) separate(further bool, first, between string) {
	if further {
		first = between
	}
	c.out.WriteString(first)
}

// scalar writes a number, a truth value or a text; null stands for all that can
// be absent. A time stays the text that it is.
func (c *converter) scalar(node *yaml.Node, t reflect.Type, at string) error {
	tag := node.ShortTag()
	switch tag {
	case "!!null":
		c.out.WriteString("null")
		return nil
	case "!!timestamp":
		tag = "!!str"
	}
	if t != nil && !slices.Contains(tagsOf(t), tag) {
		return problem(node, at, "is %s where %s is wanted", found(tag), wanted(t))
	}
	if tag == "!!str" {
		c.text(node.Value)
		return ref(node, t, at)
	}
	if found(tag) == tag {
		return problem(node, at, "has the tag %.40s, which has no meaning here", tag)
	}
	var value any
	if err := node.Decode(&value); err != nil {
		return problem(node, at, "is %.40q, which cannot be read", node.Value)
	}
	if number, ok := value.(float64); ok && (math.IsNaN(number) || math.IsInf(number, 0)) {
		return problem(node, at, "is %s, which JSON does not have", node.Value)
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		return problem(node, at, "is %.40q, which cannot be read", node.Value)
	}
	c.out.Write(encoded)
	return nil
}

func (c *converter) text(text string) {
	encoded, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string always encodes
	}
	c.out.Write(encoded)
}

// ref holds a text to be a ref where its type is one.
func ref(node *yaml.Node, t reflect.Type, at string) error {
	if t != refType {
		return nil
	}
	if _, err := abi.ParseRef(node.Value); err != nil {
		return problem(node, at, "has %.100q where a ref is wanted: a kind, a colon and an id, as in skill:pdf-forms", node.Value)
	}
	return nil
}

func problem(node *yaml.Node, at, format string, args ...any) error {
	if at == "" {
		at = "the scenario"
	}
	return fmt.Errorf("line %d: %s %s", node.Line, at, fmt.Sprintf(format, args...))
}
