package hook

import (
	"bytes"
	"encoding/json"
	"strings"
)

// invoked gives the id of the skill that a tool use loaded, or "". Tools are
// renamed over time, so names are compared loosely.
func invoked(tool string, raw json.RawMessage) string {
	name := strings.ToLower(strings.ReplaceAll(tool, "_", ""))
	if strings.TrimSuffix(name, "tool") != "skill" {
		return ""
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return ""
	}
	return strings.TrimPrefix(strings.TrimSpace(input(fields).name("skill")), "/")
}

// preview gives the beginning of a tool's input as compact JSON, secrets
// redacted. It reads no further than it must: inputs can hold whole files.
func preview(raw json.RawMessage, bytesMax int) string {
	w := &previewer{decoder: json.NewDecoder(bytes.NewReader(raw)), bytesMax: bytesMax}
	w.decoder.UseNumber()
	for w.out.Len() <= bytesMax && w.next() {
	}
	return cut(w.out.String(), bytesMax)
}

type previewer struct {
	decoder  *json.Decoder
	bytesMax int
	out      strings.Builder
	open     []frame
}

// frame is an object or array that is being written.
type frame struct {
	object bool
	count  int    // of tokens: keys and values
	key    string // of the value that comes next
}

func (w *previewer) next() bool {
	token, err := w.decoder.Token()
	if err != nil {
		return false // the end: the input as a whole was valid
	}
	if closing, ok := token.(json.Delim); ok && (closing == '}' || closing == ']') {
		w.out.WriteString(closing.String())
		w.open = w.open[:len(w.open)-1]
		return true
	}
	key, isKey := w.separate(token)
	switch value := token.(type) {
	case json.Delim:
		w.out.WriteString(value.String())
		w.open = append(w.open, frame{object: value == '{'})
	case string:
		w.writeString(value, key, isKey)
	case json.Number:
		w.out.WriteString(value.String())
	default: // true, false, null
		encoded, _ := json.Marshal(value)
		w.out.Write(encoded)
	}
	return true
}

// separate writes what stands before a token and gives the key it belongs to,
// or reports that it is one.
func (w *previewer) separate(token json.Token) (key string, isKey bool) {
	if len(w.open) == 0 {
		return "", false
	}
	top := &w.open[len(w.open)-1]
	isKey = top.object && top.count%2 == 0
	switch {
	case top.object && !isKey:
		w.out.WriteByte(':')
		key = top.key
	case top.count > 0:
		w.out.WriteByte(',')
	}
	if isKey {
		top.key, _ = token.(string)
	}
	top.count++
	return key, isKey
}

func (w *previewer) writeString(text, key string, isKey bool) {
	if !isKey && text != "" && namesSecret(key) {
		text = redacted
	}
	w.out.Write(quoted(redactedPrefix(text, w.bytesMax)))
}

func quoted(text string) []byte {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err) // a string always encodes
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))
}

// Preview is a tool's input as Decode gives it.
func Preview(raw json.RawMessage) string { return preview(raw, ToolInputBytesMax) }

// Invoked gives the id of the skill that a tool use loaded, or "".
func Invoked(tool string, raw json.RawMessage) string { return invoked(tool, raw) }
