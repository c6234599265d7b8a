package config

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Ensure that no text makes the parser panic or last: what is too much for it
// is refused before.
func FuzzParse(f *testing.F) {
	f.Add(Default(Folders{Project: ".c", Skills: []string{".c/skills"}}))
	paths, err := filepath.Glob("testdata/layers/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("a: &x [*x, !!str y, <<: {b: c}]"))
	f.Add([]byte("? {a: b}\n: - c\n  - |\n    d\n  - >-\n    e"))
	f.Fuzz(func(t *testing.T, data []byte) {
		start := time.Now()
		found := parse(data, "x")
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%d bytes took %v", len(data), took)
		}
		if len(found.errors)+len(found.warnings) > 2*findingsMax {
			t.Errorf("got %d errors and %d warnings", len(found.errors), len(found.warnings))
		}
	})
}
