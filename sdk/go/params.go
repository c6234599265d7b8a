package impressionism

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/sdk/go/internal/codec"
)

// Param gives a parameter of the active ruleset: as configured, else as in the
// manifest, else the fallback. It needs param in the manifest's calls.
func Param[T any](name string, fallback T) (T, error) {
	var typed T
	value, err := call[json.RawMessage]("param", askParam, ParamRequest{Name: name, Default: fallback})
	if err != nil || len(value) == 0 {
		return typed, err
	}
	if codec.Decode(value, &typed) != nil {
		return typed, failed(&Fault{Code: abi.BadRequest, Message: "parameter " + name + " is no " + typeName(reflect.TypeFor[T]())})
	}
	return typed, nil
}

// typeName returns a parameter's type in the words of the other SDKs.
func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Float32, reflect.Float64:
		return "number"
	case reflect.Slice, reflect.Array:
		return "list of that type"
	case reflect.Struct, reflect.Map, reflect.Pointer:
		return "object of that type"
	}
	return "whole number"
}

// Params fills the fields of a struct with the parameters of their JSON names;
// what the fields hold before are the fallbacks.
//
//	p := struct {
//		Threshold float64 `json:"similarity_threshold"`
//	}{Threshold: 0.7}
//	err := impressionism.Params(&p)
func Params[T any](into *T) error {
	encoded, err := json.Marshal(into)
	if err != nil {
		return fmt.Errorf("parameters: %w", err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(encoded, &fields); err != nil {
		return fmt.Errorf("parameters: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		value, err := Param(name, fields[name])
		if err != nil {
			return err
		}
		fields[name] = value
	}
	if encoded, err = json.Marshal(fields); err == nil {
		err = json.Unmarshal(encoded, into)
	}
	if err != nil {
		return fmt.Errorf("parameters: %w", err)
	}
	return nil
}
