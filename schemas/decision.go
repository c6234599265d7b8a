package schemas

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/abi"
)

// CheckDecision reads what a ruleset's function answered, strictly by
// decision.schema.json. An error names the JSON pointer of the first offence,
// what was found there and what is allowed. Scores are compared as float64.
func CheckDecision(answer []byte) ([]abi.Entry, error) {
	value, err := decode(answer)
	if err != nil {
		return nil, err
	}
	list, ok := value.([]any)
	if !ok {
		return nil, offence("", "%s is not a list of entries", found(value))
	}
	if len(list) > abi.EntriesMax {
		return nil, offence("", "%d entries are more than %d", len(list), abi.EntriesMax)
	}
	entries := make([]abi.Entry, 0, len(list))
	for i, value := range list {
		entry, err := checkEntry("/"+strconv.Itoa(i), value)
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

func decode(answer []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(answer))
	decoder.UseNumber() // a number beyond float64 is out of range, not broken JSON
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, offence("", "not JSON: %w", err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, offence("", "more than one JSON value")
	}
	return value, nil
}

func checkEntry(at string, value any) (abi.Entry, error) {
	object, ok := value.(map[string]any)
	if !ok {
		return abi.Entry{}, offence(at, "%s is not an object", found(value))
	}
	for _, field := range slices.Sorted(maps.Keys(object)) {
		switch field {
		case "ref", "reason", "score":
		default:
			return abi.Entry{}, offence(at, "%s is no field of an entry (ref, reason, score)", found(field))
		}
	}
	var entry abi.Entry
	ref, err := text(at, object, "ref", 1, -1)
	if err != nil {
		return abi.Entry{}, err
	}
	if entry.Ref, err = abi.ParseRef(ref); err != nil {
		return abi.Entry{}, offence(at+"/ref", "%w", err)
	}
	if entry.Reason, err = text(at, object, "reason", 1, abi.ReasonCharsMax); err != nil {
		return abi.Entry{}, err
	}
	if score, given := object["score"]; given {
		if entry.Score, err = checkScore(at+"/score", score); err != nil {
			return abi.Entry{}, err
		}
	}
	return entry, nil
}

// text reads a field that is a string of minimum to maximum characters;
// maximum −1 is no limit.
func text(at string, object map[string]any, field string, minimum, maximum int) (string, error) {
	value, given := object[field]
	if !given {
		return "", offence(at, "%s is missing", field)
	}
	s, ok := value.(string)
	if !ok {
		return "", offence(at+"/"+field, "%s is not a string", found(value))
	}
	switch chars := utf8.RuneCountInString(s); {
	case chars < minimum:
		return "", offence(at+"/"+field, "%s is shorter than 1 character", found(value))
	case maximum >= 0 && chars > maximum:
		return "", offence(at+"/"+field, "%s has %d characters, more than %d", found(value), chars, maximum)
	}
	return s, nil
}

func checkScore(at string, value any) (*float64, error) {
	number, ok := value.(json.Number)
	if !ok {
		return nil, offence(at, "%s is not a number", found(value))
	}
	score, err := strconv.ParseFloat(number.String(), 64)
	if err != nil || score < 0 || score > 1 {
		return nil, offence(at, "%s is not between 0 and 1", found(value))
	}
	return &score, nil
}

// foundCharsMax bounds how much of a guest's value an error repeats.
const foundCharsMax = 40

func found(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return fmt.Sprintf("%.*s", foundCharsMax, v.String())
	case string:
		if utf8.RuneCountInString(v) > foundCharsMax {
			return fmt.Sprintf("%.*q…", foundCharsMax, v)
		}
		return strconv.Quote(v)
	case []any:
		return "a list"
	}
	return "an object"
}

func offence(pointer, format string, args ...any) error {
	if pointer == "" {
		pointer = "answer"
	}
	return fmt.Errorf(pointer+": "+format, args...)
}
