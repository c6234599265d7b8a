package abi

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Embedding crosses by reference: a short opaque string, valid for the event,
// or, from a guest, as an array of numbers.
type Embedding struct {
	Ref    string
	Values []float32
}

// IsZero reports whether there is no embedding.
func (e Embedding) IsZero() bool { return e.Ref == "" && e.Values == nil }

// MarshalJSON writes the reference where there is one, else the numbers.
func (e Embedding) MarshalJSON() ([]byte, error) {
	if e.Ref != "" {
		return json.Marshal(e.Ref)
	}
	return json.Marshal(e.Values)
}

// UnmarshalJSON reads a reference or an array of numbers.
func (e *Embedding) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	*e = Embedding{}
	switch {
	case bytes.Equal(data, []byte("null")):
		return nil
	case len(data) > 0 && data[0] == '"':
		return json.Unmarshal(data, &e.Ref)
	case len(data) > 0 && data[0] == '[':
		return json.Unmarshal(data, &e.Values)
	}
	return fmt.Errorf("an embedding is a reference or an array of numbers, got %.20s", data)
}
