package simulate

import (
	"embed"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Examples are command lines that simulate hooks, for help.
const Examples = `  impressionism hooks simulate impressionism UserPromptSubmit
  impressionism hooks simulate ./my-plugin PostToolUse \
    --payload PostToolUse-Edit
  impressionism hooks simulate user Stop --payload event.json \
    --timeout 5s --json`

// What real clients wrote to hooks, with paths and names replaced.
//
//go:embed payloads/*.json
var recorded embed.FS

// PayloadBytesMax bounds a payload.
const PayloadBytesMax = 16 << 20

// Payloads returns the names of the recorded ones: an event, or an event and what
// is special, as in PostToolUse-Edit.
func Payloads() []string {
	entries, err := recorded.ReadDir("payloads")
	if err != nil {
		panic(err) // the folder is embedded
	}
	var names []string
	for _, entry := range entries {
		names = append(names, strings.TrimSuffix(entry.Name(), ".json"))
	}
	return names
}

// Recorded returns the payload of a name, or the first one of an event.
func Recorded(name string) ([]byte, bool) {
	names := Payloads()
	at := slices.Index(names, name)
	if at < 0 {
		at = slices.IndexFunc(names, func(other string) bool { return strings.HasPrefix(other, name+"-") })
	}
	if at < 0 {
		return nil, false
	}
	data, err := recorded.ReadFile("payloads/" + names[at] + ".json")
	return data, err == nil
}

// payload is the JSON on stdin, of which a few fields are looked at.
type payload map[string]json.RawMessage

func decodePayload(data []byte) (payload, error) {
	if len(data) > PayloadBytesMax {
		return nil, fmt.Errorf("the payload has %d bytes, at most %d are taken", len(data), PayloadBytesMax)
	}
	var p payload
	if err := json.Unmarshal(data, &p); err != nil || p == nil {
		return nil, fmt.Errorf("the payload is no JSON object: %v; the client writes one object", err)
	}
	return p, nil
}

func (p payload) text(key string) string {
	var value string
	_ = json.Unmarshal(p[key], &value) // what is no text is empty
	return value
}

// moved returns the payload as it would come from the scratch folders.
func (p payload) moved(event string, s scratch) ([]byte, error) {
	set := func(key, value string) {
		encoded, err := json.Marshal(value)
		if err == nil {
			p[key] = encoded
		}
	}
	set("hook_event_name", event)
	set("cwd", s.project)
	for _, key := range []string{"transcript_path", "agent_transcript_path"} {
		if path := p.text(key); path != "" {
			set(key, filepath.Join(s.home, ".claude", "projects", "-project", filepath.Base(filepath.FromSlash(path))))
		}
	}
	line, err := json.Marshal(p)
	return append(line, '\n'), err
}
