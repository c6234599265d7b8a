package codec

import (
	"reflect"
	"strings"
)

// fields are a struct's by their names in JSON.
type fields struct {
	names   []string
	indexes [][]int
}

// known keeps what was read off a type. A guest has one thread, and a test one
// turn at a time.
var known = map[reflect.Type]fields{}

func fieldsOf(t reflect.Type) fields {
	if found, ok := known[t]; ok {
		return found
	}
	var found fields
	found.add(t, nil)
	known[t] = found
	return found
}

// add takes the fields of a struct and of those embedded in it, the outer first.
func (f *fields) add(t reflect.Type, above []int) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		index := append(append([]int{}, above...), i)
		switch {
		case field.Anonymous && name == "" && field.Type.Kind() == reflect.Struct:
			f.add(field.Type, index)
		case field.PkgPath != "" || name == "-":
		case name == "":
			f.names, f.indexes = append(f.names, field.Name), append(f.indexes, index)
		default:
			f.names, f.indexes = append(f.names, name), append(f.indexes, index)
		}
	}
}

// find gives where the field of a name is, or nil. Like encoding/json it takes
// other cases of the letters where no name is the same.
func (f fields) find(name string) []int {
	for i, known := range f.names {
		if known == name {
			return f.indexes[i]
		}
	}
	for i, known := range f.names {
		if strings.EqualFold(known, name) {
			return f.indexes[i]
		}
	}
	return nil
}
