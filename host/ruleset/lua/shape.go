package lua

import (
	"reflect"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

// shape says where in a JSON value embeddings stand. It is read off the Go type
// of a reply, so that the table of calls stays the only list of them.
type shape struct {
	embedding bool
	items     *shape
	fields    map[string]*shape
}

var (
	embeddingType = reflect.TypeFor[abi.Embedding]()
	pageType      = reflect.TypeFor[abi.ItemPage]()
)

func (s *shape) field(name string) *shape {
	if s == nil {
		return nil
	}
	return s.fields[name]
}

func (s *shape) element() *shape {
	if s == nil {
		return nil
	}
	return s.items
}

// shapeOf returns nil for what holds no embedding.
func shapeOf(t reflect.Type) *shape {
	switch {
	case t == nil:
		return nil
	case t == embeddingType:
		return &shape{embedding: true}
	case t.Kind() == reflect.Slice:
		if items := shapeOf(t.Elem()); items != nil {
			return &shape{items: items}
		}
	case t.Kind() == reflect.Struct:
		fields := map[string]*shape{}
		for _, field := range reflect.VisibleFields(t) {
			if inner := shapeOf(field.Type); inner != nil && !field.Anonymous {
				fields[fieldName(field)] = inner
			}
		}
		if len(fields) > 0 {
			return &shape{fields: fields}
		}
	}
	return nil
}

// wantsObject reports whether the field of a request is an object, which an
// empty Lua table could not say by itself.
func wantsObject(request reflect.Type, name string) bool {
	for _, field := range reflect.VisibleFields(request) {
		if fieldName(field) != name {
			continue
		}
		t := field.Type
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		return t != embeddingType && (t.Kind() == reflect.Struct || t.Kind() == reflect.Map)
	}
	return false
}

func fieldName(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}
