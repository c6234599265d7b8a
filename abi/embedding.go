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

// UnmarshalJSON reads a reference or an array of numbers. A null among them is an error:
// Go reads it as 0, and many languages write it for NaN and infinities.
func (e *Embedding) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	*e = Embedding{}
	switch {
	case bytes.Equal(data, []byte("null")):
		return nil
	case len(data) > 0 && data[0] == '"':
		return json.Unmarshal(data, &e.Ref)
	case len(data) > 0 && data[0] == '[':
		if err := json.Unmarshal(data, &e.Values); err != nil {
			return err
		}
		return noNull(data)
	}
	return fmt.Errorf("an embedding is a reference or an array of numbers, got %.20s", data)
}

// noNull reports the first null of an array that holds nothing but numbers and nulls.
func noNull(numbers []byte) error {
	before, _, found := bytes.Cut(numbers, []byte("null"))
	if !found {
		return nil
	}
	return fmt.Errorf("an embedding is a reference or an array of numbers, and number %d is null (NaN and infinities are no numbers in JSON)", bytes.Count(before, []byte(","))+1)
}
