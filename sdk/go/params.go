package impressionism

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Param gives a parameter of the active ruleset: as configured, else as in the
// manifest, else the fallback. It needs param in the manifest's calls.
func Param[T any](name string, fallback T) (T, error) {
	return call[T]("param", askParam, ParamRequest{Name: name, Default: fallback})
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
