package binary

import (
	"bytes"
	"testing"
)

// Ensure foreign bytes never make a reader panic, and that what is read once is
// written so that it reads the same again.
func FuzzDecode(f *testing.F) {
	f.Add(everything().Encode())
	f.Add(body("\x41\x00\x28\x02\x00\x1a\xfd\x0c" + string(make([]byte, 16)) + "\x1a"))
	f.Add([]byte("(module)"))
	f.Fuzz(func(t *testing.T, module []byte) {
		content, found, err := Custom(module, "name")
		if err == nil {
			with, err := WithCustom(module, "name", content)
			if err != nil {
				t.Fatalf("a section cannot be replaced: %v", err)
			}
			if again, _, err := Custom(with, "name"); err != nil || found && !bytes.Equal(again, content) {
				t.Fatalf("got %q, %v, want %q", again, err, content)
			}
		}
		m, err := Decode(module)
		if err != nil {
			return
		}
		first := m.Encode()
		readErr := read(module)
		again, err := Decode(first)
		if err != nil {
			t.Fatalf("its own encoding is refused: %v", err)
		}
		if !bytes.Equal(again.Encode(), first) {
			t.Fatal("encoding is not stable")
		}
		if (read(first) == nil) != (readErr == nil) {
			t.Fatal("code reads differently in its own encoding")
		}
	})
}
