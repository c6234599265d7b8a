package payload

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/redact"
)

// Ensure that of long strings the ends alone are parsed, and that events are as they are
// without that, whatever the strings are made of and wherever they are cut.
func TestLongStringsAreShortened(t *testing.T) {
	for _, unit := range []string{"a", `\`, `"`, `\"`, "ä", "\n\u0001", "😀", `{"prompt":"x"},`, "words and words "} {
		for shift := range 7 {
			encoded, _ := json.Marshal(unit)
			text := strings.Repeat("x", shift) + strings.Repeat(unit, 3<<20/len(encoded))
			want := redact.Prompt(text)
			data, err := json.Marshal(map[string]any{"event": "prompt", "session_id": "s", "cwd": "/w", "prompt": text, "z": []string{text[:9], "last"}})
			if err != nil {
				t.Fatal(err)
			}
			written := [][]byte{data}
			if len(unit) > utf8.RuneCountInString(unit) {
				written = append(written, escaped(data))
			}
			for _, data := range written {
				short := shorten(data)
				if len(short) > stringBytesMax+4<<10 && len(data) > stringBytesMax {
					t.Fatalf("%q: %d bytes are parsed", unit, len(short))
				}
				object, err := Read(bytes.NewReader(data))
				got := redact.Prompt(object.Text("prompt"))
				if err != nil || object.SessionID("session_id") != "s" || got != want {
					t.Fatalf("%q, shift %d: got %d bytes, %v, want %d", unit, shift, len(got), err, len(want))
				}
			}
			if shift > 1 && testing.Short() {
				break
			}
		}
	}
}

// escaped writes characters beyond ASCII as other clients do.
func escaped(data []byte) []byte {
	var out bytes.Buffer
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		switch {
		case r < utf8.RuneSelf:
			out.WriteByte(data[0])
		case r > 0xFFFF:
			r -= 0x10000
			writeEscape(&out, 0xD800+r>>10)
			writeEscape(&out, 0xDC00+r&0x3FF)
		default:
			writeEscape(&out, r)
		}
		data = data[size:]
	}
	return out.Bytes()
}

func writeEscape(out *bytes.Buffer, unit rune) {
	const digits = "0123456789abcdef"
	out.WriteString(`\u`)
	for shift := 12; shift >= 0; shift -= 4 {
		out.WriteByte(digits[unit>>shift&15])
	}
}

// Ensure that shortening keeps what is JSON JSON, and what is short as it is.
func FuzzShorten(f *testing.F) {
	f.Add(`\"`, 3, "end")
	f.Add(`\ud83d\ude00`, 5, `\\`)
	f.Fuzz(func(t *testing.T, unit string, shift int, end string) {
		if len(unit) == 0 || len(unit) > 64 || len(end) > 64 || shift < 0 || shift > 64 {
			return
		}
		data := []byte(`{"a":"` + strings.Repeat("x", shift) + strings.Repeat(unit, 3<<20/len(unit)) + end + `","b":1}`)
		short := shorten(data)
		if json.Valid(data) && !json.Valid(short) {
			t.Errorf("%q × %d is no JSON any more", unit, len(data)/len(unit))
		}
		if !bytes.Equal(shorten([]byte(unit)), []byte(unit)) {
			t.Errorf("%q was changed", unit)
		}
	})
}
