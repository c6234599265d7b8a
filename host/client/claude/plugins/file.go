package plugins

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

// Limits of the client's files. .claude.json grows with every project.
const (
	fileBytesMax  = 4 << 20
	stateBytesMax = 64 << 20
)

// object is a JSON object of which only known keys are looked at, each for
// itself: one value of a wrong type costs no other.
type object map[string]json.RawMessage

// readObject returns the object in a file; nil without error where there is none.
// Errors are *fs.PathError.
func readObject(path string, bytesMax int64) (object, error) {
	data, err := foreign.Read(path, bytesMax)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	parsed, err := decodeObject(data)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return parsed, nil
}

func decodeObject(data []byte) (object, error) {
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")))
	if len(data) == 0 {
		return nil, nil
	}
	var parsed object
	if err := json.Unmarshal(data, &parsed); err != nil {
		return nil, fmt.Errorf("it is no JSON object: %w", err)
	}
	return parsed, nil
}

// keys returns an object's keys in order.
func (o object) keys() []string { return slices.Sorted(maps.Keys(o)) }

// get decodes one key; false where it is missing, null or of another type, with
// a warning in the last case.
func get[T any](o object, key string, warn func(string)) (value T, ok bool) {
	raw, found := o[key]
	if !found || len(raw) == 0 || string(raw) == "null" {
		return value, false
	}
	if err := json.Unmarshal(raw, &value); err != nil {
		warn(fmt.Sprintf("%s is ignored: it is %s", key, kindOf(raw)))
		var zero T
		return zero, false
	}
	return value, true
}

func kindOf(raw json.RawMessage) string {
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
