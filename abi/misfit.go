package abi

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Misfit returns the text of an error of encoding/json for authors in any language: "limit
// has text where a whole number is wanted". It names no type of Go.
func Misfit(err error) string {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return strings.TrimPrefix(err.Error(), "json: ")
	}
	place := wrong.Field + " has"
	if wrong.Field == "" {
		place = "it is"
	}
	return fmt.Sprintf("%s %s where %s is wanted", place, foundWords(wrong.Value), Wanted(wrong.Type))
}

// foundWords returns what UnmarshalTypeError.Value means.
func foundWords(value string) string {
	kind, number, _ := strings.Cut(value, " ") // as in "string" and "number 1.5"
	switch kind {
	case "string":
		return "text"
	case "bool":
		return "true or false"
	case "array":
		return "a list"
	case "object":
		return "an object"
	}
	if number != "" {
		return number
	}
	return "a number"
}

// Wanted says in words what a field of a type takes.
func Wanted(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[Embedding]():
		return "a list of numbers"
	case reflect.TypeFor[Ref]():
		return "a ref, as in skill:pdf-forms,"
	}
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Slice:
		return "a list"
	}
	return "an object"
}
