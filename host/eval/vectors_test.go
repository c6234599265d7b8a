package eval

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

func openVectors(t *testing.T, path, model string) *Vectors {
	t.Helper()
	v, err := OpenVectors(path, model)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	return v
}

// Ensure a text is embedded once, by each model, in this run and the next.
func TestVectors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "below", "q.vectors")
	embedded := 0
	embed := func(string) ([]float32, error) { embedded++; return []float32{.6, -.8}, nil }
	for range 2 {
		v := openVectors(t, path, "m")
		for range 2 {
			if got, err := v.Through(embed)("hello"); err != nil || !slices.Equal(got, []float32{.6, -.8}) {
				t.Errorf("got %v, %v", got, err)
			}
		}
		if err := v.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if embedded != 1 {
		t.Errorf("embedded %d times", embedded)
	}
	if _, ok := openVectors(t, path, "other").Get("hello"); ok {
		t.Error("a vector of another model was given")
	}
	broken := errors.New("broken")
	if _, err := openVectors(t, path, "m").Through(func(string) ([]float32, error) { return nil, broken })("new"); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if err := openVectors(t, path, "m").Put("empty", nil); err == nil {
		t.Error("a vector of no numbers was stored")
	}
}

// Ensure a damaged file is begun anew and works from then on.
func TestVectorsDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "q.vectors")
	v := openVectors(t, path, "m")
	for _, text := range []string{"a", "b"} {
		if err := v.Put(text, []float32{1, 0}); err != nil {
			t.Fatal(err)
		}
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(sound)
	flipped[len(flipped)-6] ^= 1
	for name, data := range map[string][]byte{"cut": sound[:len(sound)-3], "flipped": flipped, "other": []byte("something else"), "empty": {}} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		v := openVectors(t, path, "m")
		if _, ok := v.Get("a"); ok {
			t.Errorf("%s: a damaged file was believed", name)
		}
		if err := v.Put("c", []float32{0, 1}); err != nil {
			t.Fatal(err)
		}
		if _, ok := openVectors(t, path, "m").Get("c"); !ok {
			t.Errorf("%s: what was stored afterwards is lost", name)
		}
	}
}

// Ensure several goroutines may use them.
func TestVectorsConcurrently(t *testing.T) {
	v := openVectors(t, filepath.Join(t.TempDir(), "q.vectors"), "m")
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			for j := range 50 {
				text := string(rune('a' + (i+j)%20))
				if _, err := v.Through(func(string) ([]float32, error) { return []float32{1}, nil })(text); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
}

// FuzzVectors ensures that no file of vectors ends the program.
func FuzzVectors(f *testing.F) {
	f.Add([]byte(vectorsMagic))
	f.Add(append([]byte(vectorsMagic), encodeVector([32]byte{1}, []float32{.5, 2})...))
	f.Fuzz(func(t *testing.T, data []byte) {
		vectors, err := decodeVectors(data)
		if err != nil {
			return
		}
		again := []byte(vectorsMagic)
		for key, vector := range vectors {
			again = append(again, encodeVector(key, vector)...)
		}
		if read, err := decodeVectors(again); err != nil || len(read) != len(vectors) {
			t.Errorf("what was read cannot be written and read again: %d of %d, %v", len(read), len(vectors), err)
		}
	})
}
