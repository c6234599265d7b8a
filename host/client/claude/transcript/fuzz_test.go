package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"testing"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/client/transcript"
)

// Ensure stepping over values finds the same members as decoding them does, in
// every object that is valid.
func FuzzFields(f *testing.F) {
	for _, seed := range []string{
		`{}`, ` { "a" : [ 1.5e3 , "x\\\"y\\\\" , { } , [ ] ] , "b" : null , "\u0063" : true } `, `{"a":"\\"}`, `{"a":{"b":"}"},"c":"]"}`,
		`[]`, `{"a":1}{"b":2}`, `{"a":1,}`, `{"a" 1}`, `{"a`, `{"a":`, `{"é":"é\u00e9\ud83d\ude00"}`, `{"a":"` + "\x01" + `"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got := map[string][]byte{}
		err := fields(data, func(key string, value []byte) { got[key] = value })
		var want map[string]json.RawMessage
		if json.Unmarshal(data, &want) != nil || want == nil {
			return // what is not valid may be read or not, but nothing breaks
		}
		if err != nil || len(got) != len(want) {
			t.Fatalf("%q: got %q, %v; want %q", data, got, err, want)
		}
		for key, value := range want {
			if !bytes.Equal(got[key], value) {
				t.Errorf("%q: %q is %q, want %q", data, key, got[key], value)
			}
			var decoded string
			if json.Unmarshal(value, &decoded) == nil && len(value) > 0 && value[0] == '"' && text(value) != decoded {
				t.Errorf("%q: got text %q, want %q", data, text(value), decoded)
			}
			var list []json.RawMessage
			if json.Unmarshal(value, &list) == nil && list != nil {
				count := 0
				elements(value, func(element []byte) bool {
					if count < len(list) && !bytes.Equal(element, list[count]) {
						t.Errorf("%q: element %d is %q, want %q", data, count, element, list[count])
					}
					count++
					return true
				})
				if count != len(list) {
					t.Errorf("%q: got %d elements, want %d", value, count, len(list))
				}
			}
		}
	})
}

// Ensure no bytes make the reader fail, stand still, or leave its limits.
func FuzzRead(f *testing.F) {
	sample, err := os.ReadFile("testdata/session.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(sample)
	for line := range bytes.Lines(sample) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := NewReader(bytes.NewReader(data), "s", transcript.NewSeen())
		var turns transcript.Turns
		for {
			e, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if e.Kind == "" || len(e.Text) > transcript.TextBytesMax || len(e.Session) > sessionBytesMax || len(e.Name) > nameBytesMax {
				t.Errorf("got %+v", e)
			}
			for _, part := range []string{e.Text, e.Input, e.Skill, e.Name} {
				if !utf8.ValidString(part) {
					t.Errorf("%q is not valid", part)
				}
			}
			turns.Add(e)
		}
		turns.End()
		at, err := r.Position()
		if err != nil || at.Offset > int64(len(data)) {
			t.Errorf("got %+v of %d bytes, %v", at, len(data), err)
		}
	})
}
