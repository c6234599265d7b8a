package trace

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// raw returns the fields of a value's JSON.
func raw(value any) map[string]json.RawMessage {
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(text(value)), &fields); err != nil {
		return nil // no object: it has no fields
	}
	return fields
}

// text is a value's JSON.
func text(value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		return "" // it was read from JSON, so it can be written
	}
	return string(encoded)
}

func sortedKeys(a, b map[string]json.RawMessage) []string {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]json.RawMessage{}
	}
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}

// compact leaves out the blanks between the parts of JSON; what is none stays.
func compact(data json.RawMessage) json.RawMessage {
	var out bytes.Buffer
	if data == nil || json.Compact(&out, data) != nil {
		return data
	}
	return out.Bytes()
}
