package main

import "encoding/json"

// encodeEvent makes an event's JSON; a value that is JSON itself stays JSON.
func encodeEvent(fields map[string]string) []byte {
	event := map[string]any{}
	for key, value := range fields {
		event[key] = value
		if len(value) > 0 && value[0] == '{' && json.Valid([]byte(value)) {
			event[key] = json.RawMessage(value)
		}
	}
	encoded, err := json.Marshal(event)
	if err != nil {
		panic(err) // strings and valid JSON always encode
	}
	return encoded
}
