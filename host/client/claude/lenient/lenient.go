// Package lenient reads JSON objects that another program wrote: each key for itself, so
// that one value of a wrong type costs no other. It knows no file and no key.
package lenient

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Object is a JSON object of which only known keys are looked at.
type Object map[string]json.RawMessage

// Read returns the object in a file; nil without error where there is none.
// Errors are *fs.PathError.
func Read(path string, bytesMax int64) (Object, error) {
	data, err := foreign.Read(path, bytesMax)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	parsed, err := Decode(data)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return parsed, nil
}

// Decode returns the object in a text, which may begin with a byte order mark; nil for an
// empty text.
func Decode(data []byte) (Object, error) {
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")))
	if len(data) == 0 {
		return nil, nil
	}
	var parsed Object
	if err := json.Unmarshal(data, &parsed); err != nil {
		return nil, fmt.Errorf("it is no JSON object: %w", err)
	}
	return parsed, nil
}

// Keys returns an object's keys in order.
func (o Object) Keys() []string { return slices.Sorted(maps.Keys(o)) }

// Get decodes one key; false where it is missing, null or of another type, with
// a warning in the last case.
func Get[T any](o Object, key string, warn func(string)) (value T, ok bool) {
	raw, found := o[key]
	if !found || len(raw) == 0 || string(raw) == "null" {
		return value, false
	}
	if err := json.Unmarshal(raw, &value); err != nil {
		warn(fmt.Sprintf("%s is ignored: it is %s", key, KindOf(raw)))
		var zero T
		return zero, false
	}
	return value, true
}

// Ignore takes warnings that nobody wants.
func Ignore(string) {}

// KindOf says what a JSON value is, in words, as in "a list".
func KindOf(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "no value"
	}
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a text"
	case 't', 'f':
		return "true or false"
	}
	return "a number"
}
