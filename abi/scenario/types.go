package scenario

import (
	"reflect"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

var refType = reflect.TypeFor[abi.Ref]()

// fieldsOf gives a struct's fields by their names in a file.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for _, field := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name != "" && name != "-" && !field.Anonymous {
			fields[name] = field.Type
		}
	}
	return fields
}

// tagsOf gives the YAML tags whose values fit a type.
func tagsOf(t reflect.Type) []string {
	if t == refType {
		return []string{"!!str"}
	}
	switch t.Kind() {
	case reflect.String:
		return []string{"!!str"}
	case reflect.Bool:
		return []string{"!!bool"}
	case reflect.Int, reflect.Int64:
		return []string{"!!int"}
	case reflect.Float32, reflect.Float64:
		return []string{"!!int", "!!float"}
	}
	return nil
}

// wanted says in words what a type takes.
func wanted(t reflect.Type) string {
	if words := abi.Wanted(t); words != "an object" {
		return words
	}
	return "a block of fields"
}

// found says in words what a tag means, or gives a tag back that has no meaning.
func found(tag string) string {
	switch tag {
	case "!!str":
		return "text"
	case "!!bool":
		return "true or false (quote it to make it text)"
	case "!!int", "!!float":
		return "a number (quote it to make it text)"
	}
	return tag
}
